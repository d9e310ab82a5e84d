"""Refusals: the exception, the reason codes of the room, and the words shown to people."""

from enum import StrEnum

from tamaya.server.room.messages import RefusedMessage
from tamaya.text.names import LONGEST_NAME

LONGEST_NOTE = 100  # characters
LONGEST_TEXT = 300
LONGEST_PASSWORD = 100
MOST_TAKEN_BACK = 20  # take-backs in one game
MOST_ASKED = 40  # requests to take a move back in one game: each stays in the log


class RefusalReason(StrEnum):
    """Why the room refuses a message. The rules have reasons of their own: `rules.legality`."""

    NOT_HOST = "not-host"
    NO_SUCH_SEAT = "no-such-seat"
    SEAT_TAKEN = "seat-taken"
    SEATED_ALREADY = "seated-already"
    NOT_SEATED = "not-seated"
    NOT_YOUR_TURN = "not-your-turn"
    SEATS_OPEN = "seats-open"
    GAME_ON = "game-on"
    NO_GAME = "no-game"
    STALE = "stale"
    BAD_NAME = "bad-name"
    NAME_TAKEN = "name-taken"
    BAD_SETTINGS = "bad-settings"
    NO_SUCH_BOT = "no-such-bot"
    NOT_FOR_GUESTS = "not-for-guests"
    PRESENT = "present"
    SAW_CARDS = "saw-cards"
    LOCKED = "locked"
    WRONG_PASSWORD = "wrong-password"
    BAD_PASSWORD = "bad-password"
    BAD_ARRANGEMENT = "bad-arrangement"
    BAD_NOTE = "bad-note"
    BAD_TEXT = "bad-text"
    NO_TALK = "no-talk"
    HUSH = "hush"
    NO_TAKE_BACK = "no-take-back"
    NOTHING_TO_TAKE_BACK = "nothing-to-take-back"
    NOBODY_TO_AGREE = "nobody-to-agree"
    NO_MORE_TAKE_BACKS = "no-more-take-backs"
    ASKED_TOO_OFTEN = "asked-too-often"


WORDS = {
    RefusalReason.NOT_HOST: "only the host can do that",
    RefusalReason.NO_SUCH_SEAT: "there is no such seat",
    RefusalReason.SEAT_TAKEN: "somebody sits there",
    RefusalReason.SEATED_ALREADY: "you have a seat already",
    RefusalReason.NOT_SEATED: "you have no seat at this table",
    RefusalReason.NOT_YOUR_TURN: "it is another player's turn",
    RefusalReason.SEATS_OPEN: "a seat is still free",
    RefusalReason.GAME_ON: "a game is on",
    RefusalReason.NO_GAME: "no game is on",
    RefusalReason.STALE: "the table has changed meanwhile",
    RefusalReason.BAD_NAME: (
        f"a name has 1 to {LONGEST_NAME} visible characters, with few marks on each"
    ),
    RefusalReason.NAME_TAKEN: "somebody at this table has that name",
    RefusalReason.BAD_SETTINGS: "this cannot be played",
    RefusalReason.NO_SUCH_BOT: "there is no such bot",
    RefusalReason.NOT_FOR_GUESTS: "guests do not know these rules",
    RefusalReason.PRESENT: "whoever sits there is present",
    RefusalReason.SAW_CARDS: "you have seen these cards in this game",
    RefusalReason.LOCKED: "the table needs a password",
    RefusalReason.WRONG_PASSWORD: "that is not the password",
    RefusalReason.BAD_PASSWORD: f"a password has at most {LONGEST_PASSWORD} characters",
    RefusalReason.BAD_ARRANGEMENT: "these are not the cards of your hand",
    RefusalReason.BAD_NOTE: (
        f"a note is about a card in a hand and has at most {LONGEST_NOTE} characters"
    ),
    RefusalReason.BAD_TEXT: f"say something of 1 to {LONGEST_TEXT} visible characters, or a remark",
    RefusalReason.NO_TALK: "this table does not talk like that during a game",
    RefusalReason.HUSH: "only the player to move talks at this table",
    RefusalReason.NO_TAKE_BACK: "this table takes no moves back",
    RefusalReason.NOTHING_TO_TAKE_BACK: "there is nothing to take back",
    RefusalReason.NOBODY_TO_AGREE: (
        "nobody else can agree: only a clue is taken back, until the next move"
    ),
    RefusalReason.NO_MORE_TAKE_BACKS: (
        f"moves were taken back {MOST_TAKEN_BACK} times: no more in this game"
    ),
    RefusalReason.ASKED_TOO_OFTEN: "in this game it was asked often enough to take a move back",
}


class Refusal(Exception):
    """A request that is turned down and changes nothing.

    `reason` is a stable code for programs, `words` are for people; a reason of the room has words
    of its own. `status` is the HTTP status of the answer, `retry_after` how many seconds a client
    should wait before it tries again.
    """

    def __init__(
        self,
        reason: str,
        words: str | None = None,
        *,
        status: int = 409,
        retry_after: int | None = None,
    ) -> None:
        self.reason = str(reason)
        self.words = WORDS[RefusalReason(reason)] if words is None else words
        super().__init__(self.words)
        self.status = status
        self.retry_after = retry_after

    @property
    def message(self) -> RefusedMessage:
        """The refusal as it is sent to a client."""
        return RefusedMessage(self.reason, self.words)
