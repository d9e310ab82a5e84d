"""Accounts of guests: a name and the digest of a password, kept among the store's secrets."""

import asyncio
import unicodedata
from contextlib import suppress
from hashlib import sha256
from urllib.parse import parse_qs

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import VerificationError
from msgspec import Struct

from tamaya.server.limits.quotas import LOGINS, NEW_ACCOUNTS, WRONG_LOGINS, Quotas, TooMuch
from tamaya.server.room import guests
from tamaya.server.store.store import Store
from tamaya.text.names import MOST_MARKS, is_plain, is_visible, lookalike_keys, most_marks

LENGTHS = range(2, 16)  # of a name
LONGEST_PASSWORD = 200
PASSES, MEMORY = 2, 19 * 1024  # KiB: what OWASP's cheat sheet asks of Argon2id at least

BAD_NAME = "a username has 2 to 15 plain, visible characters without blanks"
BAD_PASSWORD = f"a password has 1 to {LONGEST_PASSWORD} characters"
WRONG_PASSWORD = "that is not the right password for this username"
LOOKS_LIKE_ANOTHER = "that username can be taken for another one; choose one that looks different"
TOO_MUCH = "too many logins; wait a moment"


class Account(Struct, frozen=True):
    """Somebody who may come in; the name as it was spelled first."""

    name: str
    digest: str


class Declined(Exception):
    """Nobody comes in; a status of HTTP, and why."""

    def __init__(self, status: int, words: str) -> None:
        super().__init__(words)
        self.status = status
        self.words = words


class _Unknown(Exception):
    """There is no such account."""


def _unknown() -> bytes:
    raise _Unknown


def credentials(body: bytes) -> tuple[str, str]:
    """Name and password of a login form."""
    try:
        form = parse_qs(body.decode(), keep_blank_values=True, max_num_fields=10)
    except ValueError as wrong:
        raise Declined(400, "this is not a login form") from wrong
    name, password = (form.get(field, [""])[-1] for field in ("username", "password"))
    if len(name) not in LENGTHS or not _is_plain(name):
        raise Declined(400, BAD_NAME)
    if not 1 <= len(password) <= LONGEST_PASSWORD:
        raise Declined(400, BAD_PASSWORD)
    return name, password


def _is_plain(name: str) -> bool:
    """Whether a name is spelled in the one way in which it can be, with nothing hidden in it."""
    seen = all(is_plain(c) and is_visible(c) and not c.isspace() for c in name)
    return seen and name == unicodedata.normalize("NFKC", name)


class Accounts:
    """All accounts, over the store."""

    def __init__(self, store: Store, quotas: Quotas) -> None:
        self.store = store
        self.quotas = quotas
        self._hasher = PasswordHasher(PASSES, MEMORY, parallelism=1)
        self._one_at_a_time = asyncio.Semaphore(1)  # each digest takes memory for a moment

    async def login(self, name: str, password: str, address: str) -> str:
        """The ticket of an account, which is made if there is none; declined otherwise."""
        whose = f"{guests.visitor(name)} from {address}"
        try:
            await self.quotas.charge(LOGINS, None, address)
            account = await self._known(name) or await self._made(name, password, address)
            await self.quotas.charge(WRONG_LOGINS, whose, address)  # until it is known to be right
        except TooMuch as error:
            raise Declined(429, TOO_MUCH) from error
        async with self._one_at_a_time:
            fits = await asyncio.to_thread(self._fits, account.digest, password)
        if not fits:
            raise Declined(401, WRONG_PASSWORD)
        await self.quotas.give_back(WRONG_LOGINS, whose, address)
        with suppress(Declined):  # accounts of earlier versions keep their names
            await self._take_looks(account.name)
        return _ticket(account)

    async def named_by(self, ticket: str) -> str | None:
        """The name of the account that a ticket was given to, if it is still there."""
        name = bytes.fromhex(ticket.partition("-")[0]).decode()
        account = await self._known(name)
        return None if account is None or _ticket(account) != ticket else account.name

    async def _known(self, name: str) -> Account | None:
        try:
            kept = await self.store.secret(_key(name), _unknown)
        except _Unknown:
            return None
        return msgspec.json.decode(kept, type=Account)

    async def _made(self, name: str, password: str, address: str) -> Account:
        if most_marks(name) > MOST_MARKS:
            raise Declined(400, BAD_NAME)
        await self.quotas.charge(NEW_ACCOUNTS, None, address)
        await self._take_looks(name)
        async with self._one_at_a_time:
            digest = await asyncio.to_thread(self._hasher.hash, password)
        new = msgspec.json.encode(Account(name, digest))
        return msgspec.json.decode(await self.store.secret(_key(name), lambda: new), type=Account)

    async def _take_looks(self, name: str) -> None:
        """Keep others from names that look like this one; declined if it looks like another's."""
        keys = [guests.look(look) for look in sorted(lookalike_keys(name))]
        owner = guests.visitor(name).encode()
        for make in (_unknown, lambda: owner):  # all of them are free, or none is taken
            for key in keys:
                with suppress(_Unknown):
                    if await self.store.secret(key, make) != owner:
                        raise Declined(409, LOOKS_LIKE_ANOTHER)

    def _fits(self, digest: str, password: str) -> bool:
        try:
            return self._hasher.verify(digest, password)
        except VerificationError:
            return False


def _ticket(account: Account) -> str:
    """For one account only: whoever takes a name that was given up has another digest."""
    return f"{account.name.encode().hex()}-{sha256(account.digest.encode()).hexdigest()[:32]}"


def _key(name: str) -> str:
    return guests.account(guests.visitor(name))
