"""Names of visitors as bots see them: unique, because bots know players by name alone."""

from collections.abc import Collection
from itertools import count

from tamaya.server.room.guests import guest_id, is_guest

MAX_VISITORS = 10_000  # whose names are remembered


class DisplayNames:
    """Gives each visitor a name that no other visitor and no connected bot has."""

    def __init__(self) -> None:
        self._chosen: dict[str, tuple[str, str]] = {}  # visitor: name at the table, display name
        self._owners: dict[str, str] = {}  # folded display name: visitor

    def display_name(self, player_id: str | None, name: str, online: Collection[str]) -> str:
        """Return a player's name for bots; `online` holds the ids of connected guests.

        Guests keep their names. Our own bots (without an id) may have one name at many tables.
        """
        if is_guest(player_id):
            return name
        candidates = (name if n == 1 else f"{name}-{n}" for n in count(1))
        allowed = (one for one in candidates if guest_id(one) not in online)
        if player_id is None:
            return next(allowed)
        known = self._chosen.get(player_id)
        if known is not None and known[0] == name and guest_id(known[1]) not in online:
            return known[1]
        if len(self._chosen) >= MAX_VISITORS:
            self._chosen.clear()
            self._owners.clear()
        chosen = next(one for one in allowed if self._is_free(one, player_id))
        self._chosen[player_id] = name, chosen
        self._owners[guest_id(chosen)] = player_id
        return chosen

    def _is_free(self, name: str, player_id: str) -> bool:
        return self._owners.get(guest_id(name), player_id) == player_id
