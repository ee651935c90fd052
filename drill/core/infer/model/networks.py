"""From a checkpoint and an op set to a model, by family.

Leaves out choosing the op set: backends/choose.py.
"""

from drill.core.errors import InputError
from drill.core.infer.backends.opset import OpSet
from drill.core.infer.model.decoder import Decoder, Network
from drill.core.infer.model.gpt2 import load_gpt2
from drill.core.infer.model.llama import load_llama
from drill.core.infer.weights.checkpoint import Checkpoint


def build(checkpoint: Checkpoint, ops: OpSet) -> Decoder:
    """Return the model with its weights in the op set's arrays; InputError for one that has no next token."""
    if checkpoint.config.family == "bert":
        raise InputError(f"{checkpoint.config.name}: BERT has no next token; embed texts with embedding.py")
    load = load_gpt2 if checkpoint.config.family == "gpt2" else load_llama
    network: Network = load(checkpoint, ops)
    return Decoder(checkpoint.config, network, ops)
