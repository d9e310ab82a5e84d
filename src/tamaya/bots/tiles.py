"""Choices for bonus tiles 5 and 6: which card of the discard pile helps most."""

from collections.abc import Iterable

from tamaya.bots.api import Explanation, Move
from tamaya.rules import Action, Face, Table, Take, Tile, reachable
from tamaya.rules.scoring import copies_left


def best_take(table: Table, legal: Iterable[Action]) -> Move:
    """The card to take. Placing a card is always a point, so tile 5 is never forgone."""
    takes = [action for action in legal if isinstance(action, Take)]
    best = max(takes, key=lambda take: _priority(table, take.face))
    return Move(best, _explain(table, best, _points_regained(table, best.face)))


def public_take_reason(table: Table, take: Take) -> Explanation | None:
    """What the discard pile tells everybody about a card taken from it.

    Nothing if another card would have helped more: only the taker knows why it was this one.
    """
    why = _explain(table, take, _points_regained(table, take.face))
    if why.code in ("tile-places", "tile-regains"):
        return why
    most = max(_priority(table, face) for face in table.discard_pile)
    return why if _priority(table, take.face) == most else None


def _explain(table: Table, take: Take, gain: int) -> Explanation:
    """Why a card is taken from the discard pile, which everybody sees."""
    about: dict[str, int | str] = {"suit": take.face.suit, "value": take.face.value}
    if table.tile is Tile.PLACE or not table.deck_left:
        return Explanation("tile-places", about)
    if gain:
        return Explanation("tile-regains", about)
    needed = table.options.step[take.face] >= table.fireworks[take.face.suit]
    return Explanation("tile-needed" if needed else "nothing-better", about)


def _priority(table: Table, face: Face) -> tuple[int, bool, int, int]:
    """The card that regains most points; else one still needed; with few copies left; soon."""
    below = table.options.step[face] - table.fireworks[face.suit]
    return _points_regained(table, face), below >= 0, -copies_left(table, face), -below


def _points_regained(table: Table, face: Face) -> int:
    return reachable(_without(table, face)) - reachable(table)


def _without(table: Table, face: Face) -> Table:
    """The table once a card has been taken out of the discard pile."""
    pile = list(table.discard_pile)
    pile.remove(face)
    return table._replace(discard_pile=tuple(pile))
