import pytest

from drill.core.errors import InputError
from drill.core.infer.tokenizer.templates import BOS, ChatMl, Llama3, Marker, Message, template_of

START, END = Marker("<|im_start|>"), Marker("<|im_end|>")


def test_a_conversation_in_chatml() -> None:
    parts = list(ChatMl().parts([Message("user", "hi")], opens_answer=True))
    assert parts == [START, "user\nhi", END, "\n", START, "assistant\n"]
    assert list(ChatMl().parts([Message("user", "hi")], opens_answer=False)) == parts[:4]


def test_the_default_system_turn_comes_where_no_system_turn_opens() -> None:
    template = ChatMl("Be kind.")
    turn = [START, "system\nBe kind.", END, "\n"]
    assert list(template.parts([Message("user", "hi")], opens_answer=False))[:4] == turn
    assert START not in list(template.parts([], opens_answer=False))
    own = list(template.parts([Message("system", "Be brief.")], opens_answer=False))
    assert own == [START, "system\nBe brief.", END, "\n"]


def test_llama_3_trims_and_opens_with_one_bos() -> None:
    parts = list(Llama3().parts([Message("user", " hi\n"), Message("assistant", "yo")], opens_answer=True))
    assert parts[:5] == [BOS, Marker("<|start_header_id|>"), "user", Marker("<|end_header_id|>"), "\n\nhi"]
    assert parts.count(BOS) == 1
    assert parts[-2:] == [Marker("<|end_header_id|>"), "\n\n"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{{ messages }}",
        "{% for message in messages %}{{ message.content }}{% endfor %}",
        "{{ raise('x') }}" * 99,
    ],
)
def test_other_templates_are_refused(text: str) -> None:
    with pytest.raises(InputError, match="is none of ChatML, SmolLM2, Llama 3"):
        template_of(text)


def test_no_template() -> None:
    with pytest.raises(InputError, match="has no chat template"):
        template_of(None)
