"""The report of an interview says the same on a terminal, in Markdown and on a page, and fits each."""

import io

import pytest
from rich.cells import cell_len
from rich.console import Group
from syrupy.assertion import SnapshotAssertion

from drill.study.mock_report import MockReport, PartReport
from drill.study.question import ItemId, Topic
from drill.ui.console import make_console
from drill.ui.mock_report import mock_markdown, mock_page, mock_view


def drawn(report: MockReport, width: int) -> str:
    out = io.StringIO()
    make_console(out, {}, width=width).print(Group(*mock_view(report)))
    text = "\n".join(map(str.rstrip, out.getvalue().splitlines()))
    assert [line for line in text.splitlines() if cell_len(line) > width] == []
    return text


def flat(text: str) -> str:
    return "".join(text.replace("\\", "").split())


@pytest.fixture
def short_report(mock_report: MockReport) -> MockReport:
    """The same with one of each."""
    parts = [
        PartReport(part.name, part.minutes, 75.0, [part.shown[0]._replace(missed=part.shown[0].missed[:2])])
        for part in mock_report.parts
    ]
    return mock_report._replace(parts=parts, ready=mock_report.ready[:3], study=mock_report.study[:2])


@pytest.mark.parametrize("width", [40, 80, 120])
def test_on_a_terminal(short_report: MockReport, width: int, snapshot: SnapshotAssertion) -> None:
    assert drawn(short_report, width) == snapshot


@pytest.mark.parametrize("width", [20, 40, 60, 80, 120])
def test_no_width_loses_a_word(mock_report: MockReport, width: int) -> None:
    text = flat(drawn(mock_report, width))
    words = [one.asks[:40] for part in mock_report.parts for one in part.shown]
    words += [point for part in mock_report.parts for one in part.shown for point in one.missed]
    words += [line for study in mock_report.study for line in (*study.outline, *study.katas)]
    if width >= 60:
        assert [one for one in words if text.count(flat(one[:14])) == 0] == []
    else:
        assert [one for one in words if flat(one) not in text] == []


def test_all_of_it_as_markdown_and_on_a_page(mock_report: MockReport) -> None:
    markdown, page = flat(mock_markdown(mock_report)), flat(mock_page(mock_report).replace("&lt;", "<"))
    for text in (markdown, page):
        for part in mock_report.parts:
            assert [one.asks for one in part.shown if flat(one.asks.partition("<")[0]) not in text] == []
            assert [one for one in part.shown[0].missed if flat(one) not in text] == []
        assert "speculative-sampling" in text
        assert "46%" in text
    columns = [line.count(" | ") + 1 for line in mock_markdown(mock_report).splitlines() if line[:1] == "|"]
    assert set(columns) == {2, 3, 4, 5}


def test_nothing_wrong(short_report: MockReport) -> None:
    report = short_report._replace(study=[])
    for text in (drawn(report, 80), mock_markdown(report), mock_page(report)):
        assert "Nothing went wrong" in text


def test_nothing_reached_and_what_is_gone(short_report: MockReport) -> None:
    gone = short_report.parts[0].shown[0]._replace(level=0, topic=Topic("-"), score=None, item=ItemId("gone"))
    report = short_report._replace(
        study=[], ready=[], parts=[PartReport("warm-up", 8.0, 0.0, [gone])], ended=None
    )
    for text in (drawn(report, 80), mock_markdown(report), mock_page(report)):
        assert "Nothing was reached" in text
        assert "Nothing went wrong" not in text
        assert "not reached" in text
        assert "not finished" in text
    assert "ended early" in mock_markdown(report._replace(ended=False))


def test_texts_of_others_steer_nothing(short_report: MockReport) -> None:
    one = short_report.parts[2].shown[0]._replace(asks="\x1b[31m<i>asks</i>", missed=["\x1b[2J|said|"])
    report = short_report._replace(
        role="\x1b]0;me *or* you", parts=[PartReport("talk", 6.0, 9.0, [one])], study=[]
    )
    for text in (drawn(report, 80), mock_markdown(report), mock_page(report)):
        assert "\x1b" not in text
    assert "<i>" not in mock_page(report)
    assert r"\*or\*" in mock_markdown(report)
    assert r"\|said\|" in mock_markdown(report)
