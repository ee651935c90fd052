"""The demo: its chart from given figures, one small real run, and what it refuses."""

import pytest
from syrupy.assertion import SnapshotAssertion

from drill.core.vectors import demo
from drill.core.vectors.__main__ import main
from drill.core.vectors.demo import EFS, Point, drawn, measure

RECALLS = (0.63, 0.78, 0.88, 0.956, 0.988, 0.996)
OURS = [Point(recall, 70_000 / ef) for recall, ef in zip(RECALLS, EFS, strict=True)]
THEIRS = [Point(recall - 0.08, 40_000 / ef) for recall, ef in zip(RECALLS[:2], EFS, strict=False)] + OURS[2:]
CURVES = {"exact": [Point(1.0, 1_165.0)] * len(EFS), "drill": OURS, "hnswlib": THEIRS}


@pytest.mark.parametrize("width", [40, 80])
def test_chart(width: int, snapshot: SnapshotAssertion) -> None:
    lines = drawn(CURVES, width=width)
    assert max(map(len, lines)) <= width
    assert "\n".join(lines) == snapshot


def test_without_the_peer_it_says_how_to_get_it() -> None:
    lines = drawn({name: CURVES[name] for name in ("exact", "drill")}, width=80)
    assert "  no hnswlib: pip install 'drill[bench]'" in lines
    assert not any("both" in line for line in lines)


def test_curves_that_reach_the_top_stay_in_the_chart() -> None:
    lines = drawn({"exact": CURVES["exact"], "drill": [Point(1.0, 9.0)] * len(EFS)}, width=80)
    assert lines[1] == "1.00 | " + "o-------" * len(EFS)


def test_a_small_run_finds_more_with_a_larger_ef(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo, "find_spec", lambda name: None)
    said: list[str] = []
    curves = measure(600, 16, seed=1, say=said.append)
    recalls = [point.recall for point in curves["drill"]]
    assert list(curves) == ["exact", "drill"]
    assert recalls[-1] >= max(0.99, recalls[0])
    assert all(point.rate > 0 for curve in curves.values() for point in curve)
    assert said == ["exact search of 600 x 16", "building drill: M = 16, ef_construction = 200"]


def test_it_draws_on_stdout(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--demo", "--points", "300", "--dimension", "8"])
    told = capsys.readouterr()
    assert told.out.startswith("recall@10\n1.00 | ")
    assert "building drill" in told.err


@pytest.mark.parametrize(
    "arguments",
    [[], ["--demo", "--points", "9"], ["--demo", "--dimension", "0"], ["--demo", "--points", "99999999"],
     ["--demo", "--seed", "-1"], ["--demo", "--points", "many"]],
)  # fmt: skip
def test_what_it_refuses(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert left.value.code == 2
    assert capsys.readouterr().err.splitlines()[-1].startswith("python -m drill.core.vectors: error: ")
