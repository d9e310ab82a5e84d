"""Secrecy over whole games: another deal, the same actions, and nobody the wiser."""

import random
from collections import Counter
from dataclasses import replace

import pytest

from support.drivers import (
    Driver,
    chance,
    completing_first,
    late,
    lucky,
    played_until,
    random_options,
    redrawn,
    run,
    uniform,
)
from support.hidden import Record, places_in_deal, record, swapped, unseen
from support.option_sets import few_values
from support.scenarios import Scenario
from tamaya.deals import seeded
from tamaya.rules import (
    Deal,
    Face,
    IllegalAction,
    Options,
    Seat,
    State,
    Take,
    Tile,
    apply,
    legal_actions,
    start,
    view,
)

TILE_5_FIRST = Scenario(few_values, lucky, 0, {}, completing_first, (Tile.SHUFFLE_BACK,))


def same_to(game: Record, deal: Deal, now: int, seat: Seat) -> bool:
    """Play the same actions from another deal: as long as nothing public differs, this seat must
    see the same. Whether nothing public differed until now."""
    first = game.states[0].table
    state = start(first.options, deal, first.to_move)
    for before, action, events in zip(
        game.states[: now + 1], [*game.actions, None][: now + 1], [*game.events, ()], strict=False
    ):
        seen, again = view(before, seat), view(state, seat)
        assert again == seen
        assert repr(again) == repr(seen)
        assert legal_actions(again) == legal_actions(seen)
        if before is game.states[now] or action is None:
            return True
        try:
            state, what = apply(state, action)
        except IllegalAction:  # a clue that now would point at nothing
            return False
        if what != events:
            return False
    raise AssertionError("there is no such moment")


def pick(game: Record, rng: random.Random) -> tuple[int, Seat, int, int, str] | None:
    """A moment, a seat, two different cards it has not seen, and where they are."""
    now = rng.randrange(len(game.states))
    seat = Seat(rng.randrange(game.states[0].table.options.players))
    hand, deck = unseen(game, now, seat)
    kind = rng.choice(("hand", "hand and deck", "deck"))
    ones, others = {
        "hand": (hand, hand),
        "hand and deck": (hand, deck),
        "deck": (deck, deck),
    }[kind]
    pairs = [
        (one, other)
        for one in ones
        for other in others
        if game.deal.cards[one] != game.deal.cards[other]
    ]
    return (now, seat, *rng.choice(pairs), kind) if pairs else None


KINDS: dict[str, tuple[Driver, int]] = {
    "uniform": (uniform, 300),
    "lucky": (lucky, 100),
    "late": (late, 100),
}


@pytest.mark.parametrize("name", KINDS)
def test_two_unseen_cards_may_change_places(name: str) -> None:
    (driver, games), rng, effective = KINDS[name], chance(f"swap {name}"), Counter[str]()
    for number in range(games):
        if number % 3:
            options = random_options(rng)
            state = start(options, seeded(options, number), Seat(rng.randrange(options.players)))
        else:
            state = TILE_5_FIRST.start(rng)
        game = record(state, driver, rng)
        for _ in range(12):
            if picked := pick(game, rng):
                now, seat, one, other, kind = picked
                if same_to(game, swapped(game.deal, one, other), now, seat):
                    effective[kind] += 1
                    effective["after tile 5"] += None in places_in_deal(game, now)
                else:
                    effective["told apart by clues"] += 1
    assert min(effective[kind] for kind in ("hand", "hand and deck", "deck")) >= 50
    assert effective["told apart by clues"] >= 20
    assert name == "uniform" or effective["after tile 5"] >= 30


def tile_5_waits(rng: random.Random) -> State | None:
    """A state in which tile 5 waits, with cards in the deck and in the discard pile."""
    state = played_until(
        TILE_5_FIRST.start(rng), lucky, rng, lambda table: table.tile is Tile.SHUFFLE_BACK
    )
    return state if state.table.tile is Tile.SHUFFLE_BACK and state.table.deck_left else None


def place_numbers(left: int) -> list[tuple[int, int]]:
    """Every place among the cards left, with the smallest and largest number that means it."""
    bounds = [-(-(place << 32) // (left + 1)) for place in range(left + 2)]
    return [(p, n) for p in range(left + 1) for n in (bounds[p], bounds[p + 1] - 1)]


def test_a_card_shuffled_back_cannot_be_recognised() -> None:
    rng, cards = chance("shuffled back"), 0
    while cards < 60:
        state = tile_5_waits(rng)
        if state is not None:
            take = rng.choice(legal_actions(view(state, state.table.to_move)))
            assert isinstance(take, Take)
            check_every_place(state, take.face)
            cards += 1


def check_every_place(state: State, face: Face) -> None:
    table, mover = state.table, state.table.to_move
    expected, events = apply(replace(state, place=(1 << 32) - 1), Take(face))
    for place, number in place_numbers(table.deck_left):
        after, seen = apply(replace(state, place=number), Take(face))
        at = table.drawn + place
        assert after.faces == (*state.faces[:at], face, *state.faces[at:])
        assert seen == events
        assert after.table == expected.table
        assert view(after, mover) == view(expected, mover), "who drew it does not know it"
        assert after.table.hands[mover][-1] == table.drawn, "it has a new number"
        for seat in range(table.options.players):
            others = view(after, Seat(seat))
            if seat != mover:
                drawn = face if place == 0 else state.faces[table.drawn]
                assert others.faces[after.table.hands[mover][-1]] == drawn
                assert place == 0 or others == view(expected, Seat(seat))


def test_after_a_card_came_back_nobody_sees_through_the_backs() -> None:
    rng, games = chance("after tile 5"), 0
    while games < 40:
        state = tile_5_waits(rng)
        if state is None:
            continue
        games += 1
        for _, _, after, _ in run(state, lucky, rng):
            for seat in range(after.table.options.players):
                other = redrawn(after, rng, Seat(seat))
                assert view(other, Seat(seat)) == view(after, Seat(seat))
                assert repr(other.table) == repr(after.table)


@pytest.mark.parametrize("number", range(3))
def test_a_deal_prints_nothing(number: int) -> None:
    options: Options = random_options(chance(f"deal {number}"))
    assert repr(seeded(options, 1)) == repr(seeded(options, 2)) == "Deal()"
