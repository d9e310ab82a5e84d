"""Cards, and what clues have revealed about them."""

from functools import cache

COLOR_CHAR = ["R", "Y", "G", "W", "B"]


def color_idx_to_char(color_idx: int | None) -> str | None:
    """Return the letter of a colour; None for no colour."""
    if color_idx is None or color_idx == -1:
        return None
    if not 0 <= color_idx < len(COLOR_CHAR):
        raise ValueError(f"colours have the numbers 0 to {len(COLOR_CHAR) - 1}, not {color_idx}")
    return COLOR_CHAR[color_idx]


def color_char_to_idx(color_char: str) -> int:
    """Return the index of a colour's letter."""
    if color_char not in COLOR_CHAR:
        raise ValueError(f"colours have the letters {', '.join(COLOR_CHAR)}, not {color_char!r}")
    return COLOR_CHAR.index(color_char)


class HanabiCard:
    """A card. Colours and ranks count from 0; -1 means unknown."""

    __slots__ = ("_color", "_plain", "_rank")

    def __init__(self, color: int, rank: int) -> None:
        self._color, self._rank = color, rank
        self._plain = {"color": color_idx_to_char(color), "rank": rank}

    def color(self) -> int:
        """Return the index of the colour."""
        return self._color

    def rank(self) -> int:
        """Return the index of the rank: one less than the printed value."""
        return self._rank

    def valid(self) -> bool:
        """Return whether the card is known."""
        return self._color >= 0 and self._rank >= 0

    def to_dict(self) -> dict[str, str | int | None]:
        """Return the card as a dict."""
        return self._plain.copy()

    def __str__(self) -> str:
        return f"{COLOR_CHAR[self._color]}{self._rank + 1}" if self.valid() else "XX"

    __repr__ = __str__

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, HanabiCard):
            return NotImplemented
        return (self._color, self._rank) == (other._color, other._rank)

    def __hash__(self) -> int:
        return hash((self._color, self._rank))


class HanabiCardKnowledge:
    """What clues have revealed about a card.

    `plausible` and `hinted` are bit sets, colours first and then ranks: what clues leave possible,
    and what they have named. Nothing is inferred: a card that can only be blue has no colour until
    a clue names it.
    """

    __slots__ = ("_color", "_colors", "_plain", "_plausible", "_rank", "_ranks")

    def __init__(self, colors: int, ranks: int, plausible: int, hinted: int) -> None:
        self._colors, self._ranks, self._plausible = colors, ranks, plausible
        color, rank = hinted & (1 << colors) - 1, hinted >> colors
        self._color = color.bit_length() - 1 if color else None
        self._rank = rank.bit_length() - 1 if rank else None
        self._plain = {"color": color_idx_to_char(self._color), "rank": self._rank}

    def color(self) -> int | None:
        """Return the colour if a clue named it."""
        return self._color

    def rank(self) -> int | None:
        """Return the rank if a clue named it."""
        return self._rank

    def color_plausible(self, color_index: int) -> bool:
        """Return whether clues leave this colour possible."""
        return 0 <= color_index < self._colors and bool(self._plausible >> color_index & 1)

    def rank_plausible(self, rank_index: int) -> bool:
        """Return whether clues leave this rank possible."""
        return 0 <= rank_index < self._ranks and bool(
            self._plausible >> self._colors + rank_index & 1
        )

    def to_dict(self) -> dict[str, str | int | None]:
        """Return the colour and rank that clues named, as a dict."""
        return self._plain.copy()

    def __str__(self) -> str:
        color = "X" if self._color is None else COLOR_CHAR[self._color]
        rank = "X" if self._rank is None else self._rank + 1
        colors = (COLOR_CHAR[c] for c in range(self._colors) if self.color_plausible(c))
        ranks = (str(r + 1) for r in range(self._ranks) if self.rank_plausible(r))
        return f"{color}{rank}|{''.join(colors)}{''.join(ranks)}"

    __repr__ = __str__


card_knowledge = cache(HanabiCardKnowledge)  # immutable, so that one object serves all equal cards
UNKNOWN = HanabiCard(-1, -1)
