"""What an author of coding drills runs: checks of the files, trials by the judge, mutants, the proof."""
