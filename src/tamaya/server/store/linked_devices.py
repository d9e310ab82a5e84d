"""A visitor's other devices, joined by personal links."""

from dataclasses import dataclass
from typing import NamedTuple

COOKIE_LIFETIME = 400 * 24 * 3600  # seconds; browsers keep no cookie longer


class LinkCode(NamedTuple):
    """What the code of a personal link says."""

    visitor: str
    device: str  # that made it: once that is signed out, the link is not valid any more
    until: int  # seconds since 1970
    digest: str  # what is kept of a code that was used


@dataclass(frozen=True, slots=True)
class Device:
    """A browser that plays as a visitor."""

    id: str
    name: str
    since: int  # milliseconds since 1970
    seen: int  # likewise, to the hour
