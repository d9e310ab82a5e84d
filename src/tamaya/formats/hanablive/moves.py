"""Moves of a game, from hanab.live's numbers to our actions and back."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from tamaya.formats.errors import CannotConvert, FormatError
from tamaya.formats.game import Converted, Game, initial_state, replay_steps
from tamaya.formats.hanablive.vocabulary import (
    COLOUR,
    DISCARD,
    END,
    END_BY_VOTE,
    END_CONDITIONS,
    PLAY,
    TERMINATED,
    VALUE,
    HanabLiveMove,
    is_settled,
    suit_order,
)
from tamaya.rules import (
    Action,
    CardId,
    ColourClue,
    Discard,
    IllegalAction,
    Play,
    Seat,
    State,
    Table,
    ValueClue,
    apply,
)

ENDS = (END, END_BY_VOTE)


def apply_moves(game: Game, moves: Sequence[HanabLiveMove]) -> Converted[Game]:
    """Replay hanab.live's moves in a game without actions."""
    count = next((n for n, move in enumerate(moves) if move.kind in ENDS), len(moves))
    state, actions = _replayed(initial_state(game), moves[:count])
    for number, move in enumerate(moves[count:], start=count):
        if move.kind not in ENDS:
            raise FormatError("the players have ended the game before", f"actions[{number}]")
    unfinished = state.table.outcome is None
    stopped = unfinished and (count < len(moves) or is_settled(state.table))
    return Converted(replace(game, actions=actions, stopped=stopped), _lost(moves, stopped))


def _replayed(state: State, moves: Iterable[HanabLiveMove]) -> tuple[State, tuple[Action, ...]]:
    actions = []
    for number, move in enumerate(moves):
        try:
            action = _action(state.table, move)
            state, _ = apply(state, action)
        except FormatError as error:
            raise error.inside(f"actions[{number}]") from error
        except IllegalAction as error:
            raise FormatError(str(error), f"actions[{number}]") from error
        actions.append(action)
    return state, tuple(actions)


def _action(table: Table, move: HanabLiveMove) -> Action:
    if move.kind == PLAY:
        _refuse_deck_play(table, move.target)
        return Play(CardId(move.target))
    if move.kind == DISCARD:
        return Discard(CardId(move.target))
    if move.value is None:
        raise FormatError("a clue needs a value")
    if move.kind == VALUE:
        return ValueClue(Seat(move.target), move.value)
    colours = suit_order(table.options).colours
    if not 0 <= move.value < len(colours):
        raise FormatError(f"there is no clue colour {move.value} among {len(colours)}")
    return ColourClue(Seat(move.target), colours[move.value])


def _refuse_deck_play(table: Table, card: int) -> None:
    if table.outcome is None and table.deck_left and card == table.drawn:
        raise CannotConvert("a deck play (the top card of the deck) is not played here")


def _lost(moves: Sequence[HanabLiveMove], stopped: bool) -> tuple[str, ...]:
    """A warning for everything in the moves that a recorded game does not keep."""
    lost = []
    if any(move.value for move in moves if move.kind in (PLAY, DISCARD)):
        lost.append("not kept: a value given with a play or a discard")
    end = next((move for move in moves if move.kind in ENDS), None)
    if end and stopped:
        why = END_CONDITIONS.get(end.value or 0, "no known reason")
        lost.append(f"not kept: who ended the game, and why ({why})")
    elif end:
        lost.append("not kept: an end that was marked when the game was over")
    return tuple(lost)


def moves_of(game: Game) -> Converted[tuple[HanabLiveMove, ...]]:
    """A game's actions as hanab.live's moves; a warning if the site would have ended it earlier."""
    dictionary = suit_order(game.options)
    moves = [move_of(action, dictionary.colours) for action in game.actions]
    tables = [state.table for state, _ in replay_steps(game)][: len(moves)]
    settled = next((n for n, table in enumerate(tables, 1) if is_settled(table)), None)
    if game.stopped and settled is None:
        last = tables[-1] if tables else initial_state(game).table
        moves.append(HanabLiveMove(END, last.to_move, TERMINATED))
    return Converted(tuple(moves), _settled_early(game, settled))


def move_of(action: Action, colours: tuple[int, ...]) -> HanabLiveMove:
    """An action as hanab.live's move; `colours` are those of `suit_order`."""
    match action:
        case Play(card):
            return HanabLiveMove(PLAY, card)
        case Discard(card):
            return HanabLiveMove(DISCARD, card)
        case ColourClue(to, colour):
            return HanabLiveMove(COLOUR, to, colours.index(colour))
        case ValueClue(to, value):
            return HanabLiveMove(VALUE, to, value)
        case _:
            raise CannotConvert("hanab.live does not play bonus tiles", "actions")


def _settled_early(game: Game, settled: int | None) -> tuple[str, ...]:
    if settled is None or (game.stopped and settled == len(game.actions)):
        return ()
    what = "goes on" if settled < len(game.actions) else "is not over yet"
    rule = "hanab.live ends a game when nothing more can be placed"
    return (f"{rule}, here after action {settled}; this game {what}",)
