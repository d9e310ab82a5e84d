"""What clues say about a card, in a few characters: `g3`, `r/m`, `3 not ry`, `not r,1,5`."""

from collections.abc import Iterable

from tamaya.rules import ClueKnowledge, Face, Options, possible_faces

NOTHING = "-"
MAX_NAMED = 2  # list at most this many possibilities; otherwise list the excluded ones


def knowledge_text(options: Options, knowledge: ClueKnowledge) -> str:
    """The sum of all clues about a card: what it is, or what it is not."""
    faces = possible_faces(options, knowledge)
    suits = [suit.letter for suit in options.suits]
    values = [str(value) for value in range(1, options.values + 1)]
    suit_is, suit_not = _possible_or_excluded(suits, _letters(options, faces))
    value_is, value_not = _possible_or_excluded(values, {str(face.value) for face in faces})
    parts = [_joined(suit_is, value_is)] if suit_is or value_is else []
    if suit_not or value_not:
        parts.append("not " + ",".join((*([suit_not] if suit_not else []), *value_not)))
    return " ".join(parts) or NOTHING


def _letters(options: Options, faces: Iterable[Face]) -> set[str]:
    return {options.suits[face.suit].letter for face in faces}


def _possible_or_excluded(every: list[str], possible: set[str]) -> tuple[str, str]:
    """The possibilities if few are left, else the excluded ones; the other text is empty."""
    left = [one for one in every if one in possible]
    if len(left) == len(every):
        return "", ""
    if len(left) <= MAX_NAMED:
        return "/".join(left), ""
    return "", "".join(one for one in every if one not in possible)


def _joined(suit: str, value: str) -> str:
    """`g3` where both are certain, `r/m 3` where one is not."""
    certain = len(suit) <= 1 and len(value) <= 1
    return suit + value if certain else f"{suit} {value}".strip()
