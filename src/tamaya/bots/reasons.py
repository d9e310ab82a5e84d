"""The codes that explanations may carry, each with its meaning.

Bots explain their own moves; `public_reasons` has what players read while the game is on.
"""

from collections.abc import Mapping

REASONS: Mapping[str, str] = {
    "knows-it-fits": "the card fits, whichever of the possible ones it is",
    "nothing-to-lose": "in the last round a mistake costs nothing, and the card may fit",
    "likeliest": "nothing else can be done, and no other card fits more likely",
    "useless": "no firework needs the card any more",
    "never-told": "the oldest card that no clue has pointed at",
    "least-risk": "of the cards that can go, the one that will be missed least",
    "warns": "the next player was about to discard a last copy",
    "helps": "a card fits, and its holder did not know that it does",
    "tells-most": "the clue that tells most about cards that are still needed",
    "nothing-better": "something must be done, and this does no harm",
    "pointed-at": "a clue has pointed at the card",
    "was-told": "a clue said that the card can be played",
    "was-called": "a clue to somebody else says that the newest card comes first",
    "play-clue": "the clue is about a card that can be played",
    "save-clue": "the clue is about a card that must not be discarded",
    "prompt-clue": "the card comes after one that its holder was told about",
    "finesse-clue": "the card comes after somebody's newest one",
    "fix-clue": "somebody was about to play a card that does not fit",
    "fits-by-code": "the card fits, by a code that only hat bots know",
    "useless-by-code": "no firework needs the card any more, by that code",
    "worth-a-try": "the card most likely fits, and is useless if it does not",
    "code-clue": "the clue is a number that tells every hat bot something about its own hand",
    "code-discard": "which of several useless cards goes is such a number too",
    "worked-out": "few cards are left to draw, and nothing brings more points",
    "tile-places": "a card on its firework at once",
    "tile-regains": "with this card a firework can grow higher again",
    "tile-needed": "the card that will be needed most",
    "search-over-play": "tried out, it brings more points than the card usually played",
    "search-over-discard": "tried out, it brings more points than the card usually discarded",
    "search-over-clue": "tried out, it brings more points than the clue usually given",
    "search-over-tile": "tried out, it brings more points than what a tile is usually used for",
    "search-as-good": "tried out, it is about as good as the usual",
    "search-agrees": "the usual, and nothing else that was tried is clearly better",
    "search-sure": "the usual, and nothing else is worth trying",
    "search-no-time": "the usual: there was not time enough to try anything out",
    "search-not-learned": "the usual: no networks for search were trained for this game",
    "search-unavailable": "the usual: what search needs could not be loaded",
}
