"""Records the vectors that sentence-transformers makes of the sentences: run by hand, with torch, on a CPU.

`python record_embeddings.py FOLDER` writes embeddings.npz beside this file; FOLDER is all-MiniLM-L6-v2.
Leaves out drill: nothing of it is used.
"""

import json
import sys
from pathlib import Path

import numpy as np
from sentence_transformers import SentenceTransformer

HERE = Path(__file__).parent
# numbers of unit vectors as int16: within 1.6e-5 of the float, in half the bytes
SCALE = 2**15


def main(folder: Path) -> None:
    """Write a vector a sentence, [200, 384]."""
    model = SentenceTransformer(str(folder), device="cpu")
    sentences = json.loads((HERE / "sentences.json").read_text(encoding="utf-8"))
    # one at a time: padding a batch moves the last digits
    vectors = np.concatenate([model.encode([sentence]) for sentence in sentences])
    np.savez_compressed(HERE / "embeddings.npz", vectors=np.round(vectors * SCALE).astype(np.int16))
    print(f"{len(vectors)} sentences, largest number {abs(vectors).max():.3f}")  # noqa: T201 - for whoever runs it


if __name__ == "__main__":
    main(Path(sys.argv[1]))
