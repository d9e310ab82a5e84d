"""Guests: players whose programs connect through hanab.live's protocol."""

from collections.abc import Iterator

from tamaya.text.names import name_key

PREFIX = "guest:"  # ids of visitors have no colon, so a guest is never mistaken for a visitor


def guest_id(name: str) -> str:
    """Return the visitor id of the guest with this name."""
    return PREFIX + name_key(name)


def account_key(visitor_id: str) -> str:
    """Return the key of a guest's account in the table `secrets`."""
    return f"account {visitor_id}"


def lookalike_key(skeleton: str) -> str:
    """Return the key in the table `secrets` of the guest whose name has this lookalike key."""
    return f"look {skeleton}"


def is_guest(visitor_id: str | None) -> bool:
    """Whether this is the id of a guest."""
    return visitor_id is not None and visitor_id.startswith(PREFIX)


class Guests:
    """The guests who are connected now and can be invited to a table."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}  # by id

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(self._names.values(), key=str.casefold))

    def __contains__(self, name: str) -> bool:
        return self._names.get(guest_id(name)) == name

    def come(self, name: str) -> None:
        """Add a guest who has connected."""
        self._names[guest_id(name)] = name

    def go(self, name: str) -> None:
        """Remove a guest who has disconnected."""
        self._names.pop(guest_id(name), None)
