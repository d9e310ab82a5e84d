"""The cautious bot: plays what it knows to be playable, says what is, discards what is trash."""

from collections.abc import Mapping

from tamaya.bots.api import Explanation, Move
from tamaya.bots.cautious.explanations import explain_clue, explain_discard, explain_warning
from tamaya.bots.cautious.information_gain import (
    InformationGain,
    information_gain,
    is_idle,
    next_discard,
)
from tamaya.bots.inference.face_sets import face_numbers
from tamaya.bots.inference.knowledge import Knowledge, infer_knowledge
from tamaya.bots.inference.needs import is_mistake_free
from tamaya.bots.tiles import best_take
from tamaya.rules import CardId, Clue, Discard, Play, Seat, View, legal_actions, touched

ClueGains = Mapping[Clue, InformationGain]


class CautiousBot:
    """Needs no agreement with its partners: every clue means what it says and no more."""

    def act(self, view: View) -> Move:
        """Apply the first rule that gives a move."""
        legal, know = legal_actions(view), infer_knowledge(view)
        clues = {
            action: information_gain(know, action) for action in legal if isinstance(action, Clue)
        }
        if view.table.tile is not None:
            return _any_clue(clues) or best_take(view.table, legal)
        return (
            _known_play(know)
            or _warning(know, clues)
            or _helpful_clue(clues)
            or _free_gamble(know)
            or _discard(know)
            or _any_clue(clues)
            or _likeliest_play(know)
        )


def _known_play(know: Knowledge) -> Move | None:
    """A card that is playable whatever it is; the one that most others build upon comes first."""
    sure = [card for card, faces in know.own_hand.items() if not faces & ~know.needs.playable]
    if not sure:
        return None
    step = know.deck.step
    card = min(sure, key=lambda card: min(step[n] for n in face_numbers(know.own_hand[card])))
    suits = know.deck.suits_in(know.own_hand[card])
    announces = know.view.table.options.announce and len(suits) == 1
    play = Play(card, suits[0] if announces else None)
    return Move(play, Explanation("knows-it-fits", {"card": card}))


def _warning(know: Knowledge, clues: ClueGains) -> Move | None:
    """The next player is about to discard a critical card: give a clue that touches it."""
    view = know.view
    seat = Seat((view.seat + 1) % view.table.options.players)
    card = next_discard(know, seat)
    if card is None or not is_idle(know, seat) or not know.face(card) & know.needs.critical:
        return None
    saving = {
        clue: gain
        for clue, gain in clues.items()
        if clue.to == seat and card in touched(view, clue)
    }
    best = _best(saving)
    return None if best is None else Move(best, explain_warning(best, card))


def _helpful_clue(clues: ClueGains) -> Move | None:
    """A clue about a playable card whose holder does not know that it is."""
    best = _best(clues)
    helps = best is not None and (clues[best].plays > 0 or clues[best].nearer > 0)
    return _any_clue(clues) if helps else None


def _any_clue(clues: ClueGains) -> Move | None:
    """The clue that tells most."""
    best = _best(clues)
    return None if best is None else Move(best, explain_clue(best, clues[best]))


def _best(clues: ClueGains) -> Clue | None:
    return max(clues, key=lambda clue: clues[clue], default=None)


def _free_gamble(know: Knowledge) -> Move | None:
    """The likeliest card, where a mistake costs nothing and a card may be playable."""
    playable = know.needs.playable
    if not is_mistake_free(know.view.table) or not any(
        faces & playable for faces in know.own_hand.values()
    ):
        return None
    return _likeliest_play(know, "nothing-to-lose")


def _likeliest_play(know: Knowledge, code: str = "likeliest") -> Move:
    """The card that is most likely playable."""
    card = max(know.own_hand, key=lambda card: know.probability(card, know.needs.playable))
    return Move(Play(card), Explanation(code, {"card": card}))


def _discard(know: Knowledge) -> Move | None:
    """Trash; else the oldest card never clued; else the one least likely to be critical."""
    table = know.view.table
    if table.clue_tokens == table.options.clue_tokens or not know.own_hand:
        return None

    def cost(card: CardId) -> tuple[bool, bool, float, int]:
        clued = know.is_clued(card)
        # with the bouquet a critical card lost is the game lost, so that risk counts for every card
        risk = 0.0
        if clued or table.options.bouquet:
            risk = know.probability(card, know.needs.critical)
        return bool(know.own_hand[card] & ~know.needs.trash), clued, risk, card

    card = min(know.own_hand, key=cost)
    return Move(Discard(card), explain_discard(know, card))
