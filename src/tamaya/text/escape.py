"""Text from outside, made safe to print."""

from tamaya.text.names import is_plain


def quoted(text: str, most: int = 30) -> str:
    """Text in quotation marks, in ASCII, cut off after `most` characters."""
    return ascii(text if len(text) <= most else text[:most] + "...")


def escape_controls(text: str) -> str:
    """Text with control characters and the like spelled out, safe for a terminal."""
    return "".join(c if is_plain(c) else c.encode("unicode_escape").decode() for c in text)


def one_line(text: str) -> str:
    """A message as one line, safe for a terminal."""
    return escape_controls(" ".join(text.split()))
