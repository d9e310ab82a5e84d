"""One game on two boards: the rules, and the kernel's words and bytes. They must agree."""

import random
from collections.abc import Callable
from typing import Any, Protocol, TypeVar

import numpy as np
import numpy.typing as npt

from support.drivers import Driver, Met
from tamaya.kernel.game import layout
from tamaya.kernel.game import state as at
from tamaya.kernel.game.actions import action_from_number, action_number
from tamaya.kernel.game.layout import deck_bytes, option_tables, state_words
from tamaya.kernel.game.legal import is_legal
from tamaya.kernel.game.step import deal_hands, step
from tamaya.kernel.game.step import points_on_table as placed_points
from tamaya.kernel.game.step import score as points
from tamaya.kernel.observe.encode import encode_observation, observation_length
from tamaya.kernel.observe.legal_mask import write_legal_mask
from tamaya.kernel.observe.packing import unpack_to_bytes, words_for_bits
from tamaya.rules import (
    Action,
    EndReason,
    Event,
    State,
    apply,
    knowledge_from_clues,
    legal_actions,
    possible_faces,
    score,
    view,
)
from tamaya.rules.scoring import points_on_table

REASONS = {
    layout.ALL_COMPLETE: EndReason.ALL_COMPLETE,
    layout.LAST_ROUND: EndReason.LAST_ROUND,
    layout.LAST_MISTAKE: EndReason.LAST_MISTAKE,
    layout.INDISPENSABLE_LOST: EndReason.INDISPENSABLE_LOST,
    layout.NO_ACTION: EndReason.NO_ACTION,
}


F = TypeVar("F", bound=Callable[..., Any])


class Compile(Protocol):
    """What makes a device's version of one of the kernel's functions: as `Target.compile` does."""

    def __call__(self, function: F, /) -> F:
        """The function for a device."""


def uncompiled(function: F, /) -> F:
    """The function as plain Python."""
    return function


class Lockstep:
    """A game that is played by both."""

    def __init__(self, compiled: Compile, state: State) -> None:
        """From a game in which nothing has happened yet."""
        self.compiled = compiled
        self.options = options = state.table.options
        self.state = state
        self.t = option_tables(options)
        self.w = np.zeros(state_words(options), np.int64)
        self.b = np.zeros(deck_bytes(options), np.uint8)
        for place, face in enumerate(state.faces):
            self.b[place] = layout.face_number(options, face)
        for place, tile in enumerate(state.tiles):
            self.b[self.t[layout.TILES] + place] = tile
        if options.tiles:
            self.w[self.t[layout.TILE_5_PLACE]] = state.place
        compiled(deal_hands)(self.t, self.w, self.b, state.table.to_move)
        self.check()

    def do(self, action: Action) -> tuple[Event, ...]:
        """One action, and a look at everything; what happened."""
        assert (
            action_from_number(self.state.table, action_number(self.state.table, action)) == action
        )
        events = self.do_blindly(action)
        self.check()
        return events

    def do_blindly(self, action: Action) -> tuple[Event, ...]:
        """One action, without a look."""
        which = action_number(self.state.table, action)
        assert self.compiled(step)(self.t, self.w, self.b, which)
        self.state, events = apply(self.state, action)
        return events

    def play(self, driver: Driver, rng: random.Random, met: Met) -> None:
        """To the end."""
        while self.state.table.outcome is None:
            before = self.state.table
            met.fold(before, self.do(driver(self.state, rng)))

    def check(self) -> None:
        """Everything public and everything hidden is the same."""
        table = self.state.table
        assert self.facts() == facts(self.state)
        legal = {action_number(table, a) for a in legal_actions(view(self.state, table.to_move))}
        numbers = range(-1, int(self.t[layout.ACTIONS]) + 1)
        assert {n for n in numbers if self.compiled(is_legal)(self.t, self.w, n)} == legal
        assert set(np.flatnonzero(self.marked()).tolist()) == legal
        assert self.compiled(points)(self.t, self.n) == score(table)
        assert self.compiled(placed_points)(self.t, self.n) == points_on_table(table)

    @property
    def n(self) -> int:
        """All that is counted."""
        return int(self.w[layout.COUNTS])

    def marked(self) -> npt.NDArray[np.uint8]:
        """Whether each action is legal, all at once."""
        return self.bits(int(self.t[layout.ACTIONS]), self.compiled(write_legal_mask))

    def seen(self, seat: int) -> npt.NDArray[np.uint8]:
        """What a seat sees, as a vector."""
        return self.bits(observation_length(self.options), self.compiled(encode_observation), seat)

    def bits(self, count: int, write: Callable[..., Any], *more: int) -> npt.NDArray[np.uint8]:
        packed = np.full(words_for_bits(count), 0x5555, np.int64)
        assert write(self.t, self.w, *more, packed) in (None, count)
        out = np.full(count, 7, np.uint8)
        self.compiled(unpack_to_bytes)(packed, out)
        return out

    def facts(self) -> dict[str, Any]:
        """What the words and bytes say."""
        n, w, players, read = self.n, self.w, self.options.players, self.compiled
        return {
            "tokens": read(at.clue_tokens)(n),
            "mistakes": read(at.mistakes)(n),
            "to move": read(at.to_move)(n),
            "turns": int(w[layout.LAST_ACTION]) >> layout.TURNS,
            "turns after": read(at.turns_left)(n) - 1,
            "tile": read(at.tile)(n),
            "tiles": self._tiles(),
            "deck": self.b[read(at.cards_drawn)(n) : read(at.deck_end)(n)].tolist(),
            "over": REASONS.get(read(at.end_reason)(n)),
            "fireworks": self._fireworks(),
            "pile": self._pile(),
            "hands": [self._hand(seat) for seat in range(players)],
            "may": [self._may(seat) for seat in range(players)],
            "told": [self._told(seat) for seat in range(players)],
        }

    def _tiles(self) -> list[int]:
        if not self.options.tiles:
            return []
        first = int(self.t[layout.TILES])
        order: list[int] = self.b[first : first + 6].tolist()
        return order[self.compiled(at.tiles_gone)(self.n) :]

    def _fireworks(self) -> list[int]:
        values, top, fits = self.options.values, int(self.w[layout.TOP]), int(self.w[layout.FITS])
        heights = []
        for index, suit in enumerate(self.options.suits):
            bits = [top >> (index * values + value - 1) & 1 for value in suit.order]
            heights.append(bits.index(1) + 1 if any(bits) else 0)
            fitting = [fits >> (index * values + value - 1) & 1 for value in suit.order]
            assert fitting == [step == heights[-1] for step in range(values)]
        assert sum(heights) == self.compiled(at.cards_placed)(self.n)
        return heights

    def _pile(self) -> list[int]:
        t, counts = self.t, []
        for face in range(len(self.options.suits) * self.options.values):
            field = int(self.w[t[layout.PILE_OF + face]] & t[layout.PILE_ALL + face])
            field >>= int(t[layout.PILE_BIT + face])
            assert field & (field + 1) == 0, "bits from the first on"
            counts.append(field.bit_count())
        return counts

    def _word(self, seat: int, word: int) -> int:
        return int(self.w[layout.SEATS + layout.SEAT_WORDS * seat + word])

    def _held(self, seat: int) -> int:
        return int(self.compiled(at.cards_held)(self.n, seat))

    def _hand(self, seat: int) -> list[int]:
        faces, held = self._word(seat, layout.FACES), self._held(seat)
        assert faces >> layout.FACE_BITS * held == 0
        return [faces >> layout.FACE_BITS * place & 255 for place in range(held)]

    def _lanes(self, seat: int, word: int) -> list[int]:
        lane, held, lanes = int(self.t[layout.LANE]), self._held(seat), self._word(seat, word)
        assert lanes >> lane * held == 0
        return [lanes >> lane * place & (1 << lane) - 1 for place in range(held)]

    def _may(self, seat: int) -> list[tuple[list[int], list[int]]]:
        suits, values = len(self.options.suits), self.options.values
        return [
            (set_bits(lane, 0, suits), set_bits(lane, suits, values))
            for lane in self._lanes(seat, layout.POSSIBLE)
        ]

    def _told(self, seat: int) -> list[list[int]]:
        names = len(self.options.colours) + self.options.values
        return [set_bits(lane, 0, names) for lane in self._lanes(seat, layout.NAMED)]


def set_bits(word: int, first: int, count: int) -> list[int]:
    return [bit for bit in range(count) if word >> first + bit & 1]


def facts(state: State) -> dict[str, Any]:
    """The same, as the rules have it."""
    table, options = state.table, state.table.options
    said = knowledge_from_clues(table, state.history)
    colours = len(options.colours)
    may = []
    for hand in table.hands:
        cards = []
        for card in hand:
            possible = possible_faces(options, said[card])
            suits = sorted({face.suit for face in possible})
            values = sorted({face.value - 1 for face in possible})
            cards.append((suits, values))
        may.append(cards)
    return {
        "tokens": table.clue_tokens,
        "mistakes": table.mistakes,
        "to move": table.to_move,
        "turns": table.turns,
        "turns after": -1 if table.turns_after is None else table.turns_after,
        "tile": int(table.tile or 0),
        "tiles": [int(tile) for tile in state.tiles],
        "deck": [layout.face_number(options, face) for face in state.deck],
        "over": table.outcome and table.outcome.reason,
        "fireworks": list(table.fireworks),
        "pile": [table.discard_pile.count(face) for face in sorted(options.copies)],
        "hands": [
            [layout.face_number(options, state.faces[c]) for c in hand] for hand in table.hands
        ],
        "may": may,
        "told": [
            [
                sorted(
                    {
                        clue.colour if hasattr(clue, "colour") else colours + clue.value - 1
                        for clue in said[card].yes
                    }
                )
                for card in hand
            ]
            for hand in table.hands
        ],
    }
