"""Run the equality tests on every code point and 50,000 random strings: minutes, not seconds.

Leaves out nothing that the quick tests hold. Run: python tests/core/infer/tokenizer/exhaustive.py
"""

import os
import sys
from pathlib import Path

import pytest

if __name__ == "__main__":
    os.environ |= {"DRILL_TOKENIZER_STRINGS": "50000", "DRILL_TOKENIZER_EVERY": "1"}
    sys.exit(pytest.main([str(Path(__file__).with_name("test_peers.py")), "--durations=0"]))
