"""Rooms for tests: chance that repeats itself, and visitors with short names."""

from collections.abc import Iterable
from random import Random

from tamaya.deals import seeded
from tamaya.rules import legal_actions, view
from tamaya.server import messages, room, rows, wire
from tamaya.server.room import Chance, Room

HOST, GUEST, STRANGER = "host-id", "guest-id", "stranger-id"


def chance(seed: int = 1) -> Chance:
    """Deals and numbers of a seed."""
    rng = Random(seed)  # noqa: S311 - tests
    return Chance(lambda game: seeded(game, rng.randrange(1 << 32)), rng.randrange)


def new_room(**settings: object) -> Room:
    """A table that the host has just opened."""
    return room.fold(None, room.opened(HOST, rows.Settings(**settings)))  # type: ignore[arg-type]


def after(now: Room, *said: tuple[str, messages.FromClient], seed: int = 1) -> Room:
    """The room after some messages."""
    luck = chance(seed)
    for who, message in said:
        now = folded(now, room.decide(now, who, message, luck))
    return now


def folded(now: Room, added: Iterable[rows.Row]) -> Room:
    for row in added:
        now = room.fold(now, rows.decode(rows.encode(row)))  # as it comes from the store
    return now


def playing(variant: str = "base", seed: int = 1, **settings: object) -> Room:
    """Host and guest play a game of two."""
    return after(
        new_room(variant=variant, players=2, first=0, **settings),
        (HOST, messages.Sit(0, "Ada")),
        (GUEST, messages.Sit(1, "Bo")),
        (HOST, messages.Begin()),
        seed=seed,
    )


def some_action(now: Room, rng: Random) -> tuple[str, messages.Act]:
    """A legal action of whoever is to move."""
    assert now.game is not None
    seat = now.game.table.to_move
    sitter = now.seats[seat]
    assert sitter is not None
    assert sitter.who is not None
    action = rng.choice(legal_actions(view(now.game, seat)))
    return sitter.who, messages.Act(now.version, wire.from_rules(action))
