"""Why the cautious bot makes its moves."""

from tamaya.bots.api import Explanation
from tamaya.bots.cautious.information_gain import InformationGain
from tamaya.bots.inference.knowledge import Knowledge
from tamaya.rules import CardId, Clue


def explain_discard(know: Knowledge, card: CardId) -> Explanation:
    """Why a card is discarded."""
    if not know.own_hand[card] & ~know.needs.trash:
        code = "useless"
    elif know.is_clued(card) or know.view.table.options.bouquet:
        code = "least-risk"
    else:
        code = "never-told"
    return Explanation(code, {"card": card})


def explain_clue(clue: Clue, gain: InformationGain) -> Explanation:
    """Why a clue is given."""
    if gain.plays or gain.nearer:
        return Explanation("helps", {"seat": clue.to})
    code = "tells-most" if gain.bits else "nothing-better"
    return Explanation(code, {"seat": clue.to})


def explain_warning(clue: Clue, card: CardId) -> Explanation:
    """Why a clue is a warning: the next player was about to discard this critical card."""
    return Explanation("warns", {"seat": clue.to, "card": card})
