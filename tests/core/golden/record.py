"""Records what transformers says of the model in float32: run by hand with torch, transformers and gguf.

`python record.py MODEL.gguf` writes golden.npz beside this file. Leaves out drill: nothing of it is used.
"""

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import torch
from transformers import AutoModelForCausalLM, AutoTokenizer

HERE = Path(__file__).parent
GENERATED = 48
KEPT = 8


def main(model_file: Path) -> None:
    """Write ids, greedy tokens and the largest logits of each prompt, ids and perplexity of the text."""
    names = {"pretrained_model_name_or_path": str(model_file.parent), "gguf_file": model_file.name}
    tokenizer = AutoTokenizer.from_pretrained(**names)
    model = AutoModelForCausalLM.from_pretrained(**names, dtype=torch.float32).eval()
    prompts = json.loads((HERE / "prompts.json").read_text(encoding="utf-8"))
    encoded = [_ids(tokenizer, prompt) for prompt in prompts]
    greedy, tops, logits = zip(*(_greedy(model, ids) for ids in encoded), strict=True)
    text = _ids(tokenizer, (HERE / "text.txt").read_text(encoding="utf-8"))
    np.savez_compressed(
        HERE / "golden.npz",
        prompts=np.concatenate(encoded),
        lengths=np.array([len(ids) for ids in encoded]),
        greedy=np.array(greedy),
        top_ids=np.array(tops, dtype=np.int32),
        top_logits=np.array(logits, dtype=np.float32),
        text=text,
        text_loss=np.float64(_loss(model, text)),
    )


def _ids(tokenizer: Any, text: str) -> Any:
    return np.array(tokenizer(text)["input_ids"], dtype=np.int64)


def _greedy(model: Any, prompt: Any) -> tuple[Any, Any, Any]:
    """Return the greedy tokens, [48], and ids and values of the largest logits before each, [48, 8]."""
    ids, rows = torch.tensor(prompt)[None], []
    past, new = None, ids
    for _ in range(GENERATED):
        out = model(new, past_key_values=past, use_cache=True)
        rows.append(out.logits[0, -1])
        past, new = out.past_key_values, rows[-1].argmax()[None, None]
    top = torch.stack(rows).topk(KEPT)
    return top.indices[:, 0].numpy(), top.indices.numpy(), top.values.numpy()


def _loss(model: Any, text: Any) -> float:
    """Return the mean negative log-likelihood of each token after the first, in nats."""
    logits = model(torch.tensor(text)[None]).logits[0, :-1].double()
    return float(torch.nn.functional.cross_entropy(logits, torch.tensor(text[1:])))


if __name__ == "__main__":
    with torch.inference_mode():
        main(Path(sys.argv[1]))
