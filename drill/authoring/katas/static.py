"""Every check of a kata that runs nothing of it.

Leaves out the judge (trials.py) and whether the proof is of these files (proof.py).
"""

from drill.authoring.finding import Finding
from drill.authoring.katas.equivalents import check_explained, load_explained
from drill.authoring.katas.exercises import Outline, check_exercise, load_exercise
from drill.authoring.katas.folders import Folders
from drill.authoring.katas.layout import missing_files, stray_files, too_few
from drill.authoring.katas.mistakes import check_mistakes
from drill.authoring.katas.mutants import mutants
from drill.authoring.katas.parsed import parse_all
from drill.authoring.katas.starters import check_starter
from drill.authoring.katas.tests import check_tests
from drill.content.files import read_text


def check_files(folders: Folders, outline: Outline) -> list[Finding]:
    """Return what is wrong with the files of a kata; what can't be read ends it, so that one fault is one."""
    layout = [*stray_files(folders), *missing_files(folders)]
    if any(missing_files(folders)):
        return layout
    trees, unparsed = parse_all(folders)
    exercise = load_exercise(folders)
    if unparsed or isinstance(exercise, Finding):
        return [*layout, *unparsed, *([exercise] if isinstance(exercise, Finding) else [])]
    return [
        *layout,
        *too_few(folders),
        *check_exercise(folders, exercise, outline),
        *check_starter(folders, trees, exercise),
        *check_tests(folders, trees),
        *check_mistakes(folders, trees),
        *_equivalents(folders),
    ]


def _equivalents(folders: Folders) -> list[Finding]:
    explained, unread = load_explained(folders)
    # the mutants are made only where there is something to hold against them
    found = mutants(read_text(folders.solution)) if explained else []
    return [*unread, *check_explained(folders, explained, found)]
