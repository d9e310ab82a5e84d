"""Scenes: games set up on purpose, written in the text notation."""

from collections import Counter

from tamaya.formats.notation import parse_action, parse_face
from tamaya.rules import (
    FIRST_SEAT,
    Deal,
    Event,
    Face,
    Options,
    Reason,
    Seat,
    State,
    apply,
    parse_options,
    refusal,
    start,
    view,
)

TILES = (1, 2, 3, 4, 5, 6)


def faces(game: Options, text: str) -> tuple[Face, ...]:
    """The cards written in a text such as `r1 b2`."""
    return tuple(parse_face(game, word) for word in text.split())


def stacked(game: Options, cards: str, tiles: str = "", place: int = 0, bottom: str = "") -> Deal:
    """A deal with these cards on top (and these at the bottom), the others sorted in between."""
    top, end = faces(game, cards), faces(game, bottom)
    rest = Counter(game.copies)
    rest.subtract(top + end)
    assert min(rest.values()) >= 0, "the scene asks for more copies than there are"
    first = tuple(int(tile) for tile in tiles.split())
    order = first + tuple(tile for tile in TILES if tile not in first) if game.tiles else ()
    return Deal(top + tuple(rest.elements()) + end, order, place)


def scene(
    variant: str | Options,
    cards: str,
    moves: str = "",
    *,
    players: int = 2,
    tiles: str = "",
    place: int = 0,
    bottom: str = "",
    first: int = FIRST_SEAT,
) -> State:
    """The state after these moves in a game with these cards on top."""
    game = parse_options(variant, players) if isinstance(variant, str) else variant
    state = start(game, stacked(game, cards, tiles, place, bottom), Seat(first))
    return after(state, moves)


def after(state: State, moves: str) -> State:
    """The state after some moves."""
    for move in moves.split():
        state, _ = step(state, move)
    return state


def step(state: State, move: str) -> tuple[State, tuple[Event, ...]]:
    """One move: the new state and its events."""
    return apply(state, parse_action(state.table, move))


def refused(state: State, move: str) -> Reason | None:
    """Why the seat to move may not do this."""
    mover = view(state, state.table.to_move)
    return refusal(mover, parse_action(state.table, move))


def events(state: State, kind: type[Event]) -> list[Event]:
    """All events of a kind so far."""
    return [event for event in state.history if isinstance(event, kind)]
