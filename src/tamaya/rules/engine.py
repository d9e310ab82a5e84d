"""The engine: one pure step. The rules' order inside a turn is R5.1."""

from tamaya.rules.actions import Action, CardId, Clue, Discard, Forgo, Play, Seat, Take
from tamaya.rules.errors import IllegalAction, Reason
from tamaya.rules.events import (
    Clued,
    Discarded,
    Drew,
    Ended,
    Event,
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
from tamaya.rules.legality import legal_actions, refusal, touched
from tamaya.rules.scoring import copies_left
from tamaya.rules.state import PLACES, State
from tamaya.rules.suits import Face
from tamaya.rules.table import EndReason, Outcome, Result, Tile, all_complete, fits, is_complete
from tamaya.rules.views import view


def apply(state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
    """The state after the seat to move acts, and what everybody saw happen."""
    mover = view(state, state.table.to_move)
    reason = refusal(mover, action)
    if reason is not None:
        raise IllegalAction(reason)
    step = _Step(state)
    match action:
        case Play():
            step.play(action)
        case Discard(card):
            step.discard(card)
        case Take(face):
            step.take(face)
        case Forgo():
            step.forgo()
        case _:
            step.clue(action, touched(mover, action))
    return step.done()


def stop(state: State) -> tuple[State, tuple[Event, ...]]:
    """The players agree to end the game here."""
    if state.table.outcome is not None:
        raise IllegalAction(Reason.GAME_OVER)
    step = _Step(state)
    step.end(Result.STOPPED, EndReason.ENDED_BY_PLAYERS)
    return step.done()


class _Step:
    """One action being carried out: a state to come, and the events so far."""

    def __init__(self, state: State) -> None:
        self.before = state
        self.table = state.table
        self.faces = state.faces
        self.tiles = state.tiles
        self.seat = state.table.to_move
        self.events: list[Event] = []

    def done(self) -> tuple[State, tuple[Event, ...]]:
        events = tuple(self.events)
        history = self.before.history + events
        return State(self.table, self.faces, self.tiles, self.before.place, history), events

    def tell(self, event: Event) -> None:
        """Everybody sees this happen: the only way in which the table changes."""
        self.events.append(event)
        self.table = event.on(self.table)

    # the actions

    def clue(self, clue: Clue, cards: tuple[CardId, ...]) -> None:
        tile = self.table.tile
        self.tell(Clued(self.seat, clue, cards, free=tile is not None))
        if tile is None:
            self._pass_turn()
        else:
            self.tell(TileGone(tile, used=True))
            self._draw_and_pass()

    def discard(self, card: CardId) -> None:
        face = self.faces[card]
        self.tell(Discarded(self.seat, card, face))
        self._end_if_lost(face)
        self._draw_and_pass()

    def play(self, action: Play) -> None:
        face, announced = self.faces[action.card], action.announced
        placed = announced in (None, face.suit) and fits(self.table, face)
        self.tell(Played(self.seat, action.card, face, placed, announced))
        if placed:
            self._placed(face.suit, was_announced=announced is not None)
        else:
            self._end_if_lost(face)
        self._draw_and_pass()

    def take(self, face: Face) -> None:
        tile = self.table.tile
        assert tile is not None  # legality has seen to it
        if tile is Tile.SHUFFLE_BACK and self.table.deck_left:
            self._shuffle_back(face)
            self.tell(TileGone(tile, used=True))
        else:
            self.tell(PlacedFromPile(face))
            self.tell(TileGone(tile, used=True))
            self._placed(face.suit)
        self._draw_and_pass()

    def forgo(self) -> None:
        self.tell(TileGone(Tile.SHUFFLE_BACK, used=False))
        self._draw_and_pass()

    # their consequences

    def _shuffle_back(self, face: Face) -> None:
        at = self.table.drawn + self.before.place * (self.table.deck_left + 1) // PLACES
        self.faces = (*self.faces[:at], face, *self.faces[at:])
        self.tell(ShuffledBack(face))

    def _placed(self, suit: int, *, was_announced: bool = False) -> None:
        """A card lies on its firework: the end, a token for announcing it, a token or a tile."""
        if all_complete(self.table):
            self.end(Result.WON, EndReason.ALL_COMPLETE)
            return
        if was_announced:
            self._token(TokenSource.ANNOUNCED)
        if is_complete(self.table, suit):
            if self.tiles and self.table.options.suits[suit].ends_on_top:
                self._reveal()
            else:
                self._token(TokenSource.COMPLETED)

    def _reveal(self) -> None:
        tile, *rest = self.tiles
        self.tiles = tuple(rest)
        self.tell(TileRevealed(tile))
        if tile in (Tile.TOKEN, Tile.FORGIVE):
            if tile is Tile.FORGIVE and self.table.mistakes:
                self.tell(MistakeForgiven())
            self._token(TokenSource.TILE)
            self.tell(TileGone(tile, used=True))
        elif not self._has_choice():
            self.tell(TileGone(tile, used=False))

    def _token(self, why: TokenSource) -> None:
        kept = self.table.clue_tokens < self.table.options.clue_tokens
        self.tell(TokenBack(why, kept))

    def _end_if_lost(self, face: Face) -> None:
        """A card came to the discard pile: the last mistake outranks a lost card (R5.2)."""
        if self.table.mistakes == self.table.options.mistakes:
            self.end(Result.LOST, EndReason.LAST_MISTAKE)
        elif self.table.options.bouquet and not copies_left(self.table, face):
            self.end(Result.LOST, EndReason.INDISPENSABLE_LOST)

    def _draw_and_pass(self) -> None:
        """Draw and pass the turn on, unless the game is over or a tile waits for a choice."""
        if self.table.outcome is not None or self.table.tile is not None:
            return
        if self.table.deck_left:
            self.tell(Drew(self.seat, CardId(self.table.drawn)))
        self._pass_turn()

    def _pass_turn(self) -> None:
        if self.table.turns_after == 0:
            self.end(Result.SCORED, EndReason.LAST_ROUND)
            return
        self.tell(TurnPassed(Seat((self.seat + 1) % self.table.options.players)))
        if not self.table.hands[self.table.to_move] and not self._has_choice():
            self.end(Result.LOST, EndReason.NO_ACTION)

    def _has_choice(self) -> bool:
        """Whether the seat to move can do anything at all."""
        now, _ = self.done()
        return bool(legal_actions(view(now, now.table.to_move)))

    def end(self, result: Result, reason: EndReason) -> None:
        self.tell(Ended(Outcome(result, reason)))
