"""One game on two boards: the rules, and the kernel's words and bytes. They must agree."""

from types import ModuleType
from typing import Any

import numpy as np

from tamaya.kernel import layout
from tamaya.kernel.actions import action_of, number_of
from tamaya.kernel.layout import bytes_of, tables, words_of
from tamaya.rules import (
    Action,
    Deal,
    EndReason,
    Options,
    Seat,
    State,
    apply,
    legal_actions,
    possible_faces,
    score,
    start,
    told,
    view,
)
from tamaya.rules.score import points_on_table

REASONS = {
    layout.ALL_COMPLETE: EndReason.ALL_COMPLETE,
    layout.LAST_ROUND: EndReason.LAST_ROUND,
    layout.LAST_MISTAKE: EndReason.LAST_MISTAKE,
    layout.INDISPENSABLE_LOST: EndReason.INDISPENSABLE_LOST,
    layout.NO_ACTION: EndReason.NO_ACTION,
}


class Lockstep:
    """A game that is played by both."""

    def __init__(self, kernel: ModuleType, options: Options, deal: Deal, first: Seat) -> None:
        self.kernel = kernel
        self.options = options
        self.state = start(options, deal, first)
        self.t = tables(options)
        self.w = np.zeros(words_of(options), np.int64)
        self.b = np.zeros(bytes_of(options), np.uint8)
        for place, face in enumerate(deal.cards):
            self.b[layout.DECK + place] = layout.number(options, face)
        for place, tile in enumerate(deal.tiles, start=1):
            self.b[self.t[layout.TILES] + place] = tile
        if options.tiles:
            self.w[self.t[layout.WHERE]] = deal.place
        kernel.lay_out(self.t, self.w, self.b, first)
        self.check()

    def do(self, action: Action) -> None:
        """One action, and a look at everything."""
        which = number_of(self.state.table, action)
        assert action_of(self.state.table, which) == action
        assert self.kernel.step(self.t, self.w, self.b, which)
        self.state, _ = apply(self.state, action)
        self.check()

    def check(self) -> None:
        """Everything public and everything hidden is the same."""
        table = self.state.table
        assert self.facts() == facts(self.state)
        legal = {number_of(table, a) for a in legal_actions(view(self.state, table.to_move))}
        numbers = range(-1, int(self.t[layout.ACTIONS]) + 1)
        mine = {n for n in numbers if self.kernel.is_legal(self.t, self.w, self.b, n)}
        assert mine == legal
        assert self.kernel.score(self.t, self.b) == score(table)
        assert self.kernel.points_on_table(self.t, self.b) == points_on_table(table)

    def facts(self) -> dict[str, Any]:
        """What the words and bytes say."""
        b, w, players = self.b, self.w, self.options.players
        over = int(b[layout.OVER])
        return {
            "tokens": int(b[layout.TOKENS]),
            "mistakes": int(b[layout.MISTAKES]),
            "to move": int(b[layout.TO_MOVE]),
            "turns": int(w[layout.LAST]) >> layout.TURNS,
            "turns after": int(b[layout.AFTER]) - 1,
            "tile": int(b[layout.TILE]),
            "tiles": self._tiles(),
            "deck": b[
                layout.DECK + int(b[layout.DRAWN]) : layout.DECK + int(b[layout.DECK_END])
            ].tolist(),
            "over": REASONS.get(over),
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
        order: list[int] = self.b[first + 1 : first + 7].tolist()
        return order[int(self.b[first]) :]

    def _fireworks(self) -> list[int]:
        values, top, fits = self.options.values, int(self.w[layout.TOP]), int(self.w[layout.FITS])
        heights = []
        for index, suit in enumerate(self.options.suits):
            bits = [top >> (index * values + value - 1) & 1 for value in suit.order]
            heights.append(bits.index(1) + 1 if any(bits) else 0)
            fitting = [fits >> (index * values + value - 1) & 1 for value in suit.order]
            assert fitting == [step == heights[-1] for step in range(values)]
        assert sum(heights) == self.b[layout.PLACED]
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
        return int(self.w[layout.SEATS + layout.SEAT * seat + word])

    def _hand(self, seat: int) -> list[int]:
        faces, held = self._word(seat, layout.FACES), int(self.b[layout.HELD + seat])
        assert faces >> 8 * held == 0
        return [faces >> 8 * place & 255 for place in range(held)]

    def _groups(self, word: int, place: int, groups: int, first: int = 0) -> list[int]:
        hand = self.options.hand_size
        return [g for g in range(groups) if word >> (first + g) * hand + place & 1]

    def _may(self, seat: int) -> list[tuple[list[int], list[int]]]:
        word, suits, values = (
            self._word(seat, layout.MAY),
            len(self.options.suits),
            self.options.values,
        )
        places = range(int(self.b[layout.HELD + seat]))
        assert not any(
            self._groups(word, p, suits + values)
            for p in range(len(places), self.options.hand_size)
        )
        return [
            (self._groups(word, p, suits), self._groups(word, p, values, suits)) for p in places
        ]

    def _told(self, seat: int) -> list[list[int]]:
        word, groups = (
            self._word(seat, layout.TOLD),
            len(self.options.colours) + self.options.values,
        )
        return [self._groups(word, p, groups) for p in range(int(self.b[layout.HELD + seat]))]


def facts(state: State) -> dict[str, Any]:
    """The same, as the rules have it."""
    table, options = state.table, state.table.options
    said = told(table, state.history)
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
        "deck": [layout.number(options, face) for face in state.deck],
        "over": table.outcome and table.outcome.reason,
        "fireworks": list(table.fireworks),
        "pile": [table.discard_pile.count(face) for face in sorted(options.copies)],
        "hands": [[layout.number(options, state.faces[c]) for c in hand] for hand in table.hands],
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
