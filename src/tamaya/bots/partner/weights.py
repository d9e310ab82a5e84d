"""The weights of the partner's decisions, by number of players; tuned empirically."""

from typing import NamedTuple


class DecisionWeights(NamedTuple):
    """All in the same unit, about a quarter of a point."""

    # plays
    play: float  # playing a card
    due: float  # that somebody waits for
    # clues
    plays: float  # for each card that will be played because of a clue
    touch: float  # a useful card touched
    save: float  # the chop saved, if it is critical
    coming_mistake: float  # a card that would be played by mistake
    misread: float  # a card believed to be what it is not
    known_trash: float  # a trash card touched, and known to be trash
    hidden_trash: float  # … and not known to be
    duplicate: float  # a card touched of which another copy was clued
    own_duplicate: float  # … or may have been, in the giver's own hand
    learnt: float  # a face ruled out
    distance_discount: float  # of touch and learnt, for each card that must come before
    # the next player
    mistake: float  # is about to play a card that is not playable
    critical: float  # is about to discard a critical card
    unseen: float  # … a card of which no other copy is seen
    seen: float  # … of which one is
    # tokens and time
    token: float
    scarce: float  # how much more the last token is worth
    plenty: float  # the discount for each token beyond the clues that are needed
    haste: float  # the cost of a card drawn for nothing, when none can be spared
    round: float  # the part of the last round's turns that counts as time for the plays to come
    soon: float  # while n cards can be spared, one drawn for nothing costs haste * soon / (1 + n)
    forecast_from: float  # forecast the end once this few cards are left to draw
    forecast: float  # a point forecast


PAIR = DecisionWeights(
    play=5.3,
    due=10.0,
    plays=4.3,
    touch=1.15,
    save=1.0,
    coming_mistake=5.6,
    misread=3.2,
    known_trash=0.78,
    hidden_trash=2.35,
    duplicate=1.3,
    own_duplicate=1.05,
    learnt=0.038,
    distance_discount=1.0,
    mistake=16.5,
    critical=8.7,
    unseen=1.07,
    seen=0.125,
    token=2.5,
    scarce=0.48,
    plenty=0.5,
    haste=5.2,
    round=0.26,
    soon=0.58,
    forecast_from=8,
    forecast=3.2,
)
GROUP = DecisionWeights(
    play=12.5,
    due=10.0,
    plays=2.5,
    touch=0.6,
    save=2.9,
    coming_mistake=4.0,
    misread=4.4,
    known_trash=0.75,
    hidden_trash=1.55,
    duplicate=1.05,
    own_duplicate=2.05,
    learnt=0.038,
    distance_discount=0.7,
    mistake=8.5,
    critical=12.5,
    unseen=0.95,
    seen=0.125,
    token=2.1,
    scarce=0.95,
    plenty=0.5,
    haste=8.5,
    round=0.4,
    soon=0.58,
    forecast_from=8,
    forecast=4.6,
)
TRIO = GROUP._replace(token=1.6)
BY_PLAYERS = {2: PAIR, 3: TRIO, 4: GROUP, 5: GROUP}
