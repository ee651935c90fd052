"""HTML and SVG elements out of names, attributes and children: texts are escaped, control codes made visible.

Leaves out pages (page.py) and charts (charts.py).
"""

from html import escape

from drill.study.text import harmless

_VOID = frozenset({"meta", "link", "br", "hr"})


class Markup(str):
    """Text that is markup already, made by `element` or `joined` alone."""

    __slots__ = ()


Child = str | Markup
Value = str | float | bool | None


def element(name: str, /, *children: Child, **attributes: Value) -> Markup:
    """Return an element with its attributes; True stands bare, None not at all.

    A `_` in an attribute is a `-` (`aria_label`); one at the end keeps it from being a word of Python.
    """
    head = name + "".join(_attribute(key, value) for key, value in attributes.items())
    if name in _VOID:
        return Markup(f"<{head}>")
    return Markup(f"<{head}>{joined(*children)}</{name}>")


def joined(*children: Child, between: str = "") -> Markup:
    """Return children side by side."""
    return Markup(
        between.join(child if isinstance(child, Markup) else escape(harmless(child)) for child in children)
    )


def _attribute(key: str, value: Value) -> str:
    if value is None or value is False:
        return ""
    # SVG's own names keep their capitals
    name = key.rstrip("_").replace("_", "-")
    if value is True:
        return f" {name}"
    text = f"{value:.1f}".removesuffix(".0") if isinstance(value, float) else str(value)
    return f' {name}="{escape(harmless(text))}"'
