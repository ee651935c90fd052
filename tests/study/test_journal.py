"""Bodies of entries: there and back byte for byte, unknown tags kept."""

from datetime import date

import pytest

from drill.study.ask import Ask
from drill.study.journal import (
    Answered,
    Asked,
    Bookmarked,
    Debriefed,
    Doubted,
    EntryId,
    Known,
    Noted,
    Placed,
    PrimerRead,
    Rating,
    Rerated,
    Resumed,
    SettingChanged,
    Suspended,
    Undone,
    Unknown,
    decode_body,
    encode_body,
    item_of,
    tag_of,
)
from drill.study.question import ItemId

ITEM = ItemId("kv")
ASK = Ask(ITEM, 3, {"tokens": 8192, "share": 0.25, "model": "llama-3-8b"}, (2, 0, 1))
ANSWERED = Answered(
    ASK, 'తె\n\t"1,5"', True, 0.5, Rating.HARD, 3.25, date(2026, 5, 4), 0.75, 1, 3, (0, 2), (1,), EntryId("x")
)
BODIES: dict[Known, ItemId | None] = {
    SettingChanged("minutes", None): None,
    PrimerRead("kv-cache"): None,
    Debriefed(4, "they asked about GQA", (ITEM,)): None,
    Debriefed(None, ""): None,
    Rerated(EntryId("x"), ITEM, Rating.EASY, date(2026, 5, 4)): ITEM,
    Undone(EntryId("x"), ITEM): ITEM,
    Suspended(ITEM): ITEM,
    Resumed(ITEM): ITEM,
    Bookmarked(ITEM, on=True): ITEM,
    Noted(ITEM, "x"): ITEM,
    Doubted(ITEM, "x"): ITEM,
}


@pytest.mark.parametrize("body", [ANSWERED, Asked(ASK), *BODIES], ids=tag_of)
def test_each_body_comes_back_equal(body: Known) -> None:
    assert decode_body(tag_of(body), encode_body(body)) == body
    assert item_of(body) == (ITEM if isinstance(body, Answered | Asked) else BODIES[body])


def test_a_placement_comes_back_equal() -> None:
    body = Placed((ITEM,), (ItemId("missed"),), {"tokens": 2})
    assert (decode_body("placed", encode_body(body)), item_of(body)) == (body, None)
    assert decode_body("placed", b'{"type": "placed", "known": [], "missed": []}') == Placed((), ())


def test_an_answer_of_an_older_drill_was_no_test() -> None:
    told = encode_body(ANSWERED)
    older = told.replace(b',"test":null', b"")
    assert older != told
    assert decode_body("answered", older) == ANSWERED


def test_an_unknown_tag_is_kept_as_it_came() -> None:
    raw = b'{"type": "dreamed",  "of": 1}'
    body = decode_body("dreamed", raw)
    assert body == Unknown("dreamed", raw)
    assert (encode_body(body), tag_of(body), item_of(body)) == (raw, "dreamed", None)


def test_a_field_that_a_newer_drill_added_does_not_hurt() -> None:
    assert decode_body("resumed", b'{"type":"resumed","item":"kv","mood":"good"}') == Resumed(ITEM)
