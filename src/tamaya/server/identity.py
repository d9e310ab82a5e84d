"""Who a visitor is: a random id in a signed cookie that scripts cannot read."""

import hmac
import secrets
from hashlib import sha256

COOKIE = "tamaya"
LIFETIME = 400 * 24 * 3600  # seconds; browsers keep no cookie longer
KEY_BYTES = 32
LINK_LIFETIME = 3600  # seconds


def new_key() -> bytes:
    """A key to sign with, made once and kept in the store."""
    return secrets.token_bytes(KEY_BYTES)


def new_visitor() -> str:
    """An id for somebody new."""
    return secrets.token_urlsafe(16)


def signed(visitor: str, key: bytes) -> str:
    """The cookie's value for a visitor."""
    return f"{visitor}.{_signature(visitor, key)}"


def visitor_of(cookie: str | None, key: bytes) -> str | None:
    """The visitor that a cookie names, if we signed it."""
    visitor, dot, signature = (cookie or "").rpartition(".")
    if not dot or not hmac.compare_digest(signature.encode(), _signature(visitor, key).encode()):
        return None
    return visitor


def _signature(visitor: str, key: bytes) -> str:
    return hmac.new(key, visitor.encode(), sha256).hexdigest()


def link_code(visitor: str, key: bytes, now: float) -> str:
    """A code that makes another device this visitor's, for a while."""
    text = f"{visitor}.{int(now) + LINK_LIFETIME}"
    return f"{text}.{_signature(f'link {text}', key)}"


def visitor_of_link(code: str, key: bytes, now: float) -> str | None:
    """The visitor that a personal link's code names, if we signed it and it is not too old."""
    text, _, signature = code.rpartition(".")
    if not hmac.compare_digest(signature.encode(), _signature(f"link {text}", key).encode()):
        return None
    visitor, _, until = text.rpartition(".")
    return visitor if now <= int(until) else None
