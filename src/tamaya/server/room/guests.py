"""Guests: players of other programs, who come in through a door of their own."""

from collections.abc import Iterator

from tamaya.text.names import name_key

PREFIX = "guest:"  # the ids of visitors have no colon, so that no guest is ever one of them


def visitor(name: str) -> str:
    """The id of the guest with this name."""
    return PREFIX + name_key(name)


def account(visitor_id: str) -> str:
    """Under which name a guest's account is kept among the secrets."""
    return f"account {visitor_id}"


def look(skeleton: str) -> str:
    """Under which name it is kept among the secrets which guest's name looks like this."""
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
        return self._names.get(visitor(name)) == name

    def come(self, name: str) -> None:
        """A guest is connected."""
        self._names[visitor(name)] = name

    def go(self, name: str) -> None:
        """A guest is gone."""
        self._names.pop(visitor(name), None)
