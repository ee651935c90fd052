"""`run_bench` from a wish to tables and JSON, with drill's numpy backend alone."""

import io
import json
import os
from pathlib import Path

import pytest

from drill.cli.app import App
from drill.cli.models.bench import BenchWish, names_of, run_bench, tasks_of
from drill.core.bench.protocol import Task
from drill.errors import UsageError

WISH = BenchWish(threads=1, rounds=1, contexts=(4,), prompts=(8,), tokens=2, only=("drill-numpy",))


def run(model: Path, wish: BenchWish, *, as_json: bool) -> tuple[str, str]:
    out, err = io.StringIO(), io.StringIO()
    app = App(env=os.environ, stdin=io.StringIO(), stdout=out, stderr=err)
    run_bench(app, model, wish, as_json=as_json)
    return out.getvalue(), err.getvalue()


def test_json(tiny_gguf: Path) -> None:
    out, err = run(tiny_gguf, WISH, as_json=True)
    document = json.loads(out)

    assert err == ""
    assert (document["threads"], document["rounds"], document["waits"]) == (1, 1, 0)
    assert [one["name"] for one in document["contenders"]] == ["drill-numpy"]
    decode, prefill = document["figures"]
    assert (decode["task"], prefill["task"]) == ("decode 4", "prefill 8")
    assert decode["lowest"] <= decode["tokens_per_second"] <= decode["highest"]
    assert decode["ratio"] == 1
    assert decode["ceiling_share"] > 0
    assert prefill["ceiling_share"] is None


def test_tables(tiny_gguf: Path) -> None:
    out, _ = run(tiny_gguf, WISH, as_json=False)

    assert "decode 4\n" in out
    assert "prefill 8\n" in out
    assert "memory reads at" in out


def test_a_wish_becomes_tasks() -> None:
    wish = BenchWish(contexts=(64, 1024), prompts=(512,), tokens=24)

    assert tasks_of(wish, 1048) == [Task("decode", 64, 24), Task("decode", 1024, 24), Task("prefill", 0, 512)]
    with pytest.raises(
        UsageError, match=r"^decode 1024 needs 1048 tokens, the model's context is 1047; take less$"
    ):
        tasks_of(wish, 1047)


def test_names() -> None:
    wish = BenchWish(only=("llama.cpp", "drill-int8"), without=("llama.cpp",))

    assert names_of(wish) == ["drill-int8"]
    with pytest.raises(UsageError, match=r"^no contender is called `vllm`; there are drill-int16, .*$"):
        names_of(BenchWish(without=("vllm",)))
    with pytest.raises(UsageError, match=r"^--without leaves no contender; name fewer$"):
        names_of(BenchWish(only=("llama.cpp",), without=("llama.cpp",)))
