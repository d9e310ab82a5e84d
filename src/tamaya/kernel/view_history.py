"""What has happened in a game, read from the events of a seat's views.

`kernel.observe.memory` keeps the same for a game that the kernel plays.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from tamaya.kernel.game.layout import (
    ANNOUNCED_PLAY,
    COLOUR_CLUE,
    DISCARD,
    FORGO,
    LAST_ACTOR,
    LAST_FACE,
    LAST_GAINED,
    LAST_KIND,
    LAST_PLACE,
    LAST_PLACED,
    LAST_TARGET,
    LAST_TOUCHED,
    LAST_WHAT,
    PLAY,
    TAKE,
    VALUE_CLUE,
    face_number,
)
from tamaya.kernel.observe.memory import ACTION_BITS, CARD_BITS, LONG_AGO, REMEMBERED_ACTIONS
from tamaya.rules import (
    CardId,
    Clue,
    ColourClue,
    Event,
    Options,
    Seat,
    View,
)
from tamaya.rules.events import (
    Clued,
    Discarded,
    Drew,
    PlacedFromPile,
    Played,
    ShuffledBack,
    TileGone,
    TileRevealed,
    TokenBack,
)


@dataclass(slots=True)
class ViewHistory:
    """The actions of a game as a seat's views report them; each event is read once."""

    options: Options
    read: tuple[Event, ...] = ()
    actions: list[int] = field(default_factory=list)  # as the kernel has the last one
    drawn: dict[CardId, int] = field(default_factory=dict)  # after so many actions
    touched: dict[CardId, int] = field(default_factory=dict)
    hands: list[list[CardId]] = field(default_factory=list)
    actor: int = 0

    def follow(self, view: View) -> None:
        """Read what is new; a history that does not begin with what was read is another game."""
        if not self.hands or view.history[: len(self.read)] != self.read:
            self._begin()
        for at in range(len(self.read), len(view.history)):
            self._event(view.history[at], view.history[at - 1] if at else None)
        self.read = view.history

    def _begin(self) -> None:
        """All hands are dealt, the whole hand of seat 0 first."""
        size, players = self.options.hand_size, self.options.players
        self.hands = [[CardId(size * seat + n) for n in range(size)] for seat in range(players)]
        self.read, self.actions = (), []
        self.drawn = {card: 0 for hand in self.hands for card in hand}
        self.touched = {}

    def _event(self, event: Event, before: Event | None) -> None:
        match event:
            case Clued(seat, clue, cards):
                hand = self.hands[clue.to]
                places = set_bits(hand.index(card) for card in cards)
                kind = COLOUR_CLUE if isinstance(clue, ColourClue) else VALUE_CLUE
                self._act(kind, seat)
                self.actions[-1] |= clue.to << LAST_TARGET | places << LAST_TOUCHED
                self.actions[-1] |= clue_index(self.options, clue) << LAST_WHAT
                self.touched |= dict.fromkeys(cards, len(self.actions))
            case Discarded(seat, card, face):
                self._act(DISCARD, seat)
                self._card(seat, card, face_number(self.options, face))
            case Played(seat, card, face, placed, announced):
                self._act(PLAY if announced is None else ANNOUNCED_PLAY, seat)
                self._card(seat, card, face_number(self.options, face))
                self.actions[-1] |= placed << LAST_PLACED
            case TokenBack(kept=True) if self.actions[-1] >> LAST_PLACED & 1:
                self.actions[-1] |= 1 << LAST_GAINED
            case ShuffledBack() | PlacedFromPile():
                self._act(TAKE, self.actor)
            case TileGone(used=False) if not isinstance(before, TileRevealed):
                self._act(FORGO, self.actor)
            case Drew(seat, card):
                self.hands[seat].append(card)
                self.drawn[card] = len(self.actions)
            case _:
                pass

    def _act(self, kind: int, seat: int) -> None:
        self.actor = seat
        self.actions.append((kind + 1) << LAST_KIND | seat << LAST_ACTOR)

    def _card(self, seat: Seat, card: CardId, face: int) -> None:
        place = self.hands[seat].index(card)
        self.actions[-1] |= place << LAST_PLACE | face << LAST_FACE
        self.hands[seat].remove(card)

    def words(self) -> list[int]:
        """As the kernel remembers it."""
        now, m = len(self.actions), []
        for hand in self.hands:
            lanes = (self._ages(card, now) << CARD_BITS * place for place, card in enumerate(hand))
            m.append(sum(lanes))
        last = [*reversed(self.actions[-REMEMBERED_ACTIONS:])]
        last += [0] * (REMEMBERED_ACTIONS - len(last))
        return m + [last[n] | last[n + 1] << ACTION_BITS for n in range(0, REMEMBERED_ACTIONS, 2)]

    def _ages(self, card: CardId, now: int) -> int:
        touched = now - self.touched[card] if card in self.touched else LONG_AGO
        return min(now - self.drawn[card], LONG_AGO) | min(touched, LONG_AGO) << 4


def set_bits(places: Iterable[int]) -> int:
    """A word in which these bits are set."""
    return sum(1 << place for place in places)


def clue_index(options: Options, clue: Clue) -> int:
    """The index of a clue's colour or value: colours first, then values."""
    if isinstance(clue, ColourClue):
        return clue.colour
    return len(options.colours) + clue.value - 1
