"""The hat bot's turn."""

from tamaya.bots.base import Move
from tamaya.bots.hat.deck import Weights, weights
from tamaya.bots.hat.memory import Memory
from tamaya.bots.tiles import best_take
from tamaya.rules import (
    CardId,
    Clue,
    ColourClue,
    Discard,
    Play,
    Seat,
    ValueClue,
    View,
    legal_actions,
    touched,
)
from tamaya.rules.events import Clued, Discarded, Played

PLENTY = 4  # clue tokens: with more there is no need for another
LIKELY = 0.75  # to fit, for a card that is useless otherwise


class HatBot:
    """Plays with others of its kind: they understand each other's numbers."""

    def __init__(self) -> None:
        self.memory: Memory | None = None

    def act(self, view: View) -> Move:
        """Take in what happened, then decide."""
        return Turn(view, self.remembers(view)).move()

    def remembers(self, view: View) -> Memory:
        """All that is known now; rebuilt from the history if this bot was not there."""
        if self.memory is None:
            self.memory = Memory(view.table.options, view.seat, _first(view))
        self.memory.observe(view)
        return self.memory


def _first(view: View) -> Seat:
    for event in view.history:
        if isinstance(event, Clued | Played | Discarded):
            return event.seat
    return view.table.to_move


class Turn:
    """One decision."""

    def __init__(self, view: View, memory: Memory) -> None:
        self.view = view
        self.memory = memory
        self.table = view.table
        self.me = view.seat
        self.deck = memory.deck
        self.board = memory.board()
        self.own, self.weigh = self._own()
        self.legal = legal_actions(view)

    def _own(self) -> tuple[dict[CardId, int], Weights]:
        """What this seat's cards can be, by all that it sees."""
        left = list(self.memory.left)
        for card in self.view.faces:
            left[self.memory.faces[card]] -= 1
        own = {card: self.memory.may[card] for card in self.view.hand}
        while True:
            count = [0] * len(left)
            for faces in own.values():
                if faces & (faces - 1) == 0:
                    count[faces.bit_length() - 1] += 1
            full = sum(1 << n for n, copies in enumerate(left) if count[n] >= copies)
            changed = False
            for card, faces in own.items():
                if faces & (faces - 1) and faces & full and faces & ~full:
                    own[card] = faces & ~full
                    changed = True
            if not changed:
                break
        for n, number in enumerate(count):
            left[n] -= number
        return own, weights([max(0, one) for one in left])

    def chance(self, card: CardId, faces: int) -> float:
        mask = self.own[card]
        if mask & (mask - 1) == 0:
            return float(bool(mask & faces))
        return self.weigh.of(mask & faces) / (self.weigh.of(mask) or 1)

    def move(self) -> Move:
        """The first of its habits that applies."""
        if self.table.tile is not None:
            return self._tile()
        hint = self._hint() if self.table.clue_tokens else None
        action = (
            self._sure_play()
            or self._likely_play()
            or (hint if self._is_waited_for() else None)
            or (self._useless_discard() if self._discards() <= self._threshold() else None)
            or (hint if self._is_helpful() else None)
            or self._useless_discard()
            or self._cheapest_discard()
            or hint
            or self.legal[0]
        )
        return Move(action)

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

    def _play(self, card: CardId) -> Play:
        faces = self.own[card]
        if self.table.options.announce and faces & (faces - 1) == 0:
            return Play(card, self.deck.faces[faces.bit_length() - 1].suit)
        return Play(card)

    def _sure_play(self) -> Play | None:
        sure = [card for card, faces in self.own.items() if not faces & ~self.board.fitting]
        if not sure:
            return None

        def worth(card: CardId) -> float:
            faces = self.own[card]
            best = 0.0
            total = 0.0
            while faces:
                bit = faces & -faces
                n = bit.bit_length() - 1
                held = 1 + sum(1 for other in self.view.faces if self.memory.faces[other] == n)
                best += (10 - self.deck.step[n]) / held
                total += 1
                faces ^= bit
            return best / total

        return self._play(max(sure, key=worth))

    def _likely_play(self) -> Play | None:
        """A card that fits or is useless, while mistakes and discards can be afforded."""
        table = self.table
        if table.options.mistakes - table.mistakes < 2 or self._discards() > self._threshold():
            return None
        fitting, useless = self.board
        bold = {
            card: self.chance(card, fitting)
            for card, faces in self.own.items()
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

    def _useless_discard(self) -> Discard | None:
        """A useless card; which one tells a number, if everybody knows of several."""
        if self._is_full():
            return None
        known = self.memory.useless(self.me)
        if len(known) > 1:
            hats = self.memory.hats(self.me, len(known))
            return Discard(known[sum(hat for hat, _ in hats.values()) % len(known)])
        useless = (card for card, faces in self.own.items() if not faces & ~self.board.useless)
        card = next(useless, None)
        return None if card is None else Discard(card)

    def _cheapest_discard(self) -> Discard | None:
        """The card that is missed least: seen elsewhere, not the last copy, of little use now."""
        if self._is_full() or not self.own:
            return None
        seen = 0
        for card in self.view.faces:
            seen |= 1 << self.memory.faces[card]
        once = sum(1 << n for n, left in enumerate(self.memory.left) if left == 1)
        spare = ~once | self.board.useless

        def worth(card: CardId) -> float:
            faces = self.own[card]
            value = 20 * self.chance(card, seen) + 10 * self.chance(card, spare)
            total = self.weigh.of(faces) or 1
            step = 0.0
            rest = faces
            while rest:
                bit = rest & -rest
                step += self.deck.step[bit.bit_length() - 1] * self.weigh.of(bit)
                rest ^= bit
            return value + step / total

        return Discard(max(self.own, key=worth))

    def _hint(self) -> Clue | None:
        """A clue with the number that is due; of several the one that says most by itself."""
        memory = self.memory
        channel = memory.channel(self.me)
        hats = memory.hats(self.me, channel.numbers)
        number = sum(hat for hat, _ in hats.values()) % channel.numbers
        best, most = None, -1.0
        for clue in self.legal:
            if not isinstance(clue, ColourClue | ValueClue):
                continue
            cards = touched(self.view, clue)
            if channel.number(clue, cards) != number:
                continue
            value = self._says(clue, cards, hats[clue.to][1])
            if value > most:
                best, most = clue, value
        return best

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
        may = self.memory.may
        return Move(
            max(
                clues,
                key=lambda clue: self._says(
                    clue, touched(self.view, clue), [may[c] for c in self.table.hands[clue.to]]
                ),
            )
        )
