"""What an author of questions runs: checks over the banks, and the lock on their answers."""
