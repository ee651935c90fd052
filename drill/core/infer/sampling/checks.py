"""What sampling refuses before any step: logits that are broken, a bias for a token that isn't there.

Leaves out the options' own ranges (options.py), and rows in which no token is left: both twins see that.
"""

import numpy as np

from drill.core.errors import InputError
from drill.core.infer.arrays import Floats
from drill.core.infer.sampling.options import SamplingOptions


def check_logits(logits: Floats) -> None:
    """InputError when a row [vocabulary] holds NaN or +inf."""
    # max passes NaN on, and NaN < inf is false: one pass finds both
    if not logits.max() < np.inf:
        raise InputError("the logits hold NaN or infinity: check the model's weights")


def check_bias(options: SamplingOptions, vocabulary: int) -> None:
    """InputError when a biased token is beyond the vocabulary."""
    largest = max(options.logit_bias, default=-1)
    if largest >= vocabulary:
        raise InputError(f"logit_bias names token {largest}: the vocabulary ends at {vocabulary - 1}")
