"""A visitor's identity: a random id in a signed cookie that scripts cannot read.

The cookie also names the device; cookies of older versions name none.
"""

import hmac
import secrets
from hashlib import sha256

from tamaya.server.store.linked_devices import LinkCode

COOKIE = "tamaya"
KEY_BYTES = 32
LINK_LIFETIME = 3600  # seconds


def new_key() -> bytes:
    """Return a new key for signatures; it is made once and kept in the store."""
    return secrets.token_bytes(KEY_BYTES)


def new_visitor() -> str:
    """Return an id for a new visitor."""
    return secrets.token_urlsafe(16)


def new_device() -> str:
    """Return an id for a browser that plays as some visitor."""
    return secrets.token_urlsafe(6)


def signed(visitor: str, key: bytes) -> str:
    """Return the cookie's value for a visitor."""
    return f"{visitor}.{_signature(visitor, key)}"


def visitor_of(cookie: str | None, key: bytes) -> str | None:
    """Return the visitor that a cookie names, if its signature is ours."""
    visitor, dot, signature = (cookie or "").rpartition(".")
    if not dot or not hmac.compare_digest(signature.encode(), _signature(visitor, key).encode()):
        return None
    return visitor


def device_cookie(visitor: str, device: str, key: bytes) -> str:
    """Return the cookie's value for a visitor on one device."""
    return signed(f"{visitor}.{device}", key)


def device_of(cookie: str | None, key: bytes) -> tuple[str, str] | None:
    """Return the visitor and the device that a cookie names, if its signature is ours.

    Cookies of older versions name no device.
    """
    named = visitor_of(cookie, key)
    if named is None:
        return None
    visitor, _, device = named.partition(".")
    return visitor, device


def _signature(visitor: str, key: bytes) -> str:
    return hmac.new(key, visitor.encode(), sha256).hexdigest()


def link_code(visitor: str, device: str, key: bytes, now: float) -> str:
    """Return a code that lets one other device play as this visitor; it soon expires."""
    text = f"{visitor}.{device}.{int(now) + LINK_LIFETIME}.{secrets.token_urlsafe(9)}"
    return f"{text}.{_signature(f'link {text}', key)}"


def read_link(code: str, key: bytes, now: float) -> LinkCode | None:
    """Decode the code of a personal link; None if it is not ours or has expired."""
    text, _, signature = code.rpartition(".")
    if not hmac.compare_digest(signature.encode(), _signature(f"link {text}", key).encode()):
        return None
    if text.count(".") != 3:  # codes of older versions do not name the device
        return None
    visitor, device, until, _ = text.split(".")
    found = LinkCode(visitor, device, int(until), sha256(text.encode()).hexdigest())
    return found if now <= found.until else None
