"""Shows a value in one short line: long arrays abbreviated, control characters harmless.

Leaves out everything that would run a learner's code: values are plain data by the time they come here.
"""

import re
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from drill.study.text import harmless

LONGEST = 120
_EDGE = 3
_MOST_WHOLE = 256
_LONGEST_CASE = 4000
_MOST_BITS = 4096


def show(value: object, longest: int = LONGEST) -> str:
    """Return one line for a value, at most `longest` characters."""
    return _cut(harmless(_text(value)).replace("\n", " "), longest)


def show_difference(got: object, want: object) -> str:
    """Return what came and what should have, with as many digits as it takes to tell them apart."""
    if isinstance(got, float) and isinstance(want, float):
        for digits in range(6, 18):
            shown, right = f"{got:.{digits}g}", f"{want:.{digits}g}"
            if shown != right:
                return f"got {shown}, expected {right}"
    return f"got {show(got)}, expected {show(want)}"


def show_call(name: str, args: Sequence[object], kwargs: Mapping[str, object]) -> str:
    """Return a call as it would be typed, its arguments abbreviated."""
    return _cut(harmless(_call(name, args, kwargs, lambda value: show(value, LONGEST // 2))), LONGEST)


def show_case(name: str, args: Sequence[object], kwargs: Mapping[str, object]) -> str:
    """Return a call that can be typed in: arrays with every value and their dtype, unless they are large."""
    return _cut(harmless(_call(name, args, kwargs, _whole)), _LONGEST_CASE)


def _call(
    name: str, args: Sequence[object], kwargs: Mapping[str, object], say: Callable[[object], str]
) -> str:
    parts = [say(arg) for arg in args] + [f"{key}={say(arg)}" for key, arg in kwargs.items()]
    return f"{name}({', '.join(parts)})"


def _whole(value: object) -> str:
    if isinstance(value, np.ndarray) and not value.size:
        return f"np.empty({value.shape}, dtype=np.{value.dtype.name})"
    if isinstance(value, np.ndarray) and value.size <= _MOST_WHOLE:
        return f"np.array({_whole(value.tolist())}, dtype=np.{value.dtype.name})"
    if isinstance(value, list | tuple | dict) and len(value) <= _MOST_WHOLE:
        return _whole_members(value)
    return _whole_scalar(value)


def _whole_members(value: list[object] | tuple[object, ...] | dict[object, object]) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_whole(key)}: {_whole(item)}" for key, item in value.items()) + "}"
    members = ", ".join(map(_whole, value))
    if isinstance(value, list):
        return f"[{members}]"
    return f"({members},)" if len(value) == 1 else f"({members})"


def _whole_scalar(value: object) -> str:
    if isinstance(value, np.generic):
        return _whole_scalar(value.item())
    if isinstance(value, complex):
        return f"complex({_whole_scalar(value.real)}, {_whole_scalar(value.imag)})"
    if isinstance(value, float):
        # their own names are no names of Python
        return re.sub("inf|nan", r"np.\g<0>", repr(value))
    is_plain = isinstance(value, int | str | bytes | None)
    return _plain(value) if is_plain else show(value, LONGEST)


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def _text(value: object) -> str:
    if isinstance(value, np.ndarray):
        return _array(value)
    if isinstance(value, list | tuple):
        return _sequence(value)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_text(key)}: {_text(item)}" for key, item in list(value.items())[:8]) + "}"
    return _scalar(value)


def _scalar(value: object) -> str:
    if isinstance(value, np.generic):
        return _scalar(value.item())
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, int | complex | str | bytes | None):
        return _plain(value)
    # what stays with the solution is called after its type there
    return f"<{getattr(value, 'label', type(value).__name__)}>"


def _plain(value: object) -> str:
    """Return a scalar as it is typed; Python refuses to print an integer of more than 4,300 digits."""
    if isinstance(value, int) and value.bit_length() > _MOST_BITS:
        return f"<an integer of {value.bit_length():,} bits>"
    return repr(value[:_LONGEST_CASE] if isinstance(value, str | bytes) else value)[:_LONGEST_CASE]


def _array(value: np.ndarray) -> str:
    with np.printoptions(precision=4, threshold=12, edgeitems=_EDGE, suppress=True, linewidth=10**6):
        body = " ".join(np.array2string(value, separator=", ").split())
    is_usual = value.dtype in (np.float64, np.int64, np.bool_)
    return body if is_usual else f"{body} {value.dtype}"


def _sequence(value: list[object] | tuple[object, ...]) -> str:
    ends = "[]" if isinstance(value, list) else "()"
    shown = [_text(item) for item in value[: 2 * _EDGE]]
    more = [f"… {len(value)} in all"] if len(value) > 2 * _EDGE else []
    return ends[0] + ", ".join([*shown, *more]) + ends[1]
