"""Cards out of a package of Anki's or a table, on their way into one's own bank.

Leaves out what becomes of each (content/taking.py) and what a person is shown of it (ui).
"""

import re
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

from drill.content.notetext import as_typed, note_text
from drill.errors import UsageError
from drill.store.ankireading import AnkiNote, read_notes
from drill.study.draft import LONGEST_TEXT, Card, Refused, answer_parts, clean
from drill.study.question import ITEM_ID, ItemId
from drill.study.text import one_line

_CLOZE = re.compile(r"\{\{c\d+::")
_DRILLS_OWN = "drill:"
# HTML around a text may be longer than it; beyond this nobody looks for one
_LONGEST_FIELD = 10 * LONGEST_TEXT


def anki_cards(path: Path) -> list[Card | Refused]:
    """Return the cards of a package: the first field asks, the next one answers, the others explain."""
    return [_card(f"note {number}", note) for number, note in enumerate(read_notes(path), 1)]


def with_topic(cards: Iterable[Card | Refused], topic: str | None) -> list[Card | Refused]:
    """Return cards of which those that name no topic have this one; UsageError where it can't be one."""
    if topic is not None and not ITEM_ID.fullmatch(topic):
        raise UsageError(f"a topic is lower-case words joined by hyphens, not `{one_line(topic)}`")
    return [card._replace(topic=card.topic or topic) if isinstance(card, Card) else card for card in cards]


def _card(where: str, note: AnkiNote) -> Card | Refused:
    longest = max(map(len, note.fields))
    if longest > _LONGEST_FIELD:
        return Refused(where, "", f"a field of {longest:,} characters")
    prompt, *others = map(note_text, note.fields)
    why = _fault(note)
    if why:
        return Refused(where, clean(prompt.plain()), why)
    answer, *more = [other for other in others if other.lines] or [note_text("")]
    plain = clean(answer.plain())
    lost = any(text.lost_media for text in (prompt, *others))
    return Card(
        where,
        clean(prompt.markdown()),
        plain,
        tuple(map(as_typed, answer_parts(plain))),
        explanation=clean("\n\n".join(text.markdown() for text in more)),
        item=_item(note.guid),
        lost="pictures or sound" if lost else "",
    )


def _fault(note: AnkiNote) -> str:
    if note.guid.startswith(_DRILLS_OWN):
        return "a question that drill has exported"
    if any(map(_CLOZE.search, note.fields)):
        return "a cloze; drill asks no gaps"
    return "" if note.guid else "it has no id"


def _item(guid: str) -> ItemId:
    """Return the item of a note, the same at each import."""
    return ItemId(f"anki-{sha256(guid.encode()).hexdigest()[:12]}")
