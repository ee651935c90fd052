"""Each hand-broken bank gives exactly one line, at the line of its one fault."""

from pathlib import Path

import pytest
import yaml

from drill.authoring.check import check

BROKEN = Path(__file__).with_name("broken")
EXPECTED: dict[str, str] = yaml.safe_load((BROKEN / "expected.yaml").read_text(encoding="utf-8"))
FILES = sorted(path for path in BROKEN.glob("*.yaml") if path.name != "expected.yaml")


def test_no_broken_bank_is_without_its_line() -> None:
    assert [path.name for path in FILES] == sorted(EXPECTED)
    assert len(FILES) >= 60


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_one_line(path: Path, root: Path) -> None:
    report = check([path], root=root, rng_seed=1, progress=lambda _: None)
    assert [str(finding) for finding in report.findings] == [EXPECTED[path.name]]
    assert report.findings[0].place.startswith(f"tests/authoring/broken/{path.name}:")
