"""Who a visitor is: a random id in a signed cookie that scripts cannot read.

The cookie also names the device; cookies from before devices had ids name none.
"""

import hmac
import secrets
from hashlib import sha256

from tamaya.server.store.linked_devices import LinkCode

COOKIE = "tamaya"
KEY_BYTES = 32
LINK_LIFETIME = 3600  # seconds


def new_key() -> bytes:
    """A key to sign with, made once and kept in the store."""
    return secrets.token_bytes(KEY_BYTES)


def new_visitor() -> str:
    """An id for somebody new."""
    return secrets.token_urlsafe(16)


def new_device() -> str:
    """An id for a browser that plays as some visitor."""
    return secrets.token_urlsafe(6)


def signed(visitor: str, key: bytes) -> str:
    """The cookie's value for a visitor."""
    return f"{visitor}.{_signature(visitor, key)}"


def visitor_of(cookie: str | None, key: bytes) -> str | None:
    """The visitor that a cookie names, if we signed it."""
    visitor, dot, signature = (cookie or "").rpartition(".")
    if not dot or not hmac.compare_digest(signature.encode(), _signature(visitor, key).encode()):
        return None
    return visitor


def device_cookie(visitor: str, device: str, key: bytes) -> str:
    """The cookie's value for a visitor on one device."""
    return signed(f"{visitor}.{device}", key)


def device_of(cookie: str | None, key: bytes) -> tuple[str, str] | None:
    """The visitor and the device that a cookie names, if we signed it; old ones name no device."""
    named = visitor_of(cookie, key)
    if named is None:
        return None
    visitor, _, device = named.partition(".")
    return visitor, device


def _signature(visitor: str, key: bytes) -> str:
    return hmac.new(key, visitor.encode(), sha256).hexdigest()


def link_code(visitor: str, device: str, key: bytes, now: float) -> str:
    """A code, made on a device, that makes one other device this visitor's, for a while."""
    text = f"{visitor}.{device}.{int(now) + LINK_LIFETIME}.{secrets.token_urlsafe(9)}"
    return f"{text}.{_signature(f'link {text}', key)}"


def read_link(code: str, key: bytes, now: float) -> LinkCode | None:
    """The code of a personal link, if we signed it and it is not too old."""
    text, _, signature = code.rpartition(".")
    if not hmac.compare_digest(signature.encode(), _signature(f"link {text}", key).encode()):
        return None
    if text.count(".") != 3:  # codes of older versions do not name the device
        return None
    visitor, device, until, _ = text.split(".")
    found = LinkCode(visitor, device, int(until), sha256(text.encode()).hexdigest())
    return found if now <= found.until else None
