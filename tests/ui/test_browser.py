"""The page of figures in headless Chromium: nothing to complain of, nothing loaded, phone and desk, by key.

Skipped where Chromium is not installed (Debian: `apt install chromium`). Leaves out the page's text
(test_page.py).
"""

import base64
import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from datetime import date
from itertools import count
from pathlib import Path
from select import select
from typing import Any

import pytest

from drill.study.crib import MOST_MISSES, Crib, Miss, lines_on
from drill.study.linemap import LineStanding
from drill.study.mock_report import MockReport
from drill.study.question import ItemId, Topic
from drill.study.statistics import Statistics
from drill.ui.crib import crib_page
from drill.ui.mock_report import mock_page
from drill.ui.stats_page import stats_page

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
PATIENCE_SECONDS = 60.0
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--hide-scrollbars",
    "--disable-background-networking",
)
COMPLAINTS = {"Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded"}
LANDMARKS = {"banner", "navigation", "main"}
Json = dict[str, Any]

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")


class Tab:
    """A tab of a browser of its own, steered over the two pipes of the DevTools protocol."""

    def __init__(self, profile: Path) -> None:
        take, self._to = os.pipe()
        self._from, give = os.pipe()
        # the browser reads from 3 and writes to 4
        line = f'exec "$0" "$@" 3<&{take} 4>&{give}'
        flags = (*FLAGS, "--remote-debugging-pipe", f"--user-data-dir={profile}")
        self._process = subprocess.Popen(
            ["bash", "-c", line, str(CHROMIUM), *flags], pass_fds=(take, give), stderr=subprocess.DEVNULL
        )
        os.close(take)
        os.close(give)
        self._numbers = count(1)
        self._rest = b""
        self._session: str | None = None
        self.events: list[Json] = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network", "Accessibility"):
            self.call(f"{domain}.enable")

    def close(self) -> None:
        self._session = None
        self.call("Browser.close")
        self._process.wait(PATIENCE_SECONDS)
        os.close(self._to)
        os.close(self._from)

    def call(self, method: str, **params: Any) -> Json:
        """Send a command and return its result; events that come meanwhile are kept."""
        number = next(self._numbers)
        message: Json = {"id": number, "method": method, "params": params}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._to, json.dumps(message).encode() + b"\0")
        while (reply := self._next()).get("id") != number:
            self.events.append(reply)
        assert "error" not in reply, reply
        result: Json = reply["result"]
        return result

    def _next(self) -> Json:
        while b"\0" not in self._rest:
            ready, _, _ = select([self._from], [], [], PATIENCE_SECONDS)
            part = os.read(self._from, 2**16) if ready else b""
            assert part, "the browser is gone or says nothing"
            self._rest += part
        text, _, self._rest = self._rest.partition(b"\0")
        message: Json = json.loads(text)
        return message

    def show(self, page: Path, *, width: int, height: int, scheme: str = "light") -> None:
        """Open a page from disk at a size, by day or by night."""
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.events.clear()
        self.call("Page.navigate", url=page.as_uri())
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self.events.append(self._next())

    def tell(self, expression: str) -> Any:
        """Evaluate an expression of JavaScript."""
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        assert "exceptionDetails" not in result, result
        return result["result"].get("value")

    def press(self, key: str) -> None:
        for kind in ("rawKeyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=9)

    def printed_pages(self) -> int:
        """Return how many pages of paper the page takes, in the size that it asks for."""
        printed = base64.b64decode(self.call("Page.printToPDF", preferCSSPageSize=True)["data"])
        return len(re.findall(rb"/Type\s*/Page\b", printed))

    def picture(self, path: Path) -> None:
        """Write a picture of the whole page."""
        shot = self.call("Page.captureScreenshot", captureBeyondViewport=True)
        path.write_bytes(base64.b64decode(shot["data"]))


@pytest.fixture(scope="module")
def tab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    opened = Tab(tmp_path_factory.mktemp("profile"))
    yield opened
    opened.close()


@pytest.fixture
def page(tmp_path: Path, statistics: Statistics, lines: dict[Topic, list[LineStanding]]) -> Path:
    path = tmp_path / "figures.html"
    path.write_text(stats_page(statistics, lines), encoding="utf-8")
    return path


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [(390, 844), (1280, 900)], ids=["phone", "desk"])
def test_no_complaint_no_request_no_sideways_scroll(
    tab: Tab, page: Path, size: tuple[int, int], scheme: str
) -> None:
    tab.show(page, width=size[0], height=size[1], scheme=scheme)
    assert tab.tell("document.documentElement.scrollWidth") == size[0]
    methods = [event.get("method") for event in tab.events]
    assert [event for event in tab.events if event.get("method") in COMPLAINTS] == []
    assert methods.count("Network.requestWillBeSent") == 1
    light = tab.tell("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert light == (scheme == "light")


def test_a_screen_reader_finds_its_way(tab: Tab, page: Path) -> None:
    tab.show(page, width=1280, height=900)
    nodes = tab.call("Accessibility.getFullAXTree")["nodes"]
    named = [
        (node["role"]["value"], node.get("name", {}).get("value", ""))
        for node in nodes
        if not node["ignored"]
    ]
    roles = {role for role, _ in named}
    assert roles >= LANDMARKS
    for role in ("image", "table", "region", "heading"):
        names = [name for found, name in named if found == role]
        assert len(names) > 3
        assert all(names)


def test_by_key_the_first_stop_leads_past_the_list(tab: Tab, page: Path) -> None:
    tab.show(page, width=1280, height=900)
    tab.press("Tab")
    assert tab.tell("document.activeElement.className") == "skip"
    assert tab.tell("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    stops = []
    for _ in range(40):
        tab.press("Tab")
        stops.append(tab.tell("document.activeElement.tagName"))
    assert {"A", "SUMMARY", "DIV"} <= set(stops)


def test_the_sheet_prints_on_one_page(tab: Tab, tmp_path: Path) -> None:
    """With as many misses as it takes, each with the longest prompt."""
    misses = [Miss(ItemId(f"an-item-of-some-length-{n}"), "missed 20 times", "W " * 50) for n in range(12)]
    path = tmp_path / "sheet.html"
    path.write_text(crib_page(Crib(date(2026, 12, 18), (), lines_on(()), misses, 99)), encoding="utf-8")
    tab.show(path, width=1280, height=900)
    assert len(misses) == MOST_MISSES
    assert tab.printed_pages() == 1
    assert [event for event in tab.events if event.get("method") in COMPLAINTS] == []


def test_the_sheet_fits_a_phone(tab: Tab, tmp_path: Path) -> None:
    path = tmp_path / "sheet.html"
    path.write_text(crib_page(Crib(date(2026, 12, 18), (), lines_on(()), [], 0)), encoding="utf-8")
    tab.show(path, width=390, height=844)
    assert tab.tell("document.documentElement.scrollWidth") == 390


def test_the_report_of_an_interview_prints_on_two_pages(
    tab: Tab, tmp_path: Path, mock_report: MockReport
) -> None:
    path = tmp_path / "report.html"
    path.write_text(mock_page(mock_report), encoding="utf-8")
    tab.show(path, width=1280, height=900)
    assert tab.printed_pages() == 2
    assert [event for event in tab.events if event.get("method") in COMPLAINTS] == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_report_of_an_interview_fits_a_phone(
    tab: Tab, tmp_path: Path, mock_report: MockReport, scheme: str
) -> None:
    path = tmp_path / "report.html"
    path.write_text(mock_page(mock_report), encoding="utf-8")
    tab.show(path, width=390, height=844, scheme=scheme)
    assert tab.tell("document.documentElement.scrollWidth") == 390
    light = tab.tell("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert light == (scheme == "light")
