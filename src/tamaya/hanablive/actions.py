"""What happens in a game, as hanab.live tells it: flat objects with a `type`."""

from msgspec import Struct

from tamaya.hanablive.spelling import camel

COLOUR, RANK = 0, 1  # types of clues
UNKNOWN = -1  # the suit and rank of a card that the receiver does not see
NOBODY = -1  # the player to move when a game is over


class Draw(Struct, tag_field="type", tag="draw", rename=camel, frozen=True):
    """A card was dealt or drawn."""

    player_index: int
    order: int  # the card's place in the deck
    suit_index: int
    rank: int


class Which(Struct, rename=camel, frozen=True):
    """The card of a play or discard once more, where older programs look for it."""

    player_index: int
    order: int
    suit_index: int
    rank: int


class Play(Struct, tag_field="type", tag="play", rename=camel, frozen=True):
    """A card was placed."""

    player_index: int
    order: int
    suit_index: int
    rank: int
    which: Which | None = None


class Discard(Struct, tag_field="type", tag="discard", rename=camel, frozen=True):
    """A card was discarded, or played in vain."""

    player_index: int
    order: int
    suit_index: int
    rank: int
    failed: bool
    which: Which | None = None


class ClueIs(Struct, rename=camel, frozen=True):
    """A colour or a rank."""

    type: int
    value: int


class Clue(Struct, tag_field="type", tag="clue", rename=camel, frozen=True):
    """A clue was given."""

    clue: ClueIs
    giver: int
    list: tuple[int, ...]
    target: int
    turn: int


class Strike(Struct, tag_field="type", tag="strike", rename=camel, frozen=True):
    """A mistake; the discard follows."""

    num: int
    turn: int
    order: int


class Status(Struct, tag_field="type", tag="status", rename=camel, frozen=True):
    """Clue tokens and score after a turn."""

    clues: int
    score: int
    max_score: int


class Turn(Struct, tag_field="type", tag="turn", rename=camel, frozen=True):
    """Somebody is to move."""

    num: int
    current_player_index: int


class GameOver(Struct, tag_field="type", tag="gameOver", rename=camel, frozen=True):
    """The game is over."""

    end_condition: int
    player_index: int
    votes: tuple[int, ...] | None = None


Action = Draw | Play | Discard | Clue | Strike | Status | Turn | GameOver
