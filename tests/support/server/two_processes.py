"""Two processes over one database."""

import urllib.request

from support.server.serving import (
    Server,
)

AWAY = 1.0


SOON = ("--away-after", str(AWAY))


def asked(server: Server, path: str) -> str:
    """The text at an address."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{server.port}{path}", timeout=9) as answer:
            text: str = answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.read().decode()
    return text
