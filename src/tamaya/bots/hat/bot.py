"""The hat bot's turn."""

from functools import cached_property

from tamaya.bots.base import Move
from tamaya.bots.deck import is_single, numbers
from tamaya.bots.follow import begun_by
from tamaya.bots.hat.memory import Memory
from tamaya.bots.own import own_hand
from tamaya.bots.partner import PartnerBot
from tamaya.bots.tiles import best_take
from tamaya.bots.worlds import weighed_ends
from tamaya.rules import (
    Action,
    CardId,
    Clue,
    ColourClue,
    Discard,
    Play,
    ValueClue,
    View,
    legal_actions,
    touched,
)

PAIR = 2  # players
PLENTY = 4  # clue tokens: with more there is no need for another
LIKELY = 0.75  # to fit, for a card that is useless otherwise
LAST = 4  # cards left to draw, from which on the end is worked out
MOST = 3000  # positions to look at for that


class HatBot:
    """Plays with others of its kind: they understand each other's numbers.

    With a single teammate there are no sums to tell, and three or four numbers say less than the
    conventions of the partner: two of them play those.
    """

    def __init__(self) -> None:
        self.memory: Memory | None = None
        self.pair = PartnerBot()

    def act(self, view: View) -> Move:
        """Take in what happened, then decide."""
        if view.table.options.players == PAIR:
            return self.pair.act(view)
        return Turn(view, self.remembers(view)).move()

    def remembers(self, view: View) -> Memory:
        """All that is known now; rebuilt from the history if this bot was not there."""
        if self.memory is None or not self.memory.follows(view):
            self.memory = Memory(view.table.options, view.seat, begun_by(view))
        self.memory.observe(view)
        return self.memory


class Turn:
    """One decision."""

    def __init__(self, view: View, memory: Memory) -> None:
        self.view = view
        self.memory = memory
        self.table = view.table
        self.me = view.seat
        self.deck = memory.deck
        self.board = memory.board
        self.own = own_hand(view, memory, memory.may)
        self.hand = self.own.hand
        self.legal = legal_actions(view)

    def move(self) -> Move:
        """The first of its habits that applies; in the end what brings most points."""
        if self.table.tile is not None:
            return self._tile()
        habit = (
            self._sure_play()
            or self._likely_play()
            or (self.hint if self._is_waited_for() else None)
            or (self._useless_discard() if self._discards() <= self._threshold() else None)
            or (self.hint if self._is_helpful() else None)
            or self._useless_discard()
            or self._cheapest_discard()
            or self.hint
            or self.legal[0]
        )
        return Move(self._in_the_end(habit))

    def _in_the_end(self, habit: Action) -> Action:
        """With few cards left to draw: what brings most points, if habit does not."""
        table = self.table
        if table.options.bouquet or table.deck_left > LAST:
            return habit
        others = {card: self.memory.faces[card] for card in self.view.faces}
        ends = weighed_ends(self.memory, table, self.own, others, MOST)
        if ends is not None and self.hint is None:
            ends.pop(None, None)
        if not ends:
            return habit
        best = max(ends, key=lambda action: ends[action])
        usual = ends.get(_plainly(habit))
        if usual is not None and usual > ends[best] * (1 - 1e-9) - 1e-9:
            return habit
        if best is None:
            return self.hint or habit
        return self._play(best.card) if isinstance(best, Play) else best

    def _is_full(self) -> bool:
        return self.table.clue_tokens == self.table.options.clue_tokens

    def _is_waited_for(self) -> bool:
        """Whether a clue comes before a discard."""
        return self._is_full() or self._somebody_could_play()

    def _is_helpful(self) -> bool:
        return self.table.clue_tokens > PLENTY or self._anybody_plays()

    def _discards(self) -> int:
        return len(self.table.discard_pile)

    def _threshold(self) -> int:
        options = self.table.options
        need = options.values * len(options.suits)
        return len(options.deck) - need - options.players * options.hand_size

    # plays

    def _play(self, card: CardId) -> Play:
        faces = self.hand[card]
        if self.table.options.announce and is_single(faces):
            return Play(card, self.deck.faces[faces.bit_length() - 1].suit)
        return Play(card)

    def _sure_play(self) -> Play | None:
        sure = [card for card, faces in self.hand.items() if not faces & ~self.board.fitting]
        return self._play(max(sure, key=self._urgency)) if sure else None

    def _urgency(self, card: CardId) -> float:
        """Low cards first, and those that nobody else could play."""
        held = [self.memory.faces[other] for other in self.view.faces]
        worth = [(10 - self.deck.step[n]) / (1 + held.count(n)) for n in numbers(self.hand[card])]
        return sum(worth) / len(worth)

    def _likely_play(self) -> Play | None:
        """A card that fits or is useless, while mistakes and discards can be afforded."""
        table = self.table
        if table.options.mistakes - table.mistakes < 2 or self._discards() > self._threshold():
            return None
        fitting, useless = self.board
        bold = {
            card: self.own.chance(card, fitting)
            for card, faces in self.hand.items()
            if not faces & ~(fitting | useless)
        }
        card = max(bold, key=lambda card: bold[card], default=None)
        return None if card is None or bold[card] <= LIKELY else Play(card)

    def _somebody_could_play(self) -> bool:
        """Somebody has a card that fits and knows of none."""
        fitting = self.board.fitting
        return any(
            not self.memory.knows_a_play(seat, fitting)
            and any(fitting >> self.memory.faces[card] & 1 for card in self.table.hands[seat])
            for seat in self.memory.others(self.me)
        )

    def _anybody_plays(self) -> bool:
        fitting = self.board.fitting
        return any(fitting >> self.memory.faces[card] & 1 for card in self.view.faces)

    # discards

    def _useless_discard(self) -> Discard | None:
        """A useless card; which one tells a number, if everybody knows of several."""
        if self._is_full():
            return None
        known = self.memory.useless(self.me)
        if len(known) > 1:
            hats = self.memory.hats(self.me, len(known))
            return Discard(known[sum(hat for hat, _ in hats.values()) % len(known)])
        useless = (card for card, faces in self.hand.items() if not faces & ~self.board.useless)
        card = next(useless, None)
        return None if card is None else Discard(card)

    def _cheapest_discard(self) -> Discard | None:
        """The card that is missed least: seen elsewhere, not the last copy, of little use now."""
        if self._is_full() or not self.hand:
            return None
        seen = 0
        for card in self.view.faces:
            seen |= 1 << self.memory.faces[card]
        once = sum(1 << n for n, left in enumerate(self.memory.left) if left == 1)
        spare = ~once | self.board.useless

        def worth(card: CardId) -> float:
            chance, weigh = self.own.chance, self.own.weigh
            steps = sum(self.deck.step[n] * weigh.of(1 << n) for n in numbers(self.hand[card]))
            later = steps / (weigh.of(self.hand[card]) or 1)
            return 20 * chance(card, seen) + 10 * chance(card, spare) + later

        return Discard(max(self.hand, key=worth))

    # clues

    @cached_property
    def hint(self) -> Clue | None:
        """A clue with the number that is due; of several the one that says most by itself."""
        if not self.table.clue_tokens:
            return None
        channel = self.memory.channel(self.me)
        hats = self.memory.hats(self.me, channel.numbers)
        number = sum(hat for hat, _ in hats.values()) % channel.numbers
        due = {
            clue: self._says(clue, cards, hats[clue.to][1])
            for clue in self.legal
            if isinstance(clue, ColourClue | ValueClue)
            and channel.number(clue, cards := touched(self.view, clue)) == number
        }
        return max(due, key=lambda clue: due[clue], default=None)

    def _says(self, clue: Clue, cards: tuple[CardId, ...], may: list[int]) -> float:
        mask, product = self.deck.touched(clue), 1.0
        for card, faces in zip(self.table.hands[clue.to], may, strict=True):
            cut = faces & (mask if card in cards else ~mask)
            product *= faces.bit_count() / (cut.bit_count() or 1)
        return product

    def _tile(self) -> Move:
        clues = [one for one in self.legal if isinstance(one, ColourClue | ValueClue)]
        if not clues:
            return best_take(self.table, self.legal)

        def says(clue: Clue) -> float:
            may = [self.memory.may[card] for card in self.table.hands[clue.to]]
            return self._says(clue, touched(self.view, clue), may)

        return Move(max(clues, key=says))


def _plainly(action: Action) -> Action | None:
    """An action as ends are listed: any clue is none, and nothing is announced."""
    if isinstance(action, ColourClue | ValueClue):
        return None
    return Play(action.card) if isinstance(action, Play) else action
