"""Invariants: what must hold in every state and for every step of every game."""

import pickle
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import reduce

import pytest

from support.drivers import Driver, Met, run
from support.universe import check_refusals, check_waiting_seats
from tamaya.rules import (
    Action,
    ColourClue,
    EndReason,
    Event,
    Face,
    IllegalAction,
    Reason,
    Result,
    Seat,
    State,
    Table,
    Tile,
    ValueClue,
    apply,
    max_score,
    points_on_table,
    reachable,
    score,
    view,
)
from tamaya.rules.events import (
    Clued,
    Discarded,
    Drew,
    Ended,
    MistakeForgiven,
    PlacedFromPile,
    Played,
    ShuffledBack,
    TileGone,
    TileRevealed,
    TokenBack,
    TokenSource,
    TurnPassed,
)
from tamaya.rules.table import laid_out

NOW_AND_THEN = 0.06  # the share of states in which everything that is legal is also applied

# one state


def check_state(state: State) -> None:
    """Every card in exactly one place, and every number in its bounds."""
    table, options = state.table, state.table.options
    assert cards_everywhere(state) == Counter(options.copies)
    assert len(state.deck) == table.deck_left
    assert len(state.tiles) == table.tiles_left
    assert table.tile not in state.tiles
    assert 0 <= table.clue_tokens <= options.clue_tokens
    assert 0 <= table.mistakes <= options.mistakes
    assert all(0 <= height <= options.values for height in table.fireworks)
    assert points_on_table(table) <= reachable(table) <= max_score(options)
    assert points_on_table(table) == _points(table, table.fireworks)
    assert reachable(table) == _points(table, [_reach(table, s) for s in range(len(options.suits))])
    assert max_score(options) == _points(table, [options.values] * len(options.suits))
    _check_hands(table)
    _check_end(table)


def _points(table: Table, heights: Sequence[int]) -> int:
    """R3.4, R4.4: a point for each card placed; for black, one off for each card missing."""
    suits, values = table.options.suits, table.options.values
    missing = sum(values - h for h, suit in zip(heights, suits, strict=True) if suit.missing_costs)
    placed = sum(h for h, suit in zip(heights, suits, strict=True) if not suit.missing_costs)
    return placed - missing


def _reach(table: Table, suit: int) -> int:
    """R5.6: how high a firework can grow before the first card that has no copy left."""
    gone = Counter(table.discard_pile)
    faces = [Face(suit, value) for value in table.options.suits[suit].order]
    lost = [gone[face] == table.options.copies[face] for face in faces]
    return lost.index(True) if True in lost else len(faces)


def cards_everywhere(state: State) -> Counter[Face]:
    """The cards in the hands, in the deck, in the discard pile and on the fireworks."""
    table = state.table
    held = (state.faces[card] for hand in table.hands for card in hand)
    placed = (
        Face(index, value)
        for index, (suit, height) in enumerate(
            zip(table.options.suits, table.fireworks, strict=True)
        )
        for value in suit.order[:height]
    )
    return Counter((*held, *state.deck, *table.discard_pile, *placed))


def _check_hands(table: Table) -> None:
    options = table.options
    ids = [card for hand in table.hands for card in hand]
    assert len(set(ids)) == len(ids)
    assert all(0 <= card < table.drawn for card in ids)
    for seat, hand in enumerate(table.hands):
        assert list(hand) == sorted(hand), "the oldest card first"
        waits = seat == table.to_move and (table.tile or table.outcome) is not None
        if table.deck_left:
            assert options.hand_size - len(hand) in ((0, 1) if waits else (0,))
        assert len(hand) <= options.hand_size


def _check_end(table: Table) -> None:
    options, outcome = table.options, table.outcome
    reason = outcome.reason if outcome else None
    complete = all(height == options.values for height in table.fireworks)
    assert (reason is EndReason.ALL_COMPLETE) == complete
    assert (reason is EndReason.LAST_MISTAKE) == (table.mistakes == options.mistakes)
    assert (table.turns_after is None) == bool(table.deck_left or options.bouquet)
    assert reason is not EndReason.LAST_ROUND or table.turns_after == 0
    if options.bouquet or reason is EndReason.LAST_MISTAKE:
        assert score(table) == (max_score(options) if complete else 0)
    else:
        assert score(table) == points_on_table(table)
    lost_a_card = options.bouquet and reachable(table) < max_score(options)
    assert lost_a_card or reason is not EndReason.INDISPENSABLE_LOST
    assert not lost_a_card or reason in (EndReason.INDISPENSABLE_LOST, EndReason.LAST_MISTAKE)
    if reason is EndReason.NO_ACTION:
        assert not table.hands[table.to_move]
        assert table.clue_tokens == 0 or not any(table.hands)


# one step


def check_step(before: State, action: Action, after: State, events: tuple[Event, ...]) -> None:
    """What one action changed, and in which order, by the rules rather than by the fold."""
    was, now = before.table, after.table
    assert after.history == before.history + events
    assert reduce(lambda table, event: event.on(table), events, was) == now
    assert after.place == before.place
    assert [event for event in events if isinstance(event, Ended)] == list(events[-1:]) * (
        now.outcome is not None
    ), "the end is the last event, and there is one exactly when the game is over"
    revived = any(isinstance(event, (PlacedFromPile, ShuffledBack)) for event in events)
    assert revived or reachable(now) <= reachable(was)
    assert now.turns - was.turns == (was.tile is None)
    _check_tokens(was, now, events)
    _check_bonus(before, events)
    _check_tiles(before, events)
    _check_turn(was, now, action, events)


def _count(events: Iterable[Event], kind: type[Event]) -> int:
    return sum(isinstance(event, kind) for event in events)


def _check_tokens(was: Table, now: Table, events: tuple[Event, ...]) -> None:
    """Tokens and mistakes add up."""
    tokens, most = was.clue_tokens, was.options.clue_tokens
    for event in events:
        match event:
            case Clued(free=free):
                tokens -= not free
            case Discarded():
                tokens += 1
            case TokenBack(kept=kept):
                assert kept == (tokens < most)
                tokens += kept
            case _:
                pass
    assert now.clue_tokens == tokens
    missed = sum(isinstance(event, Played) and not event.placed for event in events)
    assert now.mistakes == was.mistakes + missed - _count(events, MistakeForgiven)


def _check_bonus(before: State, events: tuple[Event, ...]) -> None:
    """R2.6, R4.5, R4.6: a token or a tile for completing a firework, a token for announcing."""
    table, tiles = before.table, list(before.tiles)
    due: list[Event | str] = []
    for event in events:
        after = event.on(table)
        if isinstance(event, Played):
            right = event.announced in (None, event.face.suit)
            assert event.placed == (right and _is_next(table, event.face))
        match event:
            case Played(face=face, placed=True) | PlacedFromPile(face):
                over = sum(after.fireworks) == after.options.values * len(after.fireworks)
                if isinstance(event, Played) and event.announced is not None and not over:
                    assert event.announced == face.suit
                    due.append(TokenSource.ANNOUNCED)
                if after.fireworks[face.suit] == after.options.values and not over:
                    with_a_tile = face.value == after.options.values and after.options.tiles
                    due.append("tile" if with_a_tile else TokenSource.COMPLETED)
            case TokenBack(why=why) if why is not TokenSource.TILE:
                assert due.pop(0) == why
            case TileRevealed(tile):
                assert due.pop(0) == "tile"
                assert tile == tiles.pop(0)
            case _:
                pass
        table = after
    assert not due


def _is_next(table: Table, face: Face) -> bool:
    order = table.options.suits[face.suit].order
    return order[table.fireworks[face.suit] :][:1] == (face.value,)


def _check_tiles(before: State, events: tuple[Event, ...]) -> None:
    """R4.5: what each tile does, and that it is lost exactly when there is nothing to choose."""
    table = before.table
    for number, event in enumerate(events):
        if isinstance(event, TileRevealed):
            table = event.on(table)
            rest, tile = events[number + 1 :], event.tile
            if tile in (Tile.TOKEN, Tile.FORGIVE):
                forgiven = tile is Tile.FORGIVE and table.mistakes > 0
                kinds = [MistakeForgiven] * forgiven + [TokenBack, TileGone]
                assert [type(e) for e in rest[: len(kinds)]] == kinds
                assert rest[len(kinds) - 1] == TileGone(tile, used=True)
            elif has_object(before, table, tile):
                assert not rest
            else:
                assert rest[0] == TileGone(tile, used=False)
        else:
            table = event.on(table)


def has_object(state: State, table: Table, tile: Tile) -> bool:
    """Whether something can be chosen for a tile, on the table as it is now."""
    options, pile = table.options, table.discard_pile
    if tile is Tile.SHUFFLE_BACK and table.deck_left:
        return bool(pile)
    if tile in (Tile.SHUFFLE_BACK, Tile.PLACE):
        return any(_is_next(table, face) for face in pile)
    held = [
        state.faces[card]
        for seat, hand in enumerate(table.hands)
        if seat != table.to_move
        for card in hand
    ]
    if tile is Tile.VALUE_CLUE:
        return bool(held)
    if options.empty_clues:
        return bool(held) and bool(options.colours)
    return any(options.suits[face.suit].touched_by for face in held)


def _check_turn(was: Table, now: Table, action: Action, events: tuple[Event, ...]) -> None:
    """R5.1: what is drawn, and whose turn it is."""
    over, waits = now.outcome is not None, now.tile is not None
    drawn, passed = _count(events, Drew), _count(events, TurnPassed)
    no_action = over and now.outcome is not None and now.outcome.reason is EndReason.NO_ACTION
    assert passed == (not waits and (not over or no_action))
    assert now.to_move == (was.to_move + passed) % was.options.players
    if waits or (over and not no_action and now.turns_after != 0):
        assert drawn == 0, "no draw before a tile is resolved, none after the end"
    elif isinstance(action, (ColourClue, ValueClue)) and was.tile is None:
        assert drawn == 0
    else:
        assert drawn == (was.deck_left > 0)
    assert now.deck_left == was.deck_left - drawn + _count(events, ShuffledBack)
    assert _count(events, TileGone) == (was.tile is not None) + _count(events, TileRevealed) - waits


def check_unchanged(state: State, snapshot: bytes) -> None:
    """`apply` is pure: the old state is what it was."""
    kept: State = pickle.loads(snapshot)  # noqa: S301 - our own bytes
    assert kept == state
    mine, theirs = kept.table.options, state.table.options
    assert (mine.copies, mine.step, mine.touches) == (theirs.copies, theirs.step, theirs.touches)


# a whole game


def check_history(state: State, first: Seat) -> None:
    """The table is the fold of its events, and the last round is as long as it should be."""
    table = reduce(
        lambda table, event: event.on(table), state.history, laid_out(state.table.options, first)
    )
    assert table == state.table
    drawn = [event.card for event in state.history if isinstance(event, Drew)]
    dealt = state.table.options.players * state.table.options.hand_size
    assert drawn == list(range(dealt, dealt + len(drawn))), "every card drawn has a new number"
    if state.table.outcome is not None and state.table.outcome.result is Result.SCORED:
        assert not state.table.options.bouquet
        assert turns_since_last_draw(state.history) == [
            Seat((state.table.to_move + 1 + n) % state.table.options.players)
            for n in range(state.table.options.players)
        ], "everybody has one more turn, the one who drew the last card at the end"


def turns_since_last_draw(history: tuple[Event, ...]) -> list[Seat]:
    """Who took a turn after the last card was drawn, in order."""
    seats: list[Seat] = []
    for event in history:
        if isinstance(event, (Played, Discarded)) or (isinstance(event, Clued) and not event.free):
            seats.append(event.seat)
        elif isinstance(event, Drew):
            seats.clear()
    return seats


def check_applies(state: State, verdicts: dict[Action, Reason | None]) -> None:
    """What is listed applies, and what is refused is refused with the same reason."""
    for action, reason in verdicts.items():
        if reason is None:
            check_step(state, action, *apply(state, action))
            continue
        with pytest.raises(IllegalAction) as refused:
            apply(state, action)
        assert refused.value.reason is reason


# everything together


def prove(state: State, driver: Driver, rng: random.Random, met: Met) -> set[Reason]:
    """Play to the end, checking every state and step; the reasons of refusal met on the way."""
    first, reasons = state.table.to_move, set[Reason]()
    check_state(state)
    for before, action, after, events in run(state, driver, rng):
        check_step(before, action, after, events)
        check_state(after)
        assert met.fold(before.table, events) == after.table
        verdicts = check_refusals(view(after, after.table.to_move))
        reasons.update(reason for reason in verdicts.values() if reason is not None)
        if rng.random() < NOW_AND_THEN or after.table.outcome is not None:
            snapshot = pickle.dumps(after)
            check_applies(after, verdicts)
            check_waiting_seats(after)
            check_unchanged(after, snapshot)
        state = after
    check_history(state, first)
    return reasons
