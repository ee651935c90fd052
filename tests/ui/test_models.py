"""Models listed, one model's page, and a bar that leaves nothing behind."""

import io
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.console import RenderableType

from drill.sessions.models.summary import summarize
from drill.ui.console import make_console
from drill.ui.models import info_view, list_view, progress_bar

LONG = "/home/someone/.local/share/drill/models/smollm2/SmolLM2-135M-Instruct.Q4_1.gguf"


def drawn(*parts: RenderableType, width: int) -> str:
    stream = io.StringIO()
    console = make_console(stream, {}, width=width)
    for part in parts:
        console.print(part)
    text = stream.getvalue()
    assert [line for line in text.splitlines() if cell_len(line) > width] == []
    return "\n".join(map(str.rstrip, text.splitlines()))


@pytest.mark.parametrize("width", [40, 80, 120])
def test_info_says_all_at_every_width(tiny_gguf: Path, width: int) -> None:
    text = drawn(*info_view(LONG, summarize(tiny_gguf)), width=width)
    flat = "".join(text.split())
    for part in (
        "llama · 2 layers · width 32 · hidden 64",
        "4 heads · 2 KV heads · head dim 8 · full",
        "RoPE, theta 10,000 · context 96",
        "259 rows · tied to the output",
        "26,880 · as `params.dense` counts",
        "Q8_0 26,720 in 15 · F32 160 in 5",
        "29,030 bytes of weights",
        "256 bytes in float32 (numpy, torch on a CPU)",
        "128 bytes in float16 (numba; as many in torch's bfloat16 on CUDA)",
        "259 tokens · pre-tokenizer gpt2",
        "257 <|im_start|>",
        "258 <|im_end|>",
        "ChatML",
        "apache-2.0",
        LONG,
    ):
        assert "".join(part.split()) in flat
    assert text.startswith("Tiny\n\nfamily")


def test_a_list_of_all_kinds(tiny_gguf: Path) -> None:
    summary = summarize(tiny_gguf)
    rows = [("smollm2", LONG, "fetched", summary, ""), ("lost", "/lost.gguf", "added", None, "gone")]
    assert drawn(list_view(rows), width=100).splitlines() == [
        "smollm2 · llama · 0.0 M parameters · 0.0 MB · Q8_0 · fetched",
        f"  {LONG}",
        "lost · gone · added",
        "  /lost.gguf",
    ]
    assert LONG in "".join(drawn(list_view(rows), width=40).split())
    assert drawn(list_view([]), width=80) == "no model yet; `drill model get smollm2` fetches one"


def test_a_pipe_sees_no_bar() -> None:
    stream = io.StringIO()
    with progress_bar(make_console(stream, {})) as move:
        move("fetching", 1, 2)
    assert stream.getvalue() == ""
