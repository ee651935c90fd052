"""Every setting: its name, its default, what it takes, what it does.

Leaves out where changes are kept: each is an entry of the journal, the last one counts.
"""

from collections.abc import Callable, Iterable, Mapping
from datetime import date
from typing import NamedTuple

from drill.errors import UsageError
from drill.study import weights
from drill.study.journal import Entry, SettingChanged
from drill.study.roles import FORMER_NAMES, ROLES
from drill.study.text import one_line, storable

_MOST_DIGITS = 9


class Setting(NamedTuple):
    """One setting; `check` returns the value as kept, or raises ValueError saying what it takes."""

    name: str
    default: str
    help: str
    check: Callable[[str], str]


def _whole(low: int, high: int) -> Callable[[str], str]:
    def check(text: str) -> str:
        is_whole = text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS
        if not is_whole or not low <= int(text) <= high:
            raise ValueError(f"takes a whole number from {low} to {high}")
        return str(int(text))

    return check


def _one_of(*words: str) -> Callable[[str], str]:
    def check(text: str) -> str:
        if text not in words:
            raise ValueError(f"takes one of {', '.join(words)}")
        return text

    return check


def _role(text: str) -> str:
    return _one_of(*ROLES)(FORMER_NAMES.get(text, text))


def _date_or_none(text: str) -> str:
    try:
        return "none" if text == "none" else date.fromisoformat(text).isoformat()
    except ValueError:
        raise ValueError("takes a date such as 2026-12-19, or none") from None


def _retention(text: str) -> str:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0.70 <= value <= 0.97:
        raise ValueError("takes a number from 0.70 to 0.97")
    return f"{value:.2f}"


def _whole_or_auto(text: str) -> str:
    return text if text == "auto" else _whole(0, 200)(text)


def _folder_or_default(text: str) -> str:
    if text != "default" and not text.startswith(("/", "~/")):
        raise ValueError("takes a whole path such as ~/katas, or default")
    if storable(text) != text:
        raise ValueError("takes a path in UTF-8")
    return text


def _weights(text: str) -> str:
    return text if text == "default" else weights.write(weights.read(text))


SETTINGS = {
    setting.name: setting
    for setting in (
        Setting("interview", "none", "date of the interview; sets the pace", _date_or_none),
        Setting("minutes", "20", "minutes a day", _whole(1, 480)),
        Setting("role", "ai-engineer", "which topics come first", _role),
        Setting("new", "auto", "new items a day; auto follows interview and minutes", _whole_or_auto),
        Setting("kata-minutes", "15", "minutes a day for katas", _whole(0, 480)),
        Setting(
            "workspace",
            "default",
            "folder for your katas; default lies beside the journal",
            _folder_or_default,
        ),
        Setting("retention", "0.90", "share of due items to be still known when they come", _retention),
        Setting("weights", "default", "FSRS weights of your own, fitted by `drill tune`", _weights),
        Setting("rollover", "4", "hour at which the study day turns over", _whole(0, 12)),
        Setting("confidence", "off", "ask how sure you are before the answer is shown", _one_of("on", "off")),
        Setting("clock", "off", "show the seconds that each answer took", _one_of("on", "off")),
    )
}


class Settings(NamedTuple):
    """The settings in force."""

    interview: date | None
    minutes: int
    role: str
    new: int | None
    retention: float
    rollover: int
    confidence: bool
    clock: bool
    kata_minutes: int
    workspace: str | None
    weights: weights.Weights


def setting(name: str) -> Setting:
    """Return a setting by name; UsageError naming all."""
    if name not in SETTINGS:
        raise UsageError(f"no setting `{one_line(name)}`; there are {', '.join(SETTINGS)}")
    return SETTINGS[name]


def checked(name: str, text: str) -> str:
    """Return a setting's value as kept; UsageError naming the setting and what it takes."""
    try:
        return setting(name).check(text.strip())
    except ValueError as problem:
        raise UsageError(f"setting `{name}` {problem}, not `{one_line(text)}`") from None


def changed(entries: Iterable[Entry]) -> dict[str, str]:
    """Return the settings that differ from their default, from all entries that change one."""
    values: dict[str, str] = {}
    for entry in entries:
        if isinstance(entry.body, SettingChanged):
            values.pop(entry.body.name, None)
            if entry.body.value is not None:
                values[entry.body.name] = entry.body.value
    return values


def settings_of(values: Mapping[str, str]) -> Settings:
    """Return typed settings from the values that differ from their default."""
    text = {name: _usable(setting, values.get(name, setting.default)) for name, setting in SETTINGS.items()}
    return Settings(
        interview=None if text["interview"] == "none" else date.fromisoformat(text["interview"]),
        minutes=int(text["minutes"]),
        role=text["role"],
        new=None if text["new"] == "auto" else int(text["new"]),
        retention=float(text["retention"]),
        rollover=int(text["rollover"]),
        confidence=text["confidence"] == "on",
        clock=text["clock"] == "on",
        kata_minutes=int(text["kata-minutes"]),
        workspace=None if text["workspace"] == "default" else text["workspace"],
        weights=weights.DEFAULT if text["weights"] == "default" else weights.read(text["weights"]),
    )


def _usable(setting: Setting, text: str) -> str:
    # a journal shared with a newer drill may hold a value that this one does not know
    try:
        return setting.check(text)
    except ValueError:
        return setting.default
