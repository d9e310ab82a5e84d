"""Two games that one viewer cannot tell apart send this viewer the same bytes.

A game is played; then again with the same moves, but all that a viewer has not seen by some moment
is drawn anew, and all that is none of its business is different: who the others are, what they
note, what bots think, the password, the seed. The bytes are the same until a reveal.
"""

import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import msgspec

from support.drivers import DRIVERS, Driver, chance, completing_first, hesitant, lucky, patient
from support.hidden import Record, record, swapped, unseen
from support.option_sets import noted
from support.server.rooms import folded, game_of
from tamaya import deals
from tamaya.rules import (
    Deal,
    IllegalAction,
    Options,
    Seat,
    State,
    apply,
    format_options,
    parse_options,
    start,
    view,
)
from tamaya.rules.events import ShuffledBack
from tamaya.rules.state import PLACES
from tamaya.server.hub.live_table import LiveTable, Viewer
from tamaya.server.room import log_rows, messages, wire
from tamaya.server.room.room import Room, fold
from tamaya.server.store import game_records
from tamaya.server.web import api_me, api_tables
from tamaya.text.labels import face_text

EVERY_DRIVER: dict[str, Driver] = {**DRIVERS, "patient": patient, "hesitant": hesitant}
ASKED_EVERY = 8  # turns between two looks over HTTP
ME, ONE, OTHER = "my own id", "one world", "the other"


class World(NamedTuple):
    """A game of rooms: how it was dealt, and what is different in it that must not be seen."""

    game: Options
    first: Seat
    deal: Deal
    me: Seat | None
    secret: str


# two games


def some_game(number: int, driver: Driver, rng: random.Random) -> Record:
    """A game to its end; in every third one tile 5 comes first, with a deck to shuffle into."""
    if number % 3:
        chosen = noted(rng.choice)
        deal = deals.seeded(chosen, rng.randrange(1 << 64))
    else:
        chosen = parse_options(
            rng.choice(["base+tiles", "wild10+black+tiles"]), rng.randrange(2, 6)
        )
        dealt = completing_first(chosen, rng)
        deal = replace(dealt, tiles=(5, *(tile for tile in dealt.tiles if tile != 5)))
        driver = lucky
    return record(start(chosen, deal, Seat(rng.randrange(chosen.players))), driver, rng)


def other_deal(game: Record, now: int, seat: Seat | None, rng: random.Random) -> Deal:
    """The deal with much of what a viewer has not seen by now drawn anew, as far as the clues that
    were given allow it."""
    deal, (hand, deck) = game.deal, unseen(game, now, seat)
    for _ in range(12):
        if hand and len(hand) + len(deck) > 1:
            other = swapped(deal, rng.choice(hand), rng.choice(hand + deck))
            deal = other if same_events(game, other, now) else deal
    table = game.states[now].table
    revealed = len(game.deal.tiles) - table.tiles_left
    hidden = list(deal.tiles[revealed:])
    rng.shuffle(hidden)
    used = any(isinstance(event, ShuffledBack) for events in game.events[:now] for event in events)
    place = deal.place if used else rng.randrange(PLACES)
    return Deal(deal.cards, (*deal.tiles[:revealed], *hidden), place)


def same_events(game: Record, deal: Deal, now: int) -> bool:
    """Whether everybody sees the same happen until now."""
    first = game.states[0].table
    state = start(first.options, deal, first.to_move)
    for action, expected in zip(game.actions[:now], game.events[:now], strict=True):
        try:
            state, events = apply(state, action)
        except IllegalAction:  # a clue that would point at nothing
            return False
        if events != expected:
            return False
    return True


def table_of(world: World) -> LiveTable:
    """A table of this world, dealt."""
    settings = log_rows.Settings(format_options(world.game), world.game.players)
    opened = fold(None, log_rows.TableCreated(f"{world.secret} host", settings))
    cards = " ".join(face_text(world.game, face) for face in world.deal.cards)
    seed = int.from_bytes(world.secret.encode()[:4])
    seats = [
        log_rows.Seated(seat, f"Name {seat}", ME if seat == world.me else f"{world.secret} {seat}")
        for seat in range(world.game.players)
    ]
    added: list[log_rows.Row] = [
        *seats,
        log_rows.TableLocked(f"{world.secret} salt", f"{world.secret} digest"),
        log_rows.Admitted(ME),
        log_rows.Dealt(cards, world.first, seed, world.deal.tiles, world.deal.place, world.secret),
    ]
    return LiveTable("table", folded(opened, added))


def move(world: World, before: State, action: wire.Action) -> Iterator[log_rows.Row]:
    """What happens around a move: notes, another order of cards, reasons kept for later."""
    mover, hand = before.table.to_move, before.table.hands[before.table.to_move]
    if hand:
        mine = "a note of mine" if mover == world.me else f"{world.secret} note"
        yield log_rows.Noted(mover, hand[0], mine)
        yield log_rows.Arranged(mover, hand[::-1], hand[:1])
    yield log_rows.Said(mover, remark="take-your-time")
    why = wire.MoveReason("helps", {"really": world.secret})
    yield log_rows.Acted(mover, action, why)


# what is sent


def seen_the_same(one: Room, other: Room, me: Seat | None) -> bool:
    """Whether a viewer with these eyes still cannot tell the two games apart."""
    first, second = game_of(one), game_of(other)
    if first.history != second.history or not one.playing:
        return False
    return me is None or view(first, me) == view(second, me)


def compared(game: Record, one: World, other: World) -> Iterator[State]:
    """The states in which the same bytes were sent in both worlds, as they must be."""
    here, there = table_of(one), table_of(other)
    viewers = Viewer(ME), Viewer(ME)
    with_changes = Viewer(ME, changes=True), Viewer(ME, changes=True)
    for before, action in zip(game.states, [*game.actions, None], strict=True):
        if not seen_the_same(here.room, there.room, one.me):
            return
        assert sent(viewers[0], here) == sent(viewers[1], there)
        changed = [
            viewer.next_update(live)
            for viewer, live in zip(with_changes, (here, there), strict=True)
        ]
        assert changed[0] is not None
        assert changed == [changed[0]] * 2
        assert not re.search(f"{ONE}|{OTHER}", changed[0].text)
        newcomer = sent(Viewer(ME), here)
        assert newcomer == sent(Viewer(ME), there)
        assert not re.search(f"{ONE}|{OTHER}".encode(), newcomer)
        if before.table.turns % ASKED_EVERY == 0:
            asked = answers(here)
            assert asked == answers(there)
            assert not re.search(f"{ONE}|{OTHER}".encode(), asked)
        yield before
        if action is None:
            return
        try:
            for world, live in ((one, here), (other, there)):
                live.room = folded(live.room, move(world, before, wire.from_rules(action)))
        except IllegalAction:
            return  # told apart: a clue that would point at nothing


def answers(live: LiveTable) -> bytes:
    """What is answered over HTTP: the lists, one's own tables, and the game so far."""
    so_far = game_records.running_game_steps(live.room, ME)
    return msgspec.json.encode(
        (api_tables.listed_table(live), api_me.table_entry(live, ME), so_far)
    )


def sent(viewer: Viewer, live: LiveTable) -> bytes:
    news = viewer.next_message(live)
    assert isinstance(news, messages.TableView)
    return messages.encode(news)


def played_twice(name: str, games: int, *, all_seats: bool) -> tuple[Counter[str], set[str]]:
    """Play so many games twice, before the eyes of onlookers and of one seat, or of all seats."""
    rng, met, words = chance(f"wire {name}"), Counter[str](), set[str]()
    for number in range(games):
        game = some_game(number, EVERY_DRIVER[name], rng)
        table = game.states[0].table
        words.update(format_options(table.options).split("+"))
        one_seat = [Seat(rng.randrange(table.options.players))]
        seats = list(map(Seat, range(table.options.players))) if all_seats else one_seat
        for me in (None, *seats):
            now = rng.randrange(len(game.actions))
            deal = other_deal(game, now, me, rng)
            one = World(table.options, table.to_move, game.deal, me, ONE)
            other = one._replace(deal=deal, secret=OTHER)
            states = list(compared(game, one, other))
            assert len(states) > now, "nothing has been revealed by then"
            count(met, states, now, deal != game.deal)
    return met, words


def count(met: Counter[str], states: list[State], now: int, differs: bool) -> None:
    met["games that differ"] += differs
    met["states"] += len(states) * differs
    met["beyond the moment"] += (len(states) - 1 - now) * differs
    met["after tile 5"] += sum(
        any(isinstance(event, ShuffledBack) for event in state.history) for state in states
    )
