"""Shows a value in one short line: long arrays abbreviated, control characters harmless.

Leaves out everything that would run a learner's code: values are plain data by the time they come here.
"""

import numpy as np

from drill.study.text import harmless

LONGEST = 120
_EDGE = 3


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


def show_call(name: str, args: tuple[object, ...], kwargs: dict[str, object], longest: int = LONGEST) -> str:
    """Return a call as it would be typed, its arguments abbreviated."""
    parts = [show(arg, longest // 2) for arg in args]
    parts += [f"{key}={show(arg, longest // 2)}" for key, arg in kwargs.items()]
    return _cut(f"{name}({', '.join(parts)})", longest)


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def _text(value: object) -> str:
    if isinstance(value, np.ndarray):
        return _array(value)
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, list | tuple):
        return _sequence(value)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_text(key)}: {_text(item)}" for key, item in list(value.items())[:8]) + "}"
    return repr(value) if isinstance(value, int | str | bytes | bool | None) else f"<{type(value).__name__}>"


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
