"""Passwords of tables: only a salted digest is stored."""

import hashlib
import hmac

WORK = 1 << 13  # about twenty milliseconds per try


def digest(password: str, salt: str) -> str:
    """Return the digest of a password, which is stored instead of it."""
    made = hashlib.scrypt(password.encode(), salt=salt.encode(), n=WORK, r=8, p=1, dklen=32)
    return made.hex()


def matches(password: str, salt: str, stored: str) -> bool:
    """Whether a password has this digest."""
    return hmac.compare_digest(digest(password, salt), stored)
