"""Quantities: what learners type, what is shown, and the confusion of GB and GiB."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drill.study.quantity import QuantityProblem, display, mistaken_binary, parse, readings, unit

GIB = 2**30


@pytest.mark.parametrize(
    ("text", "value", "dimension"),
    [
        ("1.5 GiB", 1.5 * GIB, "bytes"),
        ("1.5GiB", 1.5 * GIB, "bytes"),
        ("1.5 gib", 1.5 * GIB, "bytes"),
        ("1,536 MiB", 1.5 * GIB, "bytes"),
        ("1.6e9 bytes", 1.6e9, "bytes"),
        ("1e+15 B", 1e15, "bytes"),
        ("2*32*8*128*8192*2 B", GIB, "bytes"),
        ("2×32·8*128*8192×4÷2 B", GIB, "bytes"),
        ("2^30 B", GIB, "bytes"),
        ("(1 + 2) kB", 3000, "bytes"),
        ("25%", 0.25, "ratio"),
        ("25 percent", 0.25, "ratio"),
        ("1/4", 0.25, "ratio"),
        ("2.8x", 2.8, "ratio"),
        ("1 k", 1000, "ratio"),
        ("16k tokens", 16_000, "tokens"),
        ("1 token", 1, "tokens"),
        ("$0.28", 0.28, "money"),
        ("0.28 $", 0.28, "money"),
        ("28 ¢", 0.28, "money"),
        ("-$3", -3, "money"),
        ("$0.28/Mtok", 0.28, "price"),
        ("0.28 $ per million tokens", 0.28, "price"),
        ("~3 ms", 0.003, "time"),
        ("≈ 3 milliseconds", 0.003, "time"),
        ("3\u00a0\u03bcs", 3e-6, "time"),
        ("2 min", 120, "time"),
        ("209 tok/s", 209, "tokens/time"),
        ("209 tokens per second", 209, "tokens/time"),
        ("120 req / min", 2, "requests/time"),
        ("4.8 TB/s", 4.8e12, "bytes/time"),
        ("295 FLOP/byte", 295, "flop/bytes"),
        ("989 TFLOP/s", 989e12, "flop/time"),
        ("989 TFLOPS", 989e12, "flop/time"),
        ("17.6 TFLOP", 17.6e12, "flop"),
        ("128 KiB/token", 131_072, "bytes/tokens"),
        ("12 blocks", 12, "blocks"),
        ("4.5 bits", 4.5, "bits"),
    ],
)
def test_understood(text: str, value: float, dimension: str) -> None:
    found = parse(text)
    assert found.value == pytest.approx(value)
    assert found.dimension == dimension


@pytest.mark.parametrize(
    ("text", "value"),
    [("2 * layers", 64), ("layers", 32), ("2*layers B", 64), ("8192 / layers", 256), ("model.kv_heads", 8)],
)
def test_names_in_arithmetic(text: str, value: float) -> None:
    assert parse(text, {"layers": 32, "model.kv_heads": 8}).value == value


def test_a_unit_wins_over_a_parameter_of_its_name() -> None:
    assert parse("16 tokens", {"tokens": 8192}) == (16, "tokens", "tokens")


def test_a_bare_number_has_no_unit() -> None:
    assert parse("16k").unit == ""
    assert parse("1/4").unit == ""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no number there"),
        ("about two", "no number there"),
        ("GiB", "no number there"),
        ("5 foo", "no unit `foo`"),
        ("5 Mb", "no unit `Mb`"),
        ("20 GB/s/s", "no unit `GB/s/s`"),
        ("1,5 GiB", "a decimal needs a point"),
        ("1/0 s", "division by zero"),
        ("$0.28 $", "can't read `$`"),
        ("5 5 ms", "`5` doesn't follow at character 3"),
        ("1" * 201, "more than 200 characters"),
    ],
)
def test_refusal_says_what_cannot_be_read(text: str, message: str) -> None:
    with pytest.raises(QuantityProblem) as caught:
        parse(text)
    assert message in str(caught.value)


@settings(deadline=None, max_examples=300)
@given(
    st.one_of(
        st.text(max_size=60),
        st.tuples(
            st.sampled_from(["", "$", "~", "1", "2*3", "1e9"]), st.text("GiBtok/s$%.,^* -9", max_size=12)
        ).map("".join),
    )
)
def test_random_text_gives_a_quantity_or_the_named_problem(text: str) -> None:
    try:
        found = parse(text)
    except QuantityProblem:
        return
    assert math.isfinite(found.value)
    assert found.dimension


@pytest.mark.parametrize(
    ("value", "name", "shown"),
    [
        (2 * GIB, "GiB", "2.00 GiB"),
        (1536 * 2**20, "MiB", "1,536 MiB"),
        (0.00479426, "ms", "4.79 ms"),
        (16_384, "tokens", "16,384 tokens"),
        (1, "tokens", "1 token"),
        (30_633.4, "tokens", "30,633 tokens"),
        (0.27778, "$", "$0.278"),
        (-2, "$", "-$2.00"),
        (10, "$", "$10"),
        (-40, "$", "-$40"),
        (12.5, "$", "$12.50"),
        (9.999, "$", "$10.00"),
        (0.5, "$", "$0.50"),
        (0.006, "$", "$0.006"),
        (1_250_000, "$", "$1,250,000"),
        (125.5, "$", "$126"),
        (0.00000125, "$", "$1.25e-06"),
        (10 / 3600, "$/h", "$10/h"),
        (12.5 / 3600, "$/h", "$12.50/h"),
        (0.5 / 3600, "$/h", "$0.50/h"),
        (20, "$/Mtok", "$20/Mtok"),
        (2.5, "$/Mtok", "$2.50/Mtok"),
        (30, "dollars", "30 dollars"),
        (0.25, "cents", "25 cents"),
        (0.054, "cents", "5.40 cents"),
        (0.27778, "$/Mtok", "$0.278/Mtok"),
        (0.25, "%", "25%"),
        (0.0737, "%", "7.37%"),
        (2.8, "x", "2.80x"),
        (3, "", "3"),
        (0.125, "", "0.125"),
        (131_072, "B", "131,072 B"),
        (17_592_186_044_416, "TFLOP", "17.6 TFLOP"),
        (9.999, "s", "10.0 s"),
        (0, "ms", "0 ms"),
        (208.586, "tok/s", "209 tok/s"),
    ],
)
def test_display(value: float, name: str, shown: str) -> None:
    assert display(value, name) == shown


def test_display_shows_no_exponent_where_people_read_digits() -> None:
    shown = [display(mantissa * 10.0**power, "") for power in range(-3, 15) for mantissa in (1, 1.234, 9.99)]
    assert not [text for text in shown if "e" in text]


SHOWN = st.sampled_from(
    ["GiB", "MB", "B", "ms", "s", "tokens", "tok/s", "$", "%", "", "x", "FLOP/byte", "$/Mtok"]
)


@settings(deadline=None, max_examples=300)
@given(st.one_of(st.integers(1, 10**14), st.floats(1e-6, 1e14)), SHOWN)
def test_what_is_shown_reads_back_within_half_a_percent(value: float, name: str) -> None:
    back = parse(display(value, name))
    assert back.value * (unit(name).factor if back.unit == "" else 1) == pytest.approx(value, rel=0.0051)
    assert back.dimension == unit(name).dimension


@pytest.mark.parametrize(
    ("text", "expected", "values"),
    [
        ("1.5", "GiB", (1.5 * GIB,)),
        ("1536 MiB", "GiB", (1.5 * GIB,)),
        ("1.5 s", "GiB", ()),
        ("25", "%", (0.25, 25)),
        ("1/4", "%", (0.0025, 0.25)),
        ("25%", "", (0.25,)),
        ("16k", "tokens", (16_000,)),
        ("4 blocks", "tokens", ()),
        ("128 KiB", "KiB/token", (131_072,)),
        ("128 KiB/token", "KiB", (131_072,)),
        ("209 tok", "tok/s", ()),
    ],
)
def test_readings_in_the_unit_asked(text: str, expected: str, values: tuple[float, ...]) -> None:
    assert readings(parse(text), expected) == values


@pytest.mark.parametrize(
    ("given_bytes", "typed", "expected", "said"),
    [
        (1.0737 * GIB, "", "GiB", "right formula, GB for GiB, 7.4% off"),
        (1e9, "GB", "GiB", "right formula, GB for GiB, 6.9% off"),
        (1e9, "GB", "B", "right formula, GB for GiB, 6.9% off"),
        (GIB / 1.0486, "MB", "MiB", "right formula, MB for MiB, 4.6% off"),
        (GIB * 1.0737, "GiB", "GB", "right formula, GiB for GB, 7.4% off"),
        (GIB * 1.0995, "", "TiB", "right formula, TB for TiB, 10.0% off"),
        (GIB * 1.024, "", "KiB/token", "right formula, KB/token for KiB/token, 2.4% off"),
        (GIB * 1.05, "", "GiB", None),
        (GIB * 1.0737, "", "ms", None),
    ],
)
def test_gb_is_not_gib(given_bytes: float, typed: str, expected: str, said: str | None) -> None:
    assert mistaken_binary(given=given_bytes, right=GIB, typed=typed, expected=expected) == said


def test_nothing_is_a_confusion_of_zero() -> None:
    assert mistaken_binary(given=1, right=0, typed="GB", expected="GiB") is None
