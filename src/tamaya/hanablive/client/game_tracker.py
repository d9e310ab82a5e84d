"""A game from hanab.live's frames: what our bots see of it."""

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


def known(action: object) -> GameAction | None:
    """Something that happened; nothing if we have never heard of it."""
    try:
        happened: GameAction = msgspec.convert(action, GameAction)
    except msgspec.ValidationError:
        return None
    return happened


class Board:
    """One game as one seat sees it, frame by frame."""

    def __init__(self, init: game_frames.InitFrame) -> None:
        """`UnsupportedRules` if we do not know what is played."""
        self.number = init.table_id
        self.seat = Seat(init.our_player_index)
        options = game_options(init.options, len(init.player_names))
        self.words = suit_order(options)
        self.table: Table = laid_out(options, Seat(init.options.starting_player))
        self.history: tuple[Event, ...] = ()
        self.faces: dict[CardId, Face] = {}  # in the others' hands
        self.over = False

    @property
    def our_turn(self) -> bool:
        """Whether we are to move."""
        return not self.over and self.table.to_move == self.seat

    def view(self) -> View:
        """What our seat may know."""
        return View(self.table, self.seat, dict(self.faces), self.history)

    def take(self, action: GameAction) -> None:
        """Something happened."""
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
        table = self.table  # the card lies there by now
        if is_complete(table, face.suit) and not all_complete(table):
            yield TokenBack(TokenSource.COMPLETED, table.clue_tokens < table.options.clue_tokens)

    def _clue(self, clue: ClueAction) -> Clued:
        to, value = Seat(clue.target), clue.clue.value
        if clue.clue.type == COLOUR:
            said: ColourClue | ValueClue = ColourClue(to, self.words.colours[value])
        else:
            said = ValueClue(to, value)
        return Clued(Seat(clue.giver), said, tuple(map(CardId, sorted(clue.list))))

    def _face(self, suit: int, rank: int) -> Face:
        return Face(self.words.suits[suit], rank)

    def order(self, move: Move) -> commands.ActionCommand:
        """Our move as a command."""
        return commands.ActionCommand(self.number, *move_of(move, self.words.colours))
