"""Settings: what each takes, and what a journal makes of them."""

from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drill.errors import UsageError
from drill.study.journal import DeviceId, Entry, EntryId, Known, Noted, SettingChanged, Stamp
from drill.study.question import ItemId
from drill.study.settings import SETTINGS, changed, checked, setting, settings_of

STAMP = Stamp(datetime(2026, 5, 4, 9, tzinfo=UTC), 0, date(2026, 5, 4))


@pytest.mark.parametrize("name", SETTINGS)
def test_each_default_is_taken_and_each_has_help(name: str) -> None:
    assert checked(name, SETTINGS[name].default) == SETTINGS[name].default
    assert SETTINGS[name].help


@pytest.mark.parametrize(
    ("name", "typed", "kept"),
    [
        ("minutes", " 020 ", "20"),
        ("interview", "2026-12-19", "2026-12-19"),
        ("interview", "none", "none"),
        ("retention", "0.9", "0.90"),
        ("retention", "9e-1", "0.90"),
        ("new", "auto", "auto"),
        ("new", "0", "0"),
        ("rollover", "12", "12"),
        ("clock", "on", "on"),
        ("role", "ml-infra", "ml-infra"),
        ("role", "platform-engineer", "ml-infra"),
    ],
)
def test_what_is_typed_is_kept_in_one_form(name: str, typed: str, kept: str) -> None:
    assert checked(name, typed) == kept


@pytest.mark.parametrize(
    ("name", "typed", "takes"),
    [
        ("minutes", "0", "a whole number from 1 to 480"),
        ("minutes", "-5", "a whole number"),
        ("minutes", "٢٠", "a whole number"),
        ("minutes", "9" * 5000, "a whole number"),
        ("rollover", "13", "from 0 to 12"),
        ("retention", "nan", "from 0.70 to 0.97"),
        ("retention", "90%", "from 0.70 to 0.97"),
        ("interview", "19.12.2026", "a date such as"),
        ("interview", "2026-02-30", "a date such as"),
        ("role", "cook", "one of ai-engineer"),
        ("clock", "yes", "one of on, off"),
        ("new", "201", "from 0 to 200"),
        ("workspace", "katas", "a whole path such as ~/katas, or default"),
        ("workspace", "/tmp/\udcff", "a path in UTF-8"),
    ],
)
def test_a_value_that_does_not_fit_is_refused_in_one_line(name: str, typed: str, takes: str) -> None:
    with pytest.raises(
        UsageError, match=f"setting `{name}` takes {takes}" if takes[0] == "a" else takes
    ) as error:
        checked(name, typed)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 200


def test_an_unknown_setting_names_all() -> None:
    with pytest.raises(UsageError, match="no setting `speed`; there are interview, minutes"):
        setting("speed")


def test_the_last_change_counts_and_none_puts_the_default_back() -> None:
    bodies: list[Known] = [
        SettingChanged("minutes", "30"),
        SettingChanged("role", "platform-engineer"),
        Noted(ItemId("kv"), "x"),
        SettingChanged("minutes", "40"),
        SettingChanged("role", None),
        SettingChanged("from-a-newer-drill", "x"),
    ]
    entries = [Entry(EntryId(str(n)), DeviceId("a"), n, STAMP, body) for n, body in enumerate(bodies)]
    values = changed(entries)
    assert values == {"minutes": "40", "from-a-newer-drill": "x"}
    assert settings_of(values).minutes == 40


def test_typed_settings() -> None:
    usual = settings_of({})
    assert (usual.interview, usual.minutes, usual.new, usual.retention, usual.rollover) == (
        None,
        20,
        None,
        0.9,
        4,
    )
    assert (usual.confidence, usual.clock) == (False, False)
    typed = settings_of({"interview": "2026-12-19", "new": "3", "clock": "on"})
    assert (typed.interview, typed.new, typed.clock) == (date(2026, 12, 19), 3, True)


@given(st.dictionaries(st.sampled_from(sorted(SETTINGS)), st.text(max_size=12)))
def test_a_value_of_a_newer_drill_falls_back_to_the_default(values: dict[str, str]) -> None:
    typed = settings_of(values)
    assert 1 <= typed.minutes <= 480
    assert 0.7 <= typed.retention <= 0.97
