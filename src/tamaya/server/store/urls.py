"""URLs of PostgreSQL and Redis, whose passwords must not appear in any message.

Malformed URLs are refused here in our own words: the messages of the libraries quote the part they
cannot parse, which is often the password.
"""

import re

HOSTS = r"[^@/:?#\[\]]*|\[[0-9a-fA-F:.%]+\]"
PORT = r"(:[0-9]{0,5})?"
ENCODED = r"([^@/:?#\[\]%]|%[0-9a-fA-F]{2})*"
LIKE_POSTGRES = re.compile(
    rf"postgres(ql)?://({ENCODED}(:{ENCODED})?@)?({HOSTS}){PORT}(,({HOSTS}){PORT})*"
    rf"(/{ENCODED})?(\?[^#@]*)?"
)
LIKE_REDIS = re.compile(
    rf"rediss?://([^/:?#]*(:[^/?#]*)?@)?({HOSTS}){PORT}(/[0-9]*)?(\?[^#@]*)?"
    r"|unix://([^/?#]*@)?/[^?#@]*(\?[^#@]*)?"
)
ADDRESS = re.compile(r"[a-z][a-z0-9+.-]+:(//|.*@)", re.IGNORECASE | re.DOTALL)
ESCAPED = "in a password, % @ : / ? # are written %25 %40 %3A %2F %3F %23"
NOT_POSTGRES = (
    f"a database is a file, or like postgresql://NAME:PASSWORD@HOST:5432/GAMES; {ESCAPED}"
)
NOT_REDIS = f"an address of Redis is like redis://:PASSWORD@HOST:6379/0; {ESCAPED}"


def is_address(database: str) -> bool:
    """Whether this is meant as a URL rather than the path of a file."""
    return ADDRESS.match(database) is not None


def is_postgres(database: str) -> bool:
    """Whether this is a well-formed PostgreSQL URL."""
    return LIKE_POSTGRES.fullmatch(database) is not None


def is_redis(url: str) -> bool:
    """Whether this is a well-formed Redis URL."""
    return LIKE_REDIS.fullmatch(url) is not None
