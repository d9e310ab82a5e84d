"""Rooms for tests: chance that repeats itself, and visitors with short names."""

import json
from collections.abc import Iterable
from random import Random
from typing import Any

import pytest

from tamaya.deals import seeded
from tamaya.rules import State, legal_actions, view
from tamaya.server.room import decisions, log_rows, messages, room, wire
from tamaya.server.room.decisions import NO_VISITORS, Randomness
from tamaya.server.room.messages import Act, Begin, FromClient, Sit
from tamaya.server.room.projection import ALL_PRESENT, AlreadySent, Presence, project
from tamaya.server.room.refusals import Refusal
from tamaya.server.room.room import Room

HOST, GUEST, THIRD, STRANGER = "host-id", "guest-id", "third-id", "stranger-id"
PEOPLE = (HOST, GUEST, THIRD)
NAMES = ("Ada", "Bo", "Cy")


def chance(seed: int = 1) -> Randomness:
    """Deals and numbers of a seed."""
    rng = Random(seed)  # noqa: S311 - tests
    return Randomness(
        lambda game: seeded(game, rng.randrange(1 << 32)),
        rng.randrange,
        lambda: f"{rng.randrange(1 << 64):x}",
    )


def new_room(deal: log_rows.Dealt | None = None, **settings: object) -> Room:
    """A table that the host has just opened."""
    wanted = log_rows.Settings(**settings)  # type: ignore[arg-type]
    return room.fold(None, decisions.open_table(HOST, wanted, deal))


def after(
    now: Room, *said: tuple[str, FromClient], seed: int = 1, away: frozenset[str] = NO_VISITORS
) -> Room:
    """The room after some messages."""
    luck = chance(seed)
    for who, message in said:
        now = folded(now, decisions.decide(now, who, message, luck, away))
    return now


def refused(now: Room, who: str, message: FromClient, away: frozenset[str] = NO_VISITORS) -> str:
    """Why a message is refused."""
    with pytest.raises(Refusal) as refusal:
        decisions.decide(now, who, message, chance(), away)
    assert refusal.value.words
    return refusal.value.reason


def folded(now: Room, added: Iterable[log_rows.Row]) -> Room:
    """The room after some rows, as they come from the store."""
    for row in added:
        now = room.fold(now, log_rows.decode(log_rows.encode(row)))
    return now


def playing(variant: str = "base", seed: int = 1, players: int = 2, **settings: object) -> Room:
    """People play a game: the host on the first seat, who begins, the guest on the second …"""
    seats = [(PEOPLE[n], Sit(n, NAMES[n])) for n in range(players)]
    return after(
        new_room(None, variant=variant, players=players, first=0, **settings),
        *seats,
        (HOST, Begin()),
        seed=seed,
    )


def acts(now: Room, who: str, action: wire.Action) -> Room:
    """The room after somebody's move."""
    return after(now, (who, Act(now.version, action)))


def game_of(now: Room) -> State:
    """The game that is on, or was on last."""
    assert now.game is not None
    return now.game


def some_action(now: Room, rng: Random) -> tuple[str, Act]:
    """A legal action of whoever is to move."""
    seat = game_of(now).table.to_move
    sitter = now.seats[seat]
    assert sitter is not None
    assert sitter.visitor_id is not None
    action = rng.choice(legal_actions(view(game_of(now), seat)))
    return sitter.visitor_id, Act(now.version, wire.from_rules(action))


def sent(
    now: Room,
    who: str,
    events_from: int = 0,
    lines_from: int = 0,
    presence: Presence = ALL_PRESENT,
) -> dict[str, Any]:
    """What travels to a visitor."""
    table = project(now, who, AlreadySent(events_from, lines_from), presence)
    message: dict[str, Any] = json.loads(messages.encode(table))
    return message
