"""Opens a model for talking: finds it, loads it on a backend, gives it a cache.

Leaves out the talk (running.py, chatting.py).
"""

from drill.cli.app import App
from drill.cli.models.options import Loading
from drill.core.infer.backends.choose import Compiling, load_model
from drill.core.infer.tokenizer.tokenizer import Tokenizer
from drill.core.infer.weights.open import open_checkpoint
from drill.errors import ContentError
from drill.sessions.models.shelf import Shelf, find_model
from drill.sessions.models.speaker import Speaker
from drill.ui.models import counting_bar

# a cache of a model's whole context can be larger than the memory; --context asks for more
USUAL_CONTEXT = 8192


def open_speaker(app: App, loading: Loading) -> Speaker:
    """Return a speaker on the model that was named; ContentError for one without a tokenizer."""
    path = find_model(Shelf(app.paths.models), loading.model)
    checkpoint = open_checkpoint(path)
    if checkpoint.vocabulary is None:
        raise ContentError(f"{path}: has no tokenizer; put tokenizer.json beside it, or take another model")
    with counting_bar(app.console, "compiling kernels, once") as progress:
        model = load_model(
            checkpoint,
            loading.device,
            loading.backend,
            loading.threads,
            activations=loading.activations,
            compiling=Compiling(app.paths.kernels, progress, app.say),
        )
    capacity = loading.context or min(USUAL_CONTEXT, checkpoint.config.context)
    return Speaker(model, Tokenizer(checkpoint.vocabulary), capacity=capacity, clock=app.seconds)
