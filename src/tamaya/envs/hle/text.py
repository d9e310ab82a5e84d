"""Positions as text, in the format of HLE."""

from collections.abc import Sequence

from tamaya.envs.hle.cards import COLOR_CHAR, HanabiCard, HanabiCardKnowledge
from tamaya.envs.hle.position import Position

Hands = Sequence[Sequence[HanabiCard]]
Known = Sequence[Sequence[HanabiCardKnowledge]]


def position_text(position: Position, hands: Hands, known: Known, to_move: int) -> str:
    """Return the table and the given hands as text; `to_move` is an index of a hand."""
    fireworks = zip(COLOR_CHAR, position.fireworks, strict=False)
    return "\n".join(
        [
            f"Life tokens: {position.lives}",
            f"Info tokens: {position.tokens}",
            f"Fireworks: {''.join(f'{color}{height} ' for color, height in fireworks)}",
            "Hands:",
            *_hands(hands, known, to_move),
            f"Deck size: {position.deck_size}",
            f"Discards:{''.join(f' {card}' for card in position.discards)}",
        ]
    )


def _hands(hands: Hands, known: Known, to_move: int) -> list[str]:
    lines = []
    for place, (cards, said) in enumerate(zip(hands, known, strict=True)):
        lines += ["-----"] * (place > 0) + ["Cur player"] * (place == to_move)
        lines += [f"{one} || {clues}" for one, clues in zip(cards, said, strict=True)]
    return lines
