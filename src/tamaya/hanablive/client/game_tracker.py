"""Follows a game from the frames of a server, and shows it to our bots as a view."""

from collections.abc import Iterator

import msgspec

from tamaya.formats.hanablive.moves import move_of
from tamaya.formats.hanablive.vocabulary import suit_order
from tamaya.hanablive.protocol import commands, game_frames
from tamaya.hanablive.protocol.game_actions import (
    COLOUR,
    NOBODY,
    UNKNOWN,
    ClueAction,
    DiscardAction,
    DrawAction,
    GameAction,
    PlayAction,
    TurnAction,
)
from tamaya.hanablive.protocol.variants import game_options
from tamaya.rules import Action as Move
from tamaya.rules import CardId, ColourClue, Event, Face, Seat, Table, ValueClue, View
from tamaya.rules.events import Clued, Discarded, Drew, Played, TokenBack, TokenSource, TurnPassed
from tamaya.rules.table import all_complete, is_complete, laid_out


def decode_action(action: object) -> GameAction | None:
    """Decode one action; None if its type is unknown."""
    try:
        decoded: GameAction = msgspec.convert(action, GameAction)
    except msgspec.ValidationError:
        return None
    return decoded


class GameTracker:
    """One game as one seat sees it, brought up to date action by action."""

    def __init__(self, init: game_frames.InitFrame) -> None:
        """Start a game; raise `UnsupportedRules` if we cannot play it."""
        self.table_number = init.table_id
        self.seat = Seat(init.our_player_index)
        options = game_options(init.options, len(init.player_names))
        self.suit_order = suit_order(options)
        self.table: Table = laid_out(options, Seat(init.options.starting_player))
        self.history: tuple[Event, ...] = ()
        self.faces: dict[CardId, Face] = {}  # of the cards in other hands
        self.over = False

    @property
    def is_our_turn(self) -> bool:
        """Whether our seat is to move."""
        return not self.over and self.table.to_move == self.seat

    def view(self) -> View:
        """Return what our seat may know."""
        return View(self.table, self.seat, dict(self.faces), self.history)

    def apply(self, action: GameAction) -> None:
        """Apply an action of the server to the game."""
        for event in self._events(action):
            self.table = event.on(self.table)
            self.history = (*self.history, event)
        match action:
            case DrawAction(seat, order, suit, rank) if seat != self.seat and suit != UNKNOWN:
                self.faces[CardId(order)] = self._face(suit, rank)
            case PlayAction(order=order) | DiscardAction(order=order):
                self.faces.pop(CardId(order), None)
            case TurnAction(current_player_index=seat):
                self.over = seat == NOBODY
            case _:
                pass

    def _events(self, action: GameAction) -> Iterator[Event]:
        match action:
            case DrawAction(seat, order) if order >= self.table.drawn:
                yield Drew(Seat(seat), CardId(order))
            case PlayAction(seat, order, suit, rank):
                yield from self._placed(Seat(seat), CardId(order), self._face(suit, rank))
            case DiscardAction(seat, order, suit, rank, failed):
                face = self._face(suit, rank)
                if failed:
                    yield Played(Seat(seat), CardId(order), face, placed=False)
                else:
                    yield Discarded(Seat(seat), CardId(order), face)
            case ClueAction():
                yield self._clue(action)
            case TurnAction(num, seat) if num > 0 and seat != NOBODY:
                yield TurnPassed(Seat(seat))
            case _:
                pass

    def _placed(self, seat: Seat, card: CardId, face: Face) -> Iterator[Event]:
        played = Played(seat, card, face, placed=True)
        yield played
        table = self.table  # after the play: events are applied as they are yielded
        if is_complete(table, face.suit) and not all_complete(table):
            yield TokenBack(TokenSource.COMPLETED, table.clue_tokens < table.options.clue_tokens)

    def _clue(self, clue: ClueAction) -> Clued:
        to, value = Seat(clue.target), clue.clue.value
        if clue.clue.type == COLOUR:
            given: ColourClue | ValueClue = ColourClue(to, self.suit_order.colours[value])
        else:
            given = ValueClue(to, value)
        return Clued(Seat(clue.giver), given, tuple(map(CardId, sorted(clue.list))))

    def _face(self, suit: int, rank: int) -> Face:
        return Face(self.suit_order.suits[suit], rank)

    def action_command(self, move: Move) -> commands.ActionCommand:
        """Return the command for a move of ours."""
        return commands.ActionCommand(self.table_number, *move_of(move, self.suit_order.colours))
