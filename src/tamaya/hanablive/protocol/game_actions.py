"""The actions of a game inside `gameAction` frames: flat objects tagged by `type`."""

from msgspec import Struct

from tamaya.hanablive.protocol.wire_names import camel_case

COLOUR, RANK = 0, 1  # `ClueContent.type`
UNKNOWN = -1  # suit and rank of a card that the receiver may not see
NOBODY = -1  # `current_player_index` once the game is over


class DrawAction(Struct, tag_field="type", tag="draw", rename=camel_case, frozen=True):
    """A card was dealt or drawn."""

    player_index: int
    order: int  # the card's index in the deck
    suit_index: int
    rank: int


class CardReference(Struct, rename=camel_case, frozen=True):
    """The card of a play or discard repeated in `which`, where older bots look for it."""

    player_index: int
    order: int
    suit_index: int
    rank: int


class PlayAction(Struct, tag_field="type", tag="play", rename=camel_case, frozen=True):
    """A card was played onto its firework."""

    player_index: int
    order: int
    suit_index: int
    rank: int
    which: CardReference | None = None


class DiscardAction(Struct, tag_field="type", tag="discard", rename=camel_case, frozen=True):
    """A card was discarded, or misplayed (`failed`)."""

    player_index: int
    order: int
    suit_index: int
    rank: int
    failed: bool
    which: CardReference | None = None


class ClueContent(Struct, rename=camel_case, frozen=True):
    """The colour or rank that a clue names."""

    type: int
    value: int


class ClueAction(Struct, tag_field="type", tag="clue", rename=camel_case, frozen=True):
    """A clue was given."""

    clue: ClueContent
    giver: int
    list: tuple[int, ...]
    target: int
    turn: int


class StrikeAction(Struct, tag_field="type", tag="strike", rename=camel_case, frozen=True):
    """A mistake; the failed discard follows."""

    num: int
    turn: int
    order: int


class StatusAction(Struct, tag_field="type", tag="status", rename=camel_case, frozen=True):
    """Clue tokens, score and highest reachable score after a turn."""

    clues: int
    score: int
    max_score: int


class TurnAction(Struct, tag_field="type", tag="turn", rename=camel_case, frozen=True):
    """The next turn begins."""

    num: int
    current_player_index: int


class GameOverAction(Struct, tag_field="type", tag="gameOver", rename=camel_case, frozen=True):
    """The game is over."""

    end_condition: int
    player_index: int
    votes: tuple[int, ...] | None = None


GameAction = (
    DrawAction
    | PlayAction
    | DiscardAction
    | ClueAction
    | StrikeAction
    | StatusAction
    | TurnAction
    | GameOverAction
)
