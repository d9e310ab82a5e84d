"""Accounts: a name and the argon2 digest of a password, kept among the store's secrets."""

import asyncio
import unicodedata
from contextlib import suppress
from hashlib import sha256
from urllib.parse import parse_qs

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import VerificationError
from msgspec import Struct

from tamaya.server.limits.quotas import LOGINS, NEW_ACCOUNTS, WRONG_LOGINS, LimitExceeded, Quotas
from tamaya.server.room import guests
from tamaya.server.store.store import Store
from tamaya.text.names import MAX_MARKS, is_plain, is_visible, lookalike_keys, most_marks

NAME_LENGTHS = range(2, 16)
MAX_PASSWORD_LENGTH = 200
# OWASP's minimum for Argon2id; memory in KiB
TIME_COST, MEMORY_COST = 2, 19 * 1024

BAD_NAME = "a username has 2 to 15 plain, visible characters without blanks"
BAD_PASSWORD = f"a password has 1 to {MAX_PASSWORD_LENGTH} characters"
WRONG_PASSWORD = "that is not the right password for this username"
CONFUSABLE_NAME = "that username can be taken for another one; choose one that looks different"
TOO_MANY_LOGINS = "too many logins; wait a moment"


class Account(Struct, frozen=True):
    """A stored account; the name is spelled as when the account was made."""

    name: str
    digest: str


class LoginRefused(Exception):
    """A login that fails: an HTTP status, and a message for the client."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.message = message


class _NotStored(Exception):
    """The store has no secret of this name."""


def _do_not_create() -> bytes:
    raise _NotStored


def read_login_form(body: bytes) -> tuple[str, str]:
    """Return the name and password of a login form, or raise `LoginRefused`."""
    try:
        form = parse_qs(body.decode(), keep_blank_values=True, max_num_fields=10)
    except ValueError as error:
        raise LoginRefused(400, "this is not a login form") from error
    name, password = (form.get(field, [""])[-1] for field in ("username", "password"))
    if len(name) not in NAME_LENGTHS or not _is_plain(name):
        raise LoginRefused(400, BAD_NAME)
    if not 1 <= len(password) <= MAX_PASSWORD_LENGTH:
        raise LoginRefused(400, BAD_PASSWORD)
    return name, password


def _is_plain(name: str) -> bool:
    """Return whether a name is in NFKC form and has only visible characters."""
    visible = all(is_plain(c) and is_visible(c) and not c.isspace() for c in name)
    return visible and name == unicodedata.normalize("NFKC", name)


class Accounts:
    """Logins and new accounts, with limits for each address."""

    def __init__(self, store: Store, quotas: Quotas) -> None:
        self.store = store
        self.quotas = quotas
        self._hasher = PasswordHasher(TIME_COST, MEMORY_COST, parallelism=1)
        self._hashing = asyncio.Semaphore(1)  # one at a time: each digest needs much memory

    async def login(self, name: str, password: str, address: str) -> str:
        """Return an account's ticket, or raise `LoginRefused`; a new name makes a new account."""
        key = f"{guests.guest_id(name)} from {address}"
        try:
            await self.quotas.charge(LOGINS, None, address)
            account = await self._load(name) or await self._create(name, password, address)
            await self.quotas.charge(WRONG_LOGINS, key, address)  # returned if it is right
        except LimitExceeded as error:
            raise LoginRefused(429, TOO_MANY_LOGINS) from error
        async with self._hashing:
            verified = await asyncio.to_thread(self._verify, account.digest, password)
        if not verified:
            raise LoginRefused(401, WRONG_PASSWORD)
        await self.quotas.give_back(WRONG_LOGINS, key, address)
        with suppress(LoginRefused):  # accounts of earlier versions keep their names
            await self._reserve_lookalikes(account.name)
        return _ticket(account)

    async def name_for_ticket(self, ticket: str) -> str | None:
        """Return the name of the account that a ticket belongs to, if it still exists."""
        name = bytes.fromhex(ticket.partition("-")[0]).decode()
        account = await self._load(name)
        return None if account is None or _ticket(account) != ticket else account.name

    async def _load(self, name: str) -> Account | None:
        try:
            stored = await self.store.secret(_key(name), _do_not_create)
        except _NotStored:
            return None
        return msgspec.json.decode(stored, type=Account)

    async def _create(self, name: str, password: str, address: str) -> Account:
        if most_marks(name) > MAX_MARKS:
            raise LoginRefused(400, BAD_NAME)
        await self.quotas.charge(NEW_ACCOUNTS, None, address)
        await self._reserve_lookalikes(name)
        async with self._hashing:
            digest = await asyncio.to_thread(self._hasher.hash, password)
        new = msgspec.json.encode(Account(name, digest))
        return msgspec.json.decode(await self.store.secret(_key(name), lambda: new), type=Account)

    async def _reserve_lookalikes(self, name: str) -> None:
        """Reserve names that look like this one; refuse it if another account did so before."""
        keys = [guests.lookalike_key(look) for look in sorted(lookalike_keys(name))]
        owner = guests.guest_id(name).encode()
        for create in (_do_not_create, lambda: owner):  # reserve none unless all are free
            for key in keys:
                with suppress(_NotStored):
                    if await self.store.secret(key, create) != owner:
                        raise LoginRefused(409, CONFUSABLE_NAME)

    def _verify(self, digest: str, password: str) -> bool:
        try:
            return self._hasher.verify(digest, password)
        except VerificationError:
            return False


def _ticket(account: Account) -> str:
    """Return a text that is valid for one account, and not for a later one of the same name."""
    return f"{account.name.encode().hex()}-{sha256(account.digest.encode()).hexdigest()[:32]}"


def _key(name: str) -> str:
    return guests.account_key(guests.guest_id(name))
