"""Text out of a stream of tokens: a token may end in the middle of a character.

Leaves out decoding a whole list of ids (tokenizer.py).
"""

import codecs


class StreamDecoder:
    """UTF-8 bytes to text, piece by piece; nothing that was given out is ever taken back.

    Bytes that may still become a character are held back; only bytes that can't become one any more come out
    as U+FFFD. All pieces together are what decoding the whole at once gives.
    """

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")

    def feed(self, token: bytes) -> str:
        """Return the text that is certain now, often empty."""
        return self._decoder.decode(token)

    def flush(self) -> str:
        """End the stream: held bytes become one U+FFFD. The decoder is as new afterwards."""
        rest = self._decoder.decode(b"", final=True)
        self._decoder.reset()
        return rest
