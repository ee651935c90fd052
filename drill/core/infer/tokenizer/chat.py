"""A conversation as the ids that a chat model was trained on.

Leaves out the templates' wording (templates.py). Markers become special tokens, everything that a person or a
model wrote is ordinary text: a message that spells <|im_end|> doesn't end its turn.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby

from drill.core.errors import InputError
from drill.core.infer.tokenizer.templates import BOS, Marker, Message, Template, template_of
from drill.core.infer.tokenizer.tokenizer import Tokenizer


def chat_ids(
    tokenizer: Tokenizer,
    messages: Sequence[Message],
    *,
    add_generation_prompt: bool = True,
    template: Template | None = None,
) -> list[int]:
    """Return the ids of a conversation by the model's own template, or by the one given.

    With `add_generation_prompt` it ends where the answer begins. BOS is there once if the template writes it,
    and else not at all, whatever the vocabulary does with raw prompts. InputError for a template that isn't
    known or whose markers the vocabulary lacks.
    """
    chosen = template_of(tokenizer.vocabulary.chat_template) if template is None else template
    ids: list[int] = []
    for part in joined(chosen.parts(messages, opens_answer=add_generation_prompt)):
        if isinstance(part, Marker):
            ids.append(_marker_id(tokenizer, part))
        else:
            ids.extend(tokenizer.encode_ordinary(part))
    return ids


def joined(parts: Iterator[str | Marker]) -> Iterator[str | Marker]:
    """Yield the parts with neighboring texts as one: tokens may lie across what a template puts together."""
    for is_marker, group in groupby(parts, key=lambda part: isinstance(part, Marker)):
        if is_marker:
            yield from group
        else:
            yield "".join(map(str, group))


def _marker_id(tokenizer: Tokenizer, marker: Marker) -> int:
    if marker is not BOS:
        return tokenizer.special(marker.token)
    if tokenizer.bos is None:
        raise InputError(
            "the chat template opens with BOS and the vocabulary names none: get the model again"
        )
    return tokenizer.bos
