"""A game as hanab.live tells it to one seat: only what that seat has seen is ever put in."""

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
from tamaya.server.room.projection import Eyes

END_CONDITIONS = {
    EndReason.ALL_COMPLETE: 1,
    EndReason.LAST_ROUND: 1,
    EndReason.LAST_MISTAKE: 2,
    EndReason.INDISPENSABLE_LOST: 8,
    EndReason.NO_ACTION: 9,
    EndReason.ENDED_BY_PLAYERS: 4,
}


def actions(game: State, first: Seat, eyes: Eyes) -> list[GameAction]:
    """All that has happened, through these eyes; what follows later is only ever added."""
    table = laid_out(game.table.options, first)
    teller = _Teller(table, suit_order(table.options), _faces(game, eyes), eyes)
    dealt = [
        teller.drawn(Seat(seat), card) for seat, hand in enumerate(table.hands) for card in hand
    ]
    happened = [told for event in game.history for told in teller.tell(event)]
    return [*dealt, TurnAction(0, first), *happened]


def _faces(game: State, eyes: Eyes) -> Mapping[CardId, Face]:
    """The faces that these eyes have seen: of cards that were laid down, and in hands."""
    gone = {e.card: e.face for e in game.history if isinstance(e, Played | Discarded)}
    if eyes.seat is not None:
        return {**gone, **view(game, eyes.seat).faces}
    if eyes.hands:
        return {**gone, **{card: game.faces[card] for hand in game.table.hands for card in hand}}
    return gone


@dataclass(slots=True)
class _Teller:
    """The table at some moment of the story."""

    table: Table
    words: SuitOrder
    faces: Mapping[CardId, Face]
    eyes: Eyes

    def drawn(self, seat: Seat, card: CardId) -> DrawAction:
        """A card in a hand: its face only for those who see the hand."""
        sees = self.eyes.hands if self.eyes.seat is None else seat != self.eyes.seat
        if not sees:
            return DrawAction(seat, card, UNKNOWN, UNKNOWN)
        return DrawAction(seat, card, *self._card(self.faces[card]))

    def tell(self, event: Event) -> Iterator[GameAction]:
        """What happened, in the site's order."""
        before, self.table = self.table, event.on(self.table)
        match event:
            case Clued():
                yield self._clue(event, before.turns)
            case Played():
                yield from self._play(event, before.turns)
            case Discarded(seat, card, face):
                yield self._discard(seat, card, face, failed=False)
            case Drew(seat, card):
                yield self.drawn(seat, card)
            case TurnPassed(to):
                yield self._status()
                yield TurnAction(self.table.turns, to)
            case Ended(outcome):
                yield self._status()
                yield GameOverAction(END_CONDITIONS[outcome.reason], before.to_move)
                yield TurnAction(self.table.turns, NOBODY)
            case _:  # tokens that come back are in the status
                pass

    def _clue(self, event: Clued, turn: int) -> ClueAction:
        clue = event.clue
        if isinstance(clue, ColourClue):
            said = ClueContent(COLOUR, self.words.colours.index(clue.colour))
        else:
            said = ClueContent(RANK, clue.value)
        return ClueAction(said, event.seat, event.cards, clue.to, turn)

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
        """Their score counts cards; a lost game has none."""
        table = self.table
        lost = table.outcome is not None and table.outcome.result is Result.LOST
        score = 0 if lost else sum(table.fireworks)
        return StatusAction(table.clue_tokens, score, sum(reachable_heights(table)))

    def _card(self, face: Face) -> tuple[int, int]:
        return self.words.suits.index(face.suit), face.value
