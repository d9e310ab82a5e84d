"""The history of a game as hanab.live's actions, for one viewer.

A face is put in only if the viewer may see it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tamaya.formats.hanablive.vocabulary import SuitOrder, suit_order
from tamaya.hanablive.protocol.game_actions import (
    COLOUR,
    NOBODY,
    RANK,
    UNKNOWN,
    CardReference,
    ClueAction,
    ClueContent,
    DiscardAction,
    DrawAction,
    GameAction,
    GameOverAction,
    PlayAction,
    StatusAction,
    StrikeAction,
    TurnAction,
)
from tamaya.rules import CardId, ColourClue, EndReason, Event, Face, Seat, State, Table, view
from tamaya.rules.events import Clued, Discarded, Drew, Ended, Played, TurnPassed
from tamaya.rules.scoring import reachable_heights
from tamaya.rules.table import Result, laid_out
from tamaya.server.room.projection import Viewpoint

END_CONDITIONS = {
    EndReason.ALL_COMPLETE: 1,
    EndReason.LAST_ROUND: 1,
    EndReason.LAST_MISTAKE: 2,
    EndReason.INDISPENSABLE_LOST: 8,
    EndReason.NO_ACTION: 9,
    EndReason.ENDED_BY_PLAYERS: 4,
}


def game_actions(game: State, first: Seat, eyes: Viewpoint) -> list[GameAction]:
    """Return all actions of a game so far for one viewer; later calls only append to the list."""
    table = laid_out(game.table.options, first)
    log = _LogWriter(table, suit_order(table.options), _visible_faces(game, eyes), eyes)
    dealt = [log.draw(Seat(seat), card) for seat, hand in enumerate(table.hands) for card in hand]
    later = [action for event in game.history for action in log.actions(event)]
    return [*dealt, TurnAction(0, first), *later]


def _visible_faces(game: State, eyes: Viewpoint) -> Mapping[CardId, Face]:
    """Return the faces of played and discarded cards, and of the hands that the viewer sees."""
    public = {e.card: e.face for e in game.history if isinstance(e, Played | Discarded)}
    if eyes.seat is not None:
        return {**public, **view(game, eyes.seat).faces}
    if eyes.hands:
        return {**public, **{card: game.faces[card] for hand in game.table.hands for card in hand}}
    return public


@dataclass(slots=True)
class _LogWriter:
    """Translates events, and keeps the table as it is after the last one."""

    table: Table
    suit_order: SuitOrder
    faces: Mapping[CardId, Face]
    eyes: Viewpoint

    def draw(self, seat: Seat, card: CardId) -> DrawAction:
        """Return the draw of a card, with its face only if the viewer sees that hand."""
        sees = self.eyes.hands if self.eyes.seat is None else seat != self.eyes.seat
        if not sees:
            return DrawAction(seat, card, UNKNOWN, UNKNOWN)
        return DrawAction(seat, card, *self._card(self.faces[card]))

    def actions(self, event: Event) -> Iterator[GameAction]:
        """Yield the actions of one event, in hanab.live's order."""
        before, self.table = self.table, event.on(self.table)
        match event:
            case Clued():
                yield self._clue(event, before.turns)
            case Played():
                yield from self._play(event, before.turns)
            case Discarded(seat, card, face):
                yield self._discard(seat, card, face, failed=False)
            case Drew(seat, card):
                yield self.draw(seat, card)
            case TurnPassed(to):
                yield self._status()
                yield TurnAction(self.table.turns, to)
            case Ended(outcome):
                yield self._status()
                yield GameOverAction(END_CONDITIONS[outcome.reason], before.to_move)
                yield TurnAction(self.table.turns, NOBODY)
            case _:  # returned tokens are part of the status
                pass

    def _clue(self, event: Clued, turn: int) -> ClueAction:
        clue = event.clue
        if isinstance(clue, ColourClue):
            content = ClueContent(COLOUR, self.suit_order.colours.index(clue.colour))
        else:
            content = ClueContent(RANK, clue.value)
        return ClueAction(content, event.seat, event.cards, clue.to, turn)

    def _play(self, event: Played, turn: int) -> Iterator[GameAction]:
        if not event.placed:
            yield StrikeAction(self.table.mistakes, turn, event.card)
            yield self._discard(event.seat, event.card, event.face, failed=True)
            return
        suit, rank = self._card(event.face)
        which = CardReference(event.seat, event.card, suit, rank)
        yield PlayAction(event.seat, event.card, suit, rank, which)

    def _discard(self, seat: Seat, card: CardId, face: Face, *, failed: bool) -> DiscardAction:
        suit, rank = self._card(face)
        return DiscardAction(seat, card, suit, rank, failed, CardReference(seat, card, suit, rank))

    def _status(self) -> StatusAction:
        """Return the status; hanab.live's score counts cards, and is 0 for a lost game."""
        table = self.table
        lost = table.outcome is not None and table.outcome.result is Result.LOST
        score = 0 if lost else sum(table.fireworks)
        return StatusAction(table.clue_tokens, score, sum(reachable_heights(table)))

    def _card(self, face: Face) -> tuple[int, int]:
        return self.suit_order.suits.index(face.suit), face.value
