"""Friends who peek: together they see all hands, so their games go well."""

from collections.abc import Sequence
from typing import Any, Protocol

from support.e2e.visitors import Visitor

Move = dict[str, Any]


class Player(Protocol):
    """Somebody at the table, with a browser or without."""

    @property
    def play(self) -> dict[str, Any]: ...


def play_on(visitors: Sequence[Visitor], most: int = 200) -> None:
    """Play by clicks until the game is over, or for so many decisions."""
    by_seat = sorted(visitors, key=lambda visitor: int(visitor.table["you"]))
    for _ in range(most):
        play = by_seat[0].play
        if play["over"]:
            return
        mover = by_seat[play["to_move"]]
        version = mover.table["version"]
        mover.does(best(visitors, mover))
        for visitor in visitors:
            visitor.sees(version + 1)


def faces(visitors: Sequence[Player]) -> dict[int, tuple[int, int]]:
    """All faces in hands: what one does not see, another one does."""
    return {
        card["id"]: (card["suit"], card["value"])
        for visitor in visitors
        for hand in visitor.play["hands"]
        for card in hand
        if card.get("suit") is not None
    }


def best(visitors: Sequence[Player], mover: Player) -> Move:
    """A good move: play what fits, keep what is needed, tell what can be played."""
    play, known = mover.play, faces(visitors)

    def worth(action: Move) -> tuple[int, int]:
        if action["do"] == "play":
            suit, value = known[action["card"]]
            announced = action.get("announced")
            if next_of(play, suit) != value or announced not in (None, suit):
                return -9, 0
            return 9, play["suits"][suit]["order"].index(value) * -2 + (announced is not None)
        if action["do"] == "discard":
            suit, value = known[action["card"]]
            if is_placed(play, suit, value):
                return 5, 0
            return (2, value) if has_spare(play, suit, value) else (-2, value)
        if action["do"] == "take":  # back onto its firework, or what is rarest into the deck
            return 4, play["suits"][action["suit"]]["order"].index(action["value"])
        if action["do"] == "forgo":
            return 1, 0
        tokens_short = play["clue_tokens"] < 2 and not play["tile"]
        return 1 if tokens_short else 4, pointed(play, known, action)

    chosen: Move = max(play["legal"], key=worth)
    return chosen


def pointed(play: Any, known: dict[int, tuple[int, int]], clue: Move) -> int:
    """How many cards that can be played now a clue points at; fewer others are better."""
    cards = touched(play, known, clue)
    fits = sum(next_of(play, suit) == value for suit, value in cards)
    return 10 * fits - (len(cards) - fits) if fits else -20 - len(cards)


def touched(play: Any, known: dict[int, tuple[int, int]], clue: Move) -> list[tuple[int, int]]:
    """The cards that a clue points at."""
    hand = [known[card["id"]] for card in play["hands"][clue["to"]]]
    if clue["do"] == "value":
        return [face for face in hand if face[1] == clue["value"]]
    return [face for face in hand if clue["colour"] in play["suits"][face[0]]["touched_by"]]


def next_of(play: Any, suit: int) -> int | None:
    """The value that a firework waits for."""
    order, placed = play["suits"][suit]["order"], play["fireworks"][suit]
    return order[placed] if placed < len(order) else None


def is_placed(play: Any, suit: int, value: int) -> bool:
    return value in play["suits"][suit]["order"][: play["fireworks"][suit]]


def has_spare(play: Any, suit: int, value: int) -> bool:
    """Whether another copy is still somewhere."""
    copies: int = play["suits"][suit]["copies"][value - 1]
    gone: int = play["discard_pile"].count([suit, value])
    return gone + 1 < copies
