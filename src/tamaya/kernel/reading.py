"""Reading the words of one game, for callers that do not know their layout."""

from functools import cached_property

from tamaya.kernel.game import state
from tamaya.kernel.game.layout import (
    COUNTS,
    FACES,
    FITS,
    LAST_ACTION,
    LAST_FACE,
    LAST_GAINED,
    LAST_PLACED,
    LAST_TOUCHED,
    NAMED,
    POSSIBLE,
    TOP,
    Words,
    lane_bits,
)
from tamaya.rules import Options


class GameReading:
    """What the words of a game say. Faces are numbers: suit by suit, value by value, from 0."""

    def __init__(self, options: Options, words: Words) -> None:
        self._options = options
        self._words: list[int] = words.tolist()  # reading from a list is faster
        self._counts = self._words[COUNTS]

    @property
    def to_move(self) -> int:
        """The seat to move."""
        return state.to_move(self._counts)

    @property
    def deck_left(self) -> int:
        """How many cards the deck still has."""
        return state.deck_left(self._counts)

    @property
    def clue_tokens(self) -> int:
        """How many clue tokens there are."""
        return state.clue_tokens(self._counts)

    @property
    def mistakes(self) -> int:
        """How many mistakes were made."""
        return state.mistakes(self._counts)

    @property
    def placed(self) -> int:
        """How many cards lie on the fireworks."""
        return state.cards_placed(self._counts)

    @property
    def top_values(self) -> list[int]:
        """The value of each firework's top card; 0 if it has none."""
        top, values = self._words[TOP], self._options.values
        bits = (top >> values * suit for suit in range(len(self._options.suits)))
        return [(some & (1 << values) - 1).bit_length() for some in bits]

    def fits(self, face: int) -> bool:
        """Whether a card with this face could be placed now."""
        return bool(self._words[FITS] >> face & 1)

    def hand_size(self, seat: int) -> int:
        """How many cards a seat holds."""
        return state.cards_held(self._counts, seat)

    def hand(self, seat: int) -> list[int]:
        """The faces of a seat's cards, the oldest first."""
        faces = self._words[state.first_word_of_hand(seat) + FACES]
        return [state.face_at(faces, place) for place in range(self.hand_size(seat))]

    def clue_knowledge(self, seat: int) -> list[tuple[int, int]]:
        """For each card of a seat, two sets as bits: what it can still be, and what clues named.

        The first has a bit for each suit and then for each value, the second for each colour and
        then for each value.
        """
        hand, lane = state.first_word_of_hand(seat), self._lane
        possible, named, every = (
            self._words[hand + POSSIBLE],
            self._words[hand + NAMED],
            (1 << lane) - 1,
        )
        firsts = range(0, lane * self.hand_size(seat), lane)
        return [(possible >> at & every, named >> at & every) for at in firsts]

    @cached_property
    def _lane(self) -> int:
        return lane_bits(self._options)

    # the last action

    @property
    def last_face(self) -> int:
        """The face of the card that was played or discarded."""
        return self._words[LAST_ACTION] >> LAST_FACE & 63

    @property
    def last_placed(self) -> bool:
        """Whether the card was placed on its firework."""
        return bool(self._words[LAST_ACTION] >> LAST_PLACED & 1)

    @property
    def last_gained_token(self) -> bool:
        """Whether placing the card brought a clue token back."""
        return bool(self._words[LAST_ACTION] >> LAST_GAINED & 1)

    @property
    def last_touched(self) -> int:
        """The cards that the clue touched, a bit for each place in the hand."""
        return self._words[LAST_ACTION] >> LAST_TOUCHED & 127
