"""Passwords of tables: only a salted digest is ever stored."""

import hashlib
import hmac

WORK = 1 << 13  # about twenty milliseconds for each try


def digest(password: str, salt: str) -> str:
    """What is stored of a password."""
    made = hashlib.scrypt(password.encode(), salt=salt.encode(), n=WORK, r=8, p=1, dklen=32)
    return made.hex()


def fits(password: str, salt: str, stored: str) -> bool:
    """Whether this is the password."""
    return hmac.compare_digest(digest(password, salt), stored)
