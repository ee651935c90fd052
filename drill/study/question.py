"""The questions of a bank as values: eight kinds under one tagged union.

Leaves out how a question is drawn (instance.py), marked (marking.py) and read from YAML (content).
Every scalar arrives as text; msgspec's lax conversion gives the typed fields their types.
"""

import re
from typing import Literal, NewType

from msgspec import Struct

ItemId = NewType("ItemId", str)
Topic = NewType("Topic", str)
Number = int | float

ITEM_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
PARAMETER = re.compile(r"[a-z][a-z0-9_]*")
LETTERS = "abcdefgh"


class Reference(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a fact stands: a key of sources.yaml and a section, page or line there."""

    key: str
    at: str = ""


class Option(Struct, frozen=True, forbid_unknown_fields=True):
    """One answer to pick; a wrong one names the misconception behind it."""

    text: str
    why: str
    right: bool = False
    misconception: str = ""


class Slip(Struct, frozen=True, forbid_unknown_fields=True):
    """A wrong typed answer that people really give, and why it is wrong."""

    text: str
    why: str


class Param(Struct, frozen=True, forbid_unknown_fields=True, rename={"start": "from", "stop": "to"}):
    """What a parameter may be: values, a range (`from`, `to`, `step` or `times`), or rows of a table.

    `names` puts a word beside each value: `{dtype.name}` in a prompt. A row gives `{model.name}` and
    one name for each of its fields: `{model.layers}`.
    """

    values: tuple[Number, ...] = ()
    names: tuple[str, ...] = ()
    start: Number | None = None
    stop: Number | None = None
    step: Number | None = None
    times: Number | None = None
    table: Literal["models", "gpus", "prices"] | None = None
    rows: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Refuse a parameter that is none, or more than one, of the three forms."""
        forms = [bool(self.values), self.start is not None, self.table is not None]
        if sum(forms) != 1:
            raise ValueError("give exactly one of `values`, `from` or `table`")
        if self.names and len(self.names) != len(self.values):
            raise ValueError("`names` needs one name for each of `values`")
        if self.start is not None:
            self._check_range(self.start)
        if (self.table is not None) != bool(self.rows):
            raise ValueError("`table` and `rows` go together")

    def _check_range(self, start: Number) -> None:
        if self.stop is None or (self.step is None) == (self.times is None):
            raise ValueError("a range needs `from`, `to` and one of `step`, `times`")
        grows = self.step is not None and self.step > 0
        multiplies = self.times is not None and self.times > 1 and start > 0
        if not (grows or multiplies) or self.stop < start:
            raise ValueError("a range needs `to` >= `from`, and `step` > 0 or `times` > 1 with `from` > 0")


class Trap(Struct, frozen=True, forbid_unknown_fields=True):
    """A classic wrong formula: a name in drill.facts, or arithmetic over the parameters.

    An expression gives its value in base units (bytes, seconds, 1), as a formula does.
    """

    misconception: str
    why: str
    formula: str = ""
    expression: str = ""
    args: dict[str, str] = {}

    def __post_init__(self) -> None:
        """Refuse a trap without exactly one way to compute it."""
        if bool(self.formula) == bool(self.expression):
            raise ValueError("a trap needs exactly one of `formula`, `expression`")


class Point(Struct, frozen=True, forbid_unknown_fields=True):
    """A key point of an interview answer; `hints` are words that suggest a sentence says it.

    `follow_up` counts from 1 the question's follow-up that leads to what was left unsaid, 0 without one.
    """

    text: str
    hints: tuple[str, ...]
    follow_up: int = 0


class Common(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What every kind carries."""

    id: ItemId
    difficulty: int
    outline: tuple[str, ...]
    sources: tuple[Reference, ...]
    prompt: str
    explanation: str
    topic: Topic = Topic("")
    rev: int = 1
    related: tuple[str, ...] = ()
    follow_ups: tuple[str, ...] = ()
    pool: Literal["daily", "exam"] = "daily"

    def __post_init__(self) -> None:
        """Refuse an id that is no slug, a difficulty off the scale, and missing outline or sources."""
        if not ITEM_ID.fullmatch(self.id):
            raise ValueError("`id` must be lower-case words joined by hyphens")
        if not 1 <= self.difficulty <= 5:
            raise ValueError("`difficulty` must be 1 to 5")
        if self.rev < 1:
            raise ValueError("`rev` must be 1 or more")
        if not self.outline:
            raise ValueError("`outline` needs at least one key of outline.yaml")
        if not self.sources:
            raise ValueError("`sources` needs at least one key of sources.yaml")


def _check_options(options: tuple[Option, ...], least_right: int, most_right: int) -> None:
    if not 2 <= len(options) <= len(LETTERS):
        raise ValueError(f"`options` needs 2 to {len(LETTERS)} options")
    right = sum(option.right for option in options)
    if not least_right <= right <= most_right:
        wanted = (
            "exactly one right option" if most_right == 1 else "at least two right options and a wrong one"
        )
        raise ValueError(f"`options` needs {wanted}, found {right} right")


class Choice(Common, frozen=True, kw_only=True, tag="choice", tag_field="kind"):
    """One right option; shuffled at each ask."""

    options: tuple[Option, ...]

    def __post_init__(self) -> None:
        """Refuse anything but one right option."""
        super().__post_init__()
        _check_options(self.options, 1, 1)


class Multi(Common, frozen=True, kw_only=True, tag="multi", tag_field="kind"):
    """Several right options, graded all or nothing; part marks are shown."""

    options: tuple[Option, ...]

    def __post_init__(self) -> None:
        """Refuse fewer than two right options, and all right."""
        super().__post_init__()
        _check_options(self.options, 2, len(self.options) - 1)


class Numeric(Common, frozen=True, kw_only=True, tag="numeric", tag_field="kind"):
    """A number to work out; each ask draws new parameters.

    `formula` names a function of drill.facts, which gives base units; `unit` is the unit of the answer.
    `args` maps the formula's arguments to arithmetic over parameters; an argument not named there takes
    the parameter of its own name. `tolerance` is `exact` or a percentage. `band` is the plausible range
    of the answer, in `unit`. `worked` is the worked line, with `{name}` placeholders and `{answer}`.
    `follows` names the step before it in a chain (chain.py).
    """

    params: dict[str, Param]
    formula: str
    unit: str
    worked: str
    traps: tuple[Trap, ...]
    band: tuple[Number, Number]
    args: dict[str, str] = {}
    tolerance: str = "2%"
    follows: ItemId = ItemId("")

    def __post_init__(self) -> None:
        """Refuse no parameters, no traps, or a tolerance that can't be read."""
        super().__post_init__()
        if not self.params:
            raise ValueError("`params` needs at least one parameter")
        for name in self.params:
            if not PARAMETER.fullmatch(name):
                raise ValueError(f"parameter `{name}` must be lower-case letters, digits and _")
        if not self.traps:
            raise ValueError("`traps` needs at least one classic wrong formula")
        if not re.fullmatch(r"exact|\d+(\.\d+)?%", self.tolerance):
            raise ValueError("`tolerance` must be `exact` or a percentage such as `2%`")


class Short(Common, frozen=True, kw_only=True, tag="short", tag_field="kind"):
    """A typed word or phrase; the first accepted form is the one shown."""

    accepted: tuple[str, ...]
    slips: tuple[Slip, ...] = ()

    def __post_init__(self) -> None:
        """Refuse no accepted form."""
        super().__post_init__()
        if not self.accepted:
            raise ValueError("`accepted` needs at least one form")


class Order(Common, frozen=True, kw_only=True, tag="order", tag_field="kind"):
    """Steps to put in order; written in the right one."""

    steps: tuple[str, ...]

    def __post_init__(self) -> None:
        """Refuse fewer than three steps, or more than there are letters."""
        super().__post_init__()
        if not 3 <= len(self.steps) <= len(LETTERS):
            raise ValueError(f"`steps` needs 3 to {len(LETTERS)} steps")


class Predict(Common, frozen=True, kw_only=True, tag="predict", tag_field="kind"):
    """What does this Python code print? `output` is what it really prints, line ends apart."""

    code: str
    output: str
    slips: tuple[Slip, ...] = ()


class Bug(Common, frozen=True, kw_only=True, tag="bug", tag_field="kind"):
    """Which line is wrong, then the reason among the options.

    `check` is Python that raises after `code` and passes after `fixed`; `line` counts from 1 in `code`.
    """

    code: str
    fixed: str
    check: str
    line: int
    options: tuple[Option, ...]

    def __post_init__(self) -> None:
        """Refuse a line outside the code and anything but one right reason."""
        super().__post_init__()
        if not 1 <= self.line <= len(self.code.splitlines()):
            raise ValueError("`line` must be a line of `code`, counted from 1")
        _check_options(self.options, 1, 1)


class Open(Common, frozen=True, kw_only=True, tag="open", tag_field="kind"):
    """An interview answer, scored by its key points less its wrong claims."""

    points: tuple[Point, ...]
    wrong_claims: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Refuse fewer than three key points."""
        super().__post_init__()
        if len(self.points) < 3:
            raise ValueError("`points` needs at least three key points")
        last = len(self.follow_ups)
        if any(not 0 <= point.follow_up <= last for point in self.points):
            raise ValueError(f"`follow_up` of a key point must be 1 to {last}, one of `follow_ups`")


Question = Choice | Multi | Numeric | Short | Order | Predict | Bug | Open
KINDS: dict[str, type] = {
    str(kind.__struct_config__.tag): kind
    for kind in (Choice, Multi, Numeric, Short, Order, Predict, Bug, Open)
}


class Bank(Struct, frozen=True, forbid_unknown_fields=True):
    """One YAML file of questions on one topic."""

    topic: Topic
    questions: tuple[Question, ...]
    format: Literal[1] = 1


def kind_of(question: Question) -> str:
    """Return the tag of a question's kind."""
    return str(question.__struct_config__.tag)
