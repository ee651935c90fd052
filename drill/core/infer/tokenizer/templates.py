"""Chat templates that are known by their text: ChatML, with or without a default system turn, and Llama 3.

Leaves out ids (chat.py) and Jinja: a template of any other text is refused, never run.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from drill.core.errors import InputError


class Message(NamedTuple):
    """One turn of a conversation; roles are system, user, assistant or what else the model was trained on."""

    role: str
    content: str


class Marker(NamedTuple):
    """A special token in a rendered conversation; plain str beside it is ordinary text."""

    token: str


# the model's BOS, whatever its text
BOS = Marker("")


class Template(Protocol):
    """A way to write a conversation down."""

    def parts(self, messages: Sequence[Message], *, opens_answer: bool) -> Iterator[str | Marker]:
        """Yield markers and the text between them; `opens_answer` ends with the assistant's head."""


class ChatMl(NamedTuple):
    """<|im_start|>role, the content, <|im_end|>; `default_system` opens where no system turn does."""

    default_system: str | None = None

    def parts(self, messages: Sequence[Message], *, opens_answer: bool) -> Iterator[str | Marker]:
        """Yield the parts; without messages there is no default turn either."""
        opening: list[Message] = []
        if self.default_system is not None and messages and messages[0].role != "system":
            opening.append(Message("system", self.default_system))
        for role, content in (*opening, *messages):
            yield from (Marker("<|im_start|>"), f"{role}\n{content}", Marker("<|im_end|>"), "\n")
        if opens_answer:
            yield from (Marker("<|im_start|>"), "assistant\n")


class Llama3(NamedTuple):
    """BOS, then for each turn its role between header markers, the trimmed content, <|eot_id|>."""

    def parts(self, messages: Sequence[Message], *, opens_answer: bool) -> Iterator[str | Marker]:
        """Yield the parts; BOS belongs to the first turn."""
        for place, (role, content) in enumerate(messages):
            if place == 0:
                yield BOS
            yield from (Marker("<|start_header_id|>"), role, Marker("<|end_header_id|>"))
            yield from (f"\n\n{content.strip()}", Marker("<|eot_id|>"))
        if opens_answer:
            yield from (Marker("<|start_header_id|>"), "assistant", Marker("<|end_header_id|>"), "\n\n")


# inside Jinja's quotes a line break is written either way
LINE = r"(?:\n|\\n)"
CHATML_TEXT = re.compile(
    r"(?:\{% if not add_generation_prompt is defined %\}"
    r"\{% set add_generation_prompt = false %\}\{% endif %\})?"
    r"\{% for message in messages %\}"
    r"(?:\{% if loop\.first and messages\[0\]\['role'\] != 'system' %\}"
    rf"\{{\{{ ?'<\|im_start\|>system{LINE}(?P<system>[^'\\<]*)<\|im_end\|>{LINE}' ?\}}\}}\{{% endif %\}})?"
    r"\{\{ ?'<\|im_start\|>' ?\+ ?message\['role'\] ?\+ ?"
    rf"'{LINE}' ?\+ ?message\['content'\] ?\+ ?'<\|im_end\|>'? ?\+? ?'?{LINE}' ?\}}\}}"
    r"\{% endfor %\}"
    rf"\{{% if add_generation_prompt %\}}\{{\{{ ?'<\|im_start\|>assistant{LINE}' ?\}}\}}\{{% endif %\}}\s*"
)
LLAMA3_TEXT = re.compile(
    r"\{% set loop_messages = messages %\}\{% for message in loop_messages %\}"
    r"\{% set content = '<\|start_header_id\|>' \+ message\['role'\] \+ "
    rf"'<\|end_header_id\|>{LINE}{LINE}' ?\+ message\['content'\] \| trim \+ '<\|eot_id\|>' %\}}"
    r"\{% if loop\.index0 == 0 %\}\{% set content = bos_token \+ content %\}\{% endif %\}"
    r"\{\{ content \}\}\{% endfor %\}"
    r"\{% if add_generation_prompt %\}"
    rf"\{{\{{ '<\|start_header_id\|>assistant<\|end_header_id\|>{LINE}{LINE}' \}}\}}\{{% endif %\}}\s*"
)


def template_of(text: str | None) -> Template:
    """Return the template that a model's file spells out; InputError when it is none of those known here."""
    if text is None:
        raise InputError("the model has no chat template: give it a raw prompt, or name a template")
    chatml = CHATML_TEXT.fullmatch(text)
    if chatml:
        return ChatMl(chatml["system"])
    if LLAMA3_TEXT.fullmatch(text):
        return Llama3()
    raise InputError(
        "the model's chat template is none of ChatML, SmolLM2, Llama 3: give it a raw prompt instead"
    )
