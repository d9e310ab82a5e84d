"""One decision of the hat bot: the first rule that gives a move; in the endgame the best move."""

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from tamaya.bots.api import Explanation, Move
from tamaya.bots.hat.common_knowledge import CommonKnowledge, HatSum
from tamaya.bots.inference.face_sets import FaceSet, face_numbers, narrow_by_clue
from tamaya.bots.inference.hand_odds import own_hand_odds
from tamaya.bots.inference.needs import is_last_mistake
from tamaya.bots.inference.possible_hands import best_endgame_action
from tamaya.bots.tiles import best_take
from tamaya.rules import Action, CardId, Clue, Discard, Play, View, legal_actions, touched

PLENTY = 4  # clue tokens: with more another clue is better than a discard
LIKELY = 0.6  # to be playable, for a card that is trash otherwise
MOST_POSITIONS = 20_000  # to search when the endgame is solved: less than the pause at a table


class CodedClue(NamedTuple):
    """A clue for the number that is due, and what every hand is known to be after it."""

    clue: Clue
    possible: dict[int, list[FaceSet]]

    @property
    def move(self) -> Move:
        return Move(self.clue, Explanation("code-clue", {"seat": self.clue.to}))


class HatDecision:
    """One turn of the hat bot."""

    def __init__(self, view: View, tracker: CommonKnowledge) -> None:
        self.view = view
        self.tracker = tracker
        self.table = view.table
        self.me = view.seat
        self.deck = tracker.deck
        self.needs = tracker.needs
        self.public = tracker.public()
        self.odds = own_hand_odds(view, tracker, tracker.possible)
        self.hand = self.odds.hand
        self.legal = legal_actions(view)

    def move(self) -> Move:
        """Choose a move."""
        if self.table.tile is not None:
            return self._tile()
        move = self._by_rules()
        if self.tracker.is_endgame():
            return self._solve_endgame(move)
        return self._play_instead(move) if self._would_mislead(move) else move

    def _by_rules(self) -> Move:
        return (
            self._warning()
            or self._sure_play()
            or self._likely_play()
            or (self._coded_move() if self._is_clue_urgent() else None)
            or (self._trash_discard() if self._can_spare_cards() else None)
            or (self._coded_move() if self._is_clue_helpful() else None)
            or self._trash_discard()
            or (self._coded_move() if self._is_chop_at_risk() else None)
            or self._cheapest_discard()
            or self._coded_move()
            or self._last_resort()
        )

    def _solve_endgame(self, usual: Move) -> Move:
        """With few cards left to draw: the move with most points to come, if `usual` has fewer."""
        default = _without_details(usual.action)
        others = self._endgame_actions()
        best = best_endgame_action(self.tracker, self.odds, default, others, MOST_POSITIONS)
        if best == default:
            return usual
        because = Explanation("worked-out")
        match best:
            case Play(card):
                return Move(self.odds.play(card, self.tracker), because)
            case Discard(card) if card in self.tracker.known_trash(self.me):
                return self._trash_discard() or usual  # all of them are worth the same
            case Discard():
                return Move(best, because)
            case _:
                return Move(self.coded_clue.clue, because) if self.coded_clue else usual

    def _endgame_actions(self) -> Iterator[Action | None]:
        """All plays and discards, and None for the coded clue."""
        yield from (Play(card) for card in self.hand)
        if not self._has_all_tokens():
            yield from (Discard(card) for card in self.hand)
        if self.coded_clue is not None:
            yield None

    def _has_all_tokens(self) -> bool:
        return self.table.clue_tokens == self.table.options.clue_tokens

    def _is_clue_urgent(self) -> bool:
        """Whether a clue comes before a discard."""
        return self._has_all_tokens() or self._somebody_lacks_a_play()

    def _is_clue_helpful(self) -> bool:
        return self.table.clue_tokens > PLENTY or self._somebody_holds_a_play()

    def _can_spare_cards(self) -> bool:
        """Whether so few cards were discarded that the deck still lasts."""
        options = self.table.options
        needed = options.values * len(options.suits)
        spare = len(options.deck) - needed - options.players * options.hand_size
        if options.players > 2:
            spare += 1  # enough of them can still play once the deck is empty
        return len(self.table.discard_pile) <= spare

    # plays

    def _sure_play(self) -> Move | None:
        playable = self.needs.playable
        sure = [card for card, faces in self.hand.items() if not faces & ~playable]
        if not sure:
            return None
        card = max(sure, key=self._urgency)
        play = self.odds.play(card, self.tracker)
        return Move(play, Explanation("fits-by-code", {"card": card}))

    def _urgency(self, card: CardId) -> float:
        """Low cards first, and those that nobody else could play."""
        held = [self.tracker.faces[other] for other in self.view.faces]
        numbers = face_numbers(self.hand[card])
        urgency = [(10 - self.deck.step[n]) / (1 + held.count(n)) for n in numbers]
        return sum(urgency) / len(urgency)

    def _likely_play(self) -> Move | None:
        """A card that is playable or trash, while mistakes and discards can be afforded."""
        table = self.table
        if table.options.mistakes - table.mistakes < 2 or not self._can_spare_cards():
            return None
        playable, trash = self.needs.playable, self.needs.trash
        bold = {
            card: self.odds.probability(card, playable)
            for card, faces in self.hand.items()
            if not faces & ~(playable | trash)
        }
        card = max(bold, key=lambda card: bold[card], default=None)
        if card is None or bold[card] <= LIKELY:
            return None
        return Move(Play(card), Explanation("worth-a-try", {"card": card}))

    def _is_playable(self, card: CardId) -> bool:
        return bool(self.needs.playable >> self.tracker.faces[card] & 1)

    def _somebody_lacks_a_play(self) -> bool:
        """Whether somebody holds a playable card and knows of none."""
        return any(
            not self.tracker.knows_a_play(seat)
            and any(self._is_playable(card) for card in self.table.hands[seat])
            for seat in self.tracker.other_holders(self.me)
        )

    def _somebody_holds_a_play(self) -> bool:
        return any(self._is_playable(card) for card in self.view.faces)

    # discards

    def _trash_discard(self) -> Move | None:
        """A trash card; if everybody knows of several, the choice among them is a number."""
        if self._has_all_tokens():
            return None
        known = self.tracker.known_trash(self.me)
        if len(known) > 1:
            card = known[self.tracker.hat_sum(self.me, len(known)).number]
            return Move(Discard(card), Explanation("code-discard", {"card": card}))
        trash = (card for card, faces in self.hand.items() if not faces & ~self.needs.trash)
        for card in trash:
            return Move(Discard(card), Explanation("useless-by-code", {"card": card}))
        return None

    def _cheapest_discard(self) -> Move | None:
        """A card of which a teammate surely holds another copy; else the chop."""
        if self._has_all_tokens() or not self.hand:
            return None
        seen = self.needs.trash
        for card in self.view.faces:
            seen |= 1 << self.tracker.faces[card]
        twice = (card for card, faces in self.hand.items() if not faces & ~seen)
        card = next(twice, self._chop())
        return Move(Discard(card), Explanation("least-risk", {"card": card}))

    def _chop(self) -> CardId:
        hand = self.view.hand
        return hand[self.public.chop([self.tracker.possible[card] for card in hand])]

    def _is_chop_at_risk(self) -> bool:
        """Whether the chop may be a critical card, and the tokens suffice to keep it."""
        if self.table.options.players == 2 or not self.hand:
            return False  # a clue to one hand alone costs as much, and tells less
        return self.odds.probability(self._chop(), self.needs.critical) > 0

    def _would_mislead(self, move: Move) -> bool:
        """Whether a discard would say falsely that nobody waits for a clue.

        That happens if the number that is due cannot be expressed, in one game of several hundred.
        """
        return (
            isinstance(move.action, Discard)
            and self.table.clue_tokens > 0
            and self.coded_clue is None
            and self._somebody_lacks_a_play()
        )

    def _play_instead(self, discard: Move) -> Move:
        """The card to be discarded is played: a mistake is better than to mislead the others."""
        if not isinstance(discard.action, Discard) or is_last_mistake(self.table):
            return discard
        card = discard.action.card
        return Move(self.odds.play(card, self.tracker), Explanation("least-risk", {"card": card}))

    def _last_resort(self) -> Move:
        """All tokens are there, and no clue stands for the number that is due.

        While a mistake can be afforded the likeliest card is played; else a false clue is better.
        """
        clues = [one for one in self.legal if isinstance(one, Clue)]
        if clues and (is_last_mistake(self.table) or not self.hand):
            return Move(clues[0], Explanation("nothing-better", {"seat": clues[0].to}))
        playable = self.needs.playable
        card = max(self.hand, key=lambda card: self.odds.probability(card, playable))
        return Move(self.odds.play(card, self.tracker), Explanation("likeliest", {"card": card}))

    # clues

    @cached_property
    def coded_clue(self) -> CodedClue | None:
        """Among the clues for the number that is due the one that tells most literally."""
        if not self.table.clue_tokens or not self.tracker.other_holders(self.me):
            return None
        channel = self.tracker.channel(self.me)
        hats = self.tracker.hat_sum(self.me, channel.size)
        due = {
            clue: self._literal_gain(clue, cards, hats.possible[clue.to])
            for clue in self.legal
            if isinstance(clue, Clue)
            and channel.number(clue, cards := touched(self.view, clue)) == hats.number
        }
        clue = max(due, key=lambda clue: due[clue], default=None)
        if clue is None:
            return None
        return CodedClue(clue, hats.possible | {clue.to: self._receiver_knows(clue, hats)})

    def _coded_move(self) -> Move | None:
        return self.coded_clue and self.coded_clue.move

    def _receiver_knows(self, clue: Clue, hats: HatSum) -> list[FaceSet]:
        """What the receiver knows, by the number and by the clue itself."""
        clue_faces, cards = self.deck.touched(clue), touched(self.view, clue)
        return [
            narrow_by_clue(faces, clue_faces, touched=card in cards) or faces
            for card, faces in zip(self.table.hands[clue.to], hats.possible[clue.to], strict=True)
        ]

    def _literal_gain(
        self, clue: Clue, cards: tuple[CardId, ...], possible: list[FaceSet]
    ) -> float:
        """How much a clue narrows a hand by itself, as a factor."""
        clue_faces, product = self.deck.touched(clue), 1.0
        for card, faces in zip(self.table.hands[clue.to], possible, strict=True):
            left = narrow_by_clue(faces, clue_faces, touched=card in cards)
            product *= faces.bit_count() / (left.bit_count() or 1)
        return product

    def _warning(self) -> Move | None:
        """A clue because the next player is about to discard a critical card, if it helps."""
        if self._has_all_tokens():
            return None  # nobody may discard; and if nothing can be played, a clue comes anyway
        seat = (self.me + 1) % self.table.options.players
        hand = self.table.hands[seat]
        card = self._next_discard(seat, [self.tracker.possible[card] for card in hand])
        if card is None or not self._is_critical(card) or self.coded_clue is None:
            return None
        instead = self._next_discard(seat, self.coded_clue.possible[seat])
        if instead is not None and self._is_critical(instead):
            return None
        return Move(self.coded_clue.clue, Explanation("warns", {"seat": seat, "card": card}))

    def _next_discard(self, seat: int, possible: list[FaceSet]) -> CardId | None:
        """The card that a seat discards next; none if it knows a card to play or trash."""
        if not possible or self.needs.has_obvious_move(possible):
            return None
        return self.table.hands[seat][self.public.chop(possible)]

    def _is_critical(self, card: CardId) -> bool:
        return bool(self.needs.critical >> self.tracker.faces[card] & 1)

    def _tile(self) -> Move:
        clues = [one for one in self.legal if isinstance(one, Clue)]
        if not clues:
            return best_take(self.table, self.legal)

        def gain(clue: Clue) -> float:
            possible = [self.tracker.possible[card] for card in self.table.hands[clue.to]]
            return self._literal_gain(clue, touched(self.view, clue), possible)

        clue = max(clues, key=gain)
        return Move(clue, Explanation("tells-most", {"seat": clue.to}))


def _without_details(action: Action) -> Action | None:
    """An action as `best_endgame_action` takes it: None for any clue, and no announcement."""
    if isinstance(action, Clue):
        return None
    return Play(action.card) if isinstance(action, Play) else action
