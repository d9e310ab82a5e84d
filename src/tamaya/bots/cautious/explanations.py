"""Why the cautious bot makes its moves."""

from tamaya.bots.api import Explanation
from tamaya.bots.cautious.information_gain import Worth
from tamaya.bots.inference.knowledge import Knowledge
from tamaya.rules import CardId, Clue


def explain_discard(know: Knowledge, card: CardId) -> Explanation:
    """A reason to discard a card."""
    if not know.own[card] & know.needs.useful:
        code = "useless"
    elif know.said[card].yes or know.view.table.options.bouquet:
        code = "least-risk"
    else:
        code = "never-told"
    return Explanation(code, {"card": card})


def explain_clue(clue: Clue, worth: Worth) -> Explanation:
    """A reason for a clue."""
    if worth.plays or worth.nearer:
        return Explanation("helps", {"seat": clue.to})
    code = "tells-most" if worth.bits else "nothing-better"
    return Explanation(code, {"seat": clue.to})


def explain_warning(clue: Clue, card: CardId) -> Explanation:
    """The reason for a warning: which card is a last copy."""
    return Explanation("warns", {"seat": clue.to, "card": card})
