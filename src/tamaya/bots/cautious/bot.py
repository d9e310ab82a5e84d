"""The cautious bot: plays what it knows to fit, tells what fits, throws away what is useless."""

from collections.abc import Mapping

from tamaya.bots.api import Explanation, Move
from tamaya.bots.cautious.explanations import explain_clue, explain_discard, explain_warning
from tamaya.bots.cautious.information_gain import Worth, is_idle, next_discard, worth
from tamaya.bots.inference.knowledge import Knowledge, knowledge
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

Clues = Mapping[Clue, Worth]


class CautiousBot:
    """Needs no agreement with its partners: every clue means what it says and no more."""

    def act(self, view: View) -> Move:
        """The first of its habits that applies, and why."""
        legal, know = legal_actions(view), knowledge(view)
        clues = {
            action: worth(know, action)
            for action in legal
            if isinstance(action, ColourClue | ValueClue)
        }
        if view.table.tile is not None:
            return _any_clue(clues) or best_take(view.table, legal)
        return (
            _known_play(know)
            or _warning(know, clues)
            or _helpful_clue(clues)
            or _nothing_to_lose(know)
            or _discard(know)
            or _any_clue(clues)
            or _likeliest_play(know)
        )


def _known_play(know: Knowledge) -> Move | None:
    """A card that fits whatever it is; the one that most others build upon comes first."""
    sure = [card for card, faces in know.own.items() if faces <= know.needs.fitting]
    if not sure:
        return None
    step = know.view.table.options.step
    card = min(sure, key=lambda card: min(step[face] for face in know.own[card]))
    suits = {face.suit for face in know.own[card]}
    announces = know.view.table.options.announce and len(suits) == 1
    play = Play(card, suits.pop() if announces else None)
    return Move(play, Explanation("knows-it-fits", {"card": card}))


def _warning(know: Knowledge, clues: Clues) -> Move | None:
    """The next player is about to discard a last copy: say something about that card."""
    view = know.view
    seat = Seat((view.seat + 1) % view.table.options.players)
    card = next_discard(know, seat)
    if card is None or not is_idle(know, seat) or view.faces[card] not in know.needs.last:
        return None
    saving = {
        clue: w for clue, w in clues.items() if clue.to == seat and card in touched(view, clue)
    }
    best = _best(saving)
    return None if best is None else Move(best, explain_warning(best, card))


def _helpful_clue(clues: Clues) -> Move | None:
    """A clue about a teammate's card that fits, if its holder does not know that it does."""
    best = _best(clues)
    helps = best is not None and (clues[best].plays > 0 or clues[best].nearer > 0)
    return _any_clue(clues) if helps else None


def _any_clue(clues: Clues) -> Move | None:
    """The clue that tells most."""
    best = _best(clues)
    return None if best is None else Move(best, explain_clue(best, clues[best]))


def _best(clues: Clues) -> Clue | None:
    return max(clues, key=lambda clue: clues[clue], default=None)


def _nothing_to_lose(know: Knowledge) -> Move | None:
    """In the last round a mistake that does not end the game costs nothing."""
    table = know.view.table
    last_turn = table.turns_after is not None and table.turns_after < table.options.players
    if not last_turn or table.mistakes + 1 >= table.options.mistakes:
        return None
    return _likeliest_play(know, "nothing-to-lose") if _chance_to_play(know) > 0 else None


def _chance_to_play(know: Knowledge) -> float:
    return max((know.chance(card, know.needs.fitting) for card in know.own), default=0)


def _likeliest_play(know: Knowledge, code: str = "likeliest") -> Move:
    """The card that most likely fits."""
    card = max(know.own, key=lambda card: know.chance(card, know.needs.fitting))
    return Move(Play(card), Explanation(code, {"card": card}))


def _discard(know: Knowledge) -> Move | None:
    """A useless card; else the oldest never pointed at; else the one least likely a last copy."""
    table = know.view.table
    if table.clue_tokens == table.options.clue_tokens or not know.own:
        return None

    def cost(card: CardId) -> tuple[bool, bool, float, int]:
        pointed_at = bool(know.said[card].yes)
        # where a last copy lost is the game lost, risk counts for every card
        weighed = pointed_at or table.options.bouquet
        risk = know.chance(card, know.needs.last) if weighed else 0.0
        return bool(know.own[card] & know.needs.useful), pointed_at, risk, card

    card = min(know.own, key=cost)
    return Move(Discard(card), explain_discard(know, card))
