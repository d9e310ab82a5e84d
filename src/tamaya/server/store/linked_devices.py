"""A visitor's other devices, joined by personal links."""

from dataclasses import dataclass
from typing import NamedTuple

COOKIE_LIFETIME = 400 * 24 * 3600  # seconds; browsers keep no cookie longer


class LinkCode(NamedTuple):
    """The decoded code of a personal link."""

    visitor: str
    device: str  # the device that made it; if it is signed out, the link is invalid
    until: int  # seconds since 1970
    digest: str  # stored when the code is used


@dataclass(frozen=True, slots=True)
class Device:
    """A browser that plays as a visitor."""

    id: str
    name: str
    since: int  # milliseconds since 1970
    seen: int  # likewise, rounded to the hour
