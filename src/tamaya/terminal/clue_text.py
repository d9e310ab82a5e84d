"""What has been told about a card, in a few characters: `g3`, `r/m`, `3 not ry`, `not r,1,5`."""

from collections.abc import Iterable

from tamaya.rules import ClueKnowledge, Face, Options, possible_faces

NOTHING = "-"
NAMED = 2  # this many possibilities are named; of more, the excluded ones are


def knowledge_text(options: Options, said: ClueKnowledge) -> str:
    """The sum of all clues about a card: what it is, or what it is not."""
    faces = possible_faces(options, said)
    suits = [suit.letter for suit in options.suits]
    values = [str(value) for value in range(1, options.values + 1)]
    suit_is, suit_not = _sorted_out(suits, _letters(options, faces))
    value_is, value_not = _sorted_out(values, {str(face.value) for face in faces})
    parts = [_joined(suit_is, value_is)] if suit_is or value_is else []
    if suit_not or value_not:
        parts.append("not " + ",".join((*([suit_not] if suit_not else []), *value_not)))
    return " ".join(parts) or NOTHING


def _letters(options: Options, faces: Iterable[Face]) -> set[str]:
    return {options.suits[face.suit].letter for face in faces}


def _sorted_out(every: list[str], possible: set[str]) -> tuple[str, str]:
    """What it is, if few possibilities are left; else what it is not."""
    left = [one for one in every if one in possible]
    if len(left) == len(every):
        return "", ""
    if len(left) <= NAMED:
        return "/".join(left), ""
    return "", "".join(one for one in every if one not in possible)


def _joined(suit: str, value: str) -> str:
    """`g3` where both are certain, `r/m 3` where one is not."""
    certain = len(suit) <= 1 and len(value) <= 1
    return suit + value if certain else f"{suit} {value}".strip()
