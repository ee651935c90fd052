"""The picture in the README is what docs/picture.py draws now.

Leaves out colors and places: they are rich's, and change with its version.
"""

import html
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def words(picture: Path) -> list[str]:
    """Return what a picture says, in order."""
    texts = re.findall(r"<text[^>]*>([^<]*)</text>", picture.read_text(encoding="utf-8"))
    return html.unescape("".join(texts)).split()


def draw(path: Path) -> bytes:
    """Run the script into a file."""
    command = [sys.executable, str(ROOT / "docs" / "picture.py"), str(path)]
    subprocess.run(command, check=True, env=os.environ | {"PYTHONPATH": str(ROOT)}, timeout=120)
    return path.read_bytes()


def test_the_committed_picture_is_fresh(tmp_path: Path) -> None:
    drawn = draw(tmp_path / "one.svg")
    assert words(tmp_path / "one.svg") == words(ROOT / "docs" / "session.svg"), "run python docs/picture.py"
    assert drawn == draw(tmp_path / "two.svg")
    assert b"http" not in drawn.replace(b"https://www.textualize.io", b"").replace(
        b"http://www.w3.org/2000/svg", b""
    )
