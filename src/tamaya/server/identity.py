"""Who a visitor is: a random id in a signed cookie that scripts cannot read."""

import hmac
import secrets
from hashlib import sha256

COOKIE = "tamaya"
LIFETIME = 400 * 24 * 3600  # seconds; browsers keep no cookie longer
KEY_BYTES = 32


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
