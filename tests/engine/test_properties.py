"""Properties over every option set: invariants, secrecy, plain values."""

import pickle
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.drivers import DRIVERS, chance, new_game, option_sets, redrawn, run
from support.invariants import check_history, check_state, check_step
from support.scenarios import SCENARIOS
from support.universe import check_refusals, universe
from tamaya.rules import (
    Action,
    Clue,
    ColourClue,
    Discard,
    EndReason,
    Event,
    IllegalAction,
    Options,
    Outcome,
    Play,
    Reason,
    Result,
    Seat,
    State,
    ValueClue,
    apply,
    legal_actions,
    refusal,
    stop,
    view,
)
from tamaya.rules.events import Clued, Ended, TileRevealed

SEEDS = st.integers(0, 2**32 - 1)
MORE = settings(max_examples=5 * settings().max_examples)  # of the profile in use


@st.composite
def positions(draw: st.DrawFn) -> State:
    """A state anywhere in a game: of any options, or of a kind that leads to tiles and ends."""
    kind, rng = draw(st.sampled_from((*DRIVERS, *SCENARIOS))), chance(str(draw(SEEDS)))
    if kind in DRIVERS:
        state, driver = new_game(draw(option_sets()), rng), DRIVERS[kind]
    else:
        state, driver = SCENARIOS[kind].start(rng), SCENARIOS[kind].driver
    states = [state, *(after for _, _, after, _ in run(state, driver, rng))]
    waiting = [state for state in states if state.table.tile is not None]
    at_a_tile = draw(st.booleans())
    return draw(st.sampled_from(waiting if waiting and at_a_tile else states))


def seats(state: State) -> list[Seat]:
    return [Seat(number) for number in range(state.table.options.players)]


@MORE
@given(option_sets(), SEEDS, st.data())
def test_whatever_is_chosen_the_invariants_hold(
    options: Options, seed: int, data: st.DataObject
) -> None:
    state = new_game(options, chance(str(seed)))
    first = state.table.to_move
    for _ in range(30):
        check_state(state)
        check_refusals(view(state, state.table.to_move))
        if state.table.outcome is not None:
            break
        action = data.draw(st.sampled_from(legal_actions(view(state, state.table.to_move))))
        before = state
        state, events = apply(before, action)
        check_step(before, action, state, events)
        assert apply(before, action) == (state, events)
    check_history(state, first)


@MORE
@given(positions(), SEEDS)
def test_no_seat_can_tell_apart_what_it_must_not_see(state: State, seed: int) -> None:
    for seat in seats(state):
        other = redrawn(state, chance(str(seed)), seat)
        seen, again = view(state, seat), view(other, seat)
        assert again == seen
        assert repr(again) == repr(seen)
        assert legal_actions(again) == legal_actions(seen)
        thinkable = list(universe(state.table))
        assert [refusal(again, a) for a in thinkable] == [refusal(seen, a) for a in thinkable]


@MORE
@given(positions(), SEEDS)
def test_what_happens_depends_on_nothing_still_hidden(state: State, seed: int) -> None:
    rng = chance(str(seed))
    legal = legal_actions(view(state, state.table.to_move))
    for seat in seats(state):
        other = redrawn(state, rng, seat)
        for action in rng.sample(legal, min(len(legal), 8)):
            if not reveals_to(state, seat, action):
                seen, again = apply(state, action)[1], apply(other, action)[1]
                assert until_revealed(again) == until_revealed(seen)


def reveals_to(state: State, seat: Seat, action: Action) -> bool:
    """Whether an action tells this seat something about its own hand."""
    if isinstance(action, (ColourClue, ValueClue)):
        return action.to == seat
    return isinstance(action, (Play, Discard)) and seat == state.table.to_move


def until_revealed(events: tuple[Event, ...]) -> list[Event]:
    """What happened before a tile was turned up: from there on the order of tiles counts."""
    kinds = [isinstance(event, TileRevealed) for event in events]
    return list(events[: kinds.index(True)] if True in kinds else events)


@MORE
@given(positions(), SEEDS)
def test_a_clue_points_out_what_matches_and_nothing_else(state: State, seed: int) -> None:
    mover = view(state, state.table.to_move)
    clues: list[Clue] = [
        action for action in legal_actions(mover) if isinstance(action, (ColourClue, ValueClue))
    ]
    for clue in chance(str(seed)).sample(clues, min(len(clues), 6)):
        clued, hand = apply(state, clue)[1][0], state.table.hands[clue.to]
        suits, colours = state.table.options.suits, state.table.options.colours
        matching = [
            card
            for card in hand
            if (
                state.faces[card].value == clue.value
                if isinstance(clue, ValueClue)
                else colours[clue.colour] in suits[state.faces[card].suit].touched_by
            )
        ]
        free = state.table.tile is not None
        assert clued == Clued(mover.seat, clue, tuple(matching), free)


@MORE
@given(positions(), SEEDS)
def test_nothing_hidden_is_ever_printed(state: State, seed: int) -> None:
    rng = chance(str(seed))
    assert repr(redrawn(state, rng)) == repr(state)
    other = redrawn(state, rng, state.table.to_move)
    for action in universe(state.table):
        assert complaint(other, action) == complaint(state, action)


def complaint(state: State, action: Action) -> str:
    """All that an illegal action makes the engine say."""
    if refusal(view(state, state.table.to_move), action) is None:
        return ""
    try:
        apply(state, action)
    except IllegalAction as illegal:
        return f"{illegal} {illegal!r} {illegal.args}"
    return "applied"


@MORE
@given(positions())
def test_views_events_actions_and_states_travel(state: State) -> None:
    legal = legal_actions(view(state, state.table.to_move))
    for value in (state, *(view(state, seat) for seat in seats(state)), state.history, legal):
        again = pickle.loads(pickle.dumps(value))  # noqa: S301 - our own bytes
        assert again == value
        assert repr(again) == repr(value)
    copy: State = pickle.loads(pickle.dumps(state))  # noqa: S301 - our own bytes
    for action in legal[:5]:
        assert apply(copy, action) == apply(state, action)


@given(positions())
def test_the_players_may_stop_anywhere_but_only_once(state: State) -> None:
    if state.table.outcome is None:
        over = Outcome(Result.STOPPED, EndReason.ENDED_BY_PLAYERS)
        stopped, events = stop(state)
        assert events == (Ended(over),)
        assert stopped == replace(
            state, table=state.table._replace(outcome=over), history=(*state.history, Ended(over))
        )
        check_state(stopped)
        state = stopped
    assert legal_actions(view(state, state.table.to_move)) == ()
    with pytest.raises(IllegalAction) as refused:
        stop(state)
    assert refused.value.reason is Reason.GAME_OVER
