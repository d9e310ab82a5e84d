"""Everything that can be refused, by cause.

RulesError
├── OptionsError   an option set that cannot be played, or notation that cannot be read
├── DealError      a deal that does not fit its options
└── IllegalAction  an action that the rules do not allow now; `reason` says why
"""

from enum import StrEnum


class Reason(StrEnum):
    """Why an action is refused. The codes are stable; screens word them."""

    GAME_OVER = "game-over"
    NOT_YOUR_TURN = "not-your-turn"
    NOT_IN_HAND = "not-in-hand"
    NO_CLUE_TOKEN = "no-clue-token"
    CLUE_TOKENS_FULL = "clue-tokens-full"
    NO_SUCH_SEAT = "no-such-seat"
    CLUE_TO_ONESELF = "clue-to-oneself"
    HAND_EMPTY = "hand-empty"
    NO_SUCH_COLOUR = "no-such-colour"
    NO_SUCH_VALUE = "no-such-value"
    EMPTY_CLUE = "empty-clue"
    NO_ANNOUNCING = "no-announcing"
    NO_SUCH_SUIT = "no-such-suit"
    TILE_FIRST = "tile-first"
    NO_TILE = "no-tile"
    NOT_THIS_TILE = "not-this-tile"
    NOT_IN_DISCARD_PILE = "not-in-discard-pile"
    DOES_NOT_FIT = "does-not-fit"
    MUST_CHOOSE = "must-choose"


WORDS = {
    Reason.GAME_OVER: "the game is over",
    Reason.NOT_YOUR_TURN: "it is another player's turn",
    Reason.NOT_IN_HAND: "that card is not in the hand of the player to move",
    Reason.NO_CLUE_TOKEN: "no clue token is left",
    Reason.CLUE_TOKENS_FULL: "all clue tokens are available, so nothing may be discarded",
    Reason.NO_SUCH_SEAT: "there is no such player",
    Reason.CLUE_TO_ONESELF: "a clue goes to a teammate, not to oneself",
    Reason.HAND_EMPTY: "that player holds no cards",
    Reason.NO_SUCH_COLOUR: "no clue names that colour in this game",
    Reason.NO_SUCH_VALUE: "no card has that value in this game",
    Reason.EMPTY_CLUE: "the clue would point at no card, and empty clues are not played",
    Reason.NO_ANNOUNCING: "announcing the colour is not played",
    Reason.NO_SUCH_SUIT: "there is no such firework in this game",
    Reason.TILE_FIRST: "the bonus tile comes first",
    Reason.NO_TILE: "no bonus tile waits for a choice",
    Reason.NOT_THIS_TILE: "the revealed bonus tile asks for something else",
    Reason.NOT_IN_DISCARD_PILE: "no such card lies in the discard pile",
    Reason.DOES_NOT_FIT: "that card does not fit its firework now",
    Reason.MUST_CHOOSE: "a choice is possible, so it must be made",
}


class RulesError(ValueError):
    """The root of what `tamaya.rules` refuses."""


class OptionsError(RulesError):
    """An option set that cannot be played, or notation that cannot be read."""


class DealError(RulesError):
    """A deal that does not fit its options."""


class IllegalAction(RulesError):
    """An action that the rules do not allow now."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason

    def __str__(self) -> str:
        return WORDS[self.reason]
