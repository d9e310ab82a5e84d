"""Short labels: cards as `r3`, seats as letters, names for players whose names are not known."""

from collections.abc import Iterator

from tamaya.rules import Face, Options

SEAT_LETTERS = "ABCDE"


def face_text(options: Options, face: Face) -> str:
    """A card, such as `r3`."""
    return f"{options.suits[face.suit].letter}{face.value}"


def placeholder_names(players: int) -> Iterator[str]:
    """`Player A`, `Player B` …: names for players whose names are not known."""
    return (f"Player {letter}" for letter in SEAT_LETTERS[:players])
