"""Moves, and the history of moves with their results."""

from enum import IntEnum
from typing import Any, NamedTuple

from tamaya.envs.hle.cards import COLOR_CHAR, HanabiCard, color_idx_to_char
from tamaya.rules import Options

CHANCE_PLAYER_ID = -1


class HanabiMoveType(IntEnum):
    """Types of moves; DEAL is a chance move."""

    INVALID = 0
    PLAY = 1
    DISCARD = 2
    REVEAL_COLOR = 3
    REVEAL_RANK = 4
    DEAL = 5


class HanabiMove:
    """A move of a player or of chance. Fields that a type of move lacks are -1."""

    __slots__ = ("_parts", "_plain")

    def __init__(
        self,
        kind: HanabiMoveType,
        card_index: int = -1,
        target_offset: int = -1,
        color: int = -1,
        rank: int = -1,
    ) -> None:
        self._parts = (kind, card_index, target_offset, color, rank)
        self._plain: dict[str, Any] | None = None

    @staticmethod
    def get_play_move(card_index: int) -> "HanabiMove":
        """Return the move that plays a card; the oldest card has index 0."""
        return HanabiMove(HanabiMoveType.PLAY, card_index=card_index)

    @staticmethod
    def get_discard_move(card_index: int) -> "HanabiMove":
        """Return the move that discards a card."""
        return HanabiMove(HanabiMoveType.DISCARD, card_index=card_index)

    @staticmethod
    def get_reveal_color_move(target_offset: int, color: int) -> "HanabiMove":
        """Return a colour clue to the player `target_offset` seats on."""
        return HanabiMove(HanabiMoveType.REVEAL_COLOR, target_offset=target_offset, color=color)

    @staticmethod
    def get_reveal_rank_move(target_offset: int, rank: int) -> "HanabiMove":
        """Return a rank clue to the player `target_offset` seats on."""
        return HanabiMove(HanabiMoveType.REVEAL_RANK, target_offset=target_offset, rank=rank)

    def type(self) -> HanabiMoveType:
        """Return the type of the move."""
        return self._parts[0]

    def card_index(self) -> int:
        """Return the index of the card that is played or discarded."""
        return self._parts[1]

    def target_offset(self) -> int:
        """Return who receives the clue, counted from the player to move."""
        return self._parts[2]

    def color(self) -> int:
        """Return the colour of the clue, or of the dealt card."""
        return self._parts[3]

    def rank(self) -> int:
        """Return the rank of the clue, or of the dealt card."""
        return self._parts[4]

    def to_dict(self) -> dict[str, Any]:
        """Return the move as a dict for `HanabiEnv.step`."""
        if self._plain is None:
            self._plain = {"action_type": self.type().name} | self._named()
        return self._plain.copy()

    def _named(self) -> dict[str, Any]:
        kind, index, offset, color, rank = self._parts
        match kind:
            case HanabiMoveType.PLAY | HanabiMoveType.DISCARD:
                return {"card_index": index}
            case HanabiMoveType.REVEAL_COLOR:
                return {"target_offset": offset, "color": color_idx_to_char(color)}
            case HanabiMoveType.REVEAL_RANK:
                return {"target_offset": offset, "rank": rank}
            case HanabiMoveType.DEAL:
                return {"color": color_idx_to_char(color), "rank": rank}
            case _:
                raise ValueError(f"{self} is no move")

    def __str__(self) -> str:
        kind, index, offset, color, rank = self._parts
        match kind:
            case HanabiMoveType.PLAY | HanabiMoveType.DISCARD:
                return f"({kind.name.capitalize()} {index})"
            case HanabiMoveType.REVEAL_COLOR:
                return f"(Reveal player +{offset} color {_letter(color)})"
            case HanabiMoveType.REVEAL_RANK:
                return f"(Reveal player +{offset} rank {rank + 1})"
            case HanabiMoveType.DEAL:
                return f"(Deal {HanabiCard(color, rank)})"
            case _:
                return "(INVALID)"

    __repr__ = __str__

    def __eq__(self, other: object) -> bool:
        return self._parts == other._parts if isinstance(other, HanabiMove) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._parts)


def all_moves(options: Options) -> list[HanabiMove]:
    """Return all moves of players; the index of each is its uid."""
    places, offsets = range(options.hand_size), range(1, options.players)
    colors, ranks = range(len(options.suits)), range(options.values)
    return [
        *(HanabiMove.get_discard_move(place) for place in places),
        *(HanabiMove.get_play_move(place) for place in places),
        *(HanabiMove.get_reveal_color_move(to, color) for to in offsets for color in colors),
        *(HanabiMove.get_reveal_rank_move(to, rank) for to in offsets for rank in ranks),
    ]


def _letter(color: int) -> str:
    return COLOR_CHAR[color] if 0 <= color < len(COLOR_CHAR) else "X"


class HistoryEntry(NamedTuple):
    """The fields of a `HanabiHistoryItem`."""

    move: HanabiMove
    player: int
    scored: bool = False
    token: bool = False
    color: int = -1
    rank: int = -1
    revealed: int = 0  # bits
    newly_revealed: int = 0
    deal_to: int = -1


class HanabiHistoryItem:
    """A move that was made, and its result."""

    __slots__ = ("_item",)

    def __init__(self, item: HistoryEntry) -> None:
        self._item = item

    def move(self) -> HanabiMove:
        """Return the move."""
        return self._item.move

    def player(self) -> int:
        """Return who made it; in an observation counted from the observer."""
        return self._item.player

    def scored(self) -> bool:
        """Return whether a card was played successfully."""
        return self._item.scored

    def information_token(self) -> bool:
        """Return whether an information token was regained."""
        return self._item.token

    def color(self) -> int:
        """Return the colour of the card that was played or discarded."""
        return self._item.color

    def rank(self) -> int:
        """Return the rank of the card that was played or discarded."""
        return self._item.rank

    def card_info_revealed(self) -> list[int]:
        """Return the indices of the cards that a clue touched."""
        return _places(self._item.revealed)

    def card_info_newly_revealed(self) -> list[int]:
        """Return those whose colour (or rank) no earlier clue had named."""
        return _places(self._item.newly_revealed)

    def deal_to_player(self) -> int:
        """Return who was dealt a card; in an observation counted from the observer."""
        return self._item.deal_to

    def seen_by(self, observer: int, players: int, *, all_cards: bool) -> "HanabiHistoryItem":
        """Return the item as a player sees it: cards dealt to that player are hidden."""
        item = self._item
        if item.move.type() != HanabiMoveType.DEAL:
            return HanabiHistoryItem(item._replace(player=(item.player - observer) % players))
        to = (item.deal_to - observer) % players
        hidden = to == 0 and not all_cards
        return HanabiHistoryItem(item._replace(deal_to=to, move=HIDDEN if hidden else item.move))

    def __str__(self) -> str:
        item = self._item
        words = [str(item.move)]
        if item.player >= 0:
            words.append(f"by player {item.player}")
        words += ["scored"] * item.scored + ["info_token"] * item.token
        if item.color >= 0:
            words.append(str(HanabiCard(item.color, item.rank)))
        if item.revealed:
            words.append(f"reveal {','.join(map(str, _places(item.revealed)))}")
        return f"<{' '.join(words)}>"

    __repr__ = __str__


def _places(bits: int) -> list[int]:
    return [place for place in range(bits.bit_length()) if bits >> place & 1]


HIDDEN = HanabiMove(HanabiMoveType.DEAL)
