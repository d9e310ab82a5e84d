"""The rules in random play, compared with OpenSpiel where it is installed."""

from collections.abc import Callable, Iterator
from random import Random

from tamaya import deals
from tamaya.bench.peers import NOTHING, installed
from tamaya.bench.speed import (
    PlayedCount,
    PlayOnce,
    SpeedRow,
    Workload,
    compare_rows,
    measure_speed,
)
from tamaya.rules import apply, legal_actions, parse_options, start, view

VARIANTS = ("base", "base+noempty", "wild10+black+tiles")
PLAYERS = (2, 5)
PEER = "open_spiel"


def rules_rows(seconds: float, report: Callable[[str], None]) -> Iterator[SpeedRow]:
    """Our rules in random play, each row followed by OpenSpiel's where that is installed."""
    for variant in VARIANTS:
        for players in PLAYERS:
            report(f"tamaya.rules, {variant}, {players} players …")
            game = _rules_game(variant, players)
            ours = measure_speed(Workload("tamaya.rules", variant, players), game, seconds)
            peer = _peer_row(variant, players, seconds, report)
            yield compare_rows(ours, peer) if peer else ours
            if peer:
                yield peer


def _rules_game(variant: str, players: int) -> PlayOnce:
    """A function that plays one game: random legal actions from the mover's view."""
    chosen, chance = parse_options(variant, players), Random(1)  # noqa: S311 - a measurement, no secret

    def game() -> PlayedCount:
        state, moves = start(chosen, deals.seeded(chosen, chance.getrandbits(64))), 0
        while state.table.outcome is None:
            action = chance.choice(legal_actions(view(state, state.table.to_move)))
            state, _ = apply(state, action)
            moves += 1
        return PlayedCount(moves, 1)

    return game


def _peer_row(
    variant: str, players: int, seconds: float, report: Callable[[str], None]
) -> SpeedRow | None:
    """OpenSpiel's row, where it is installed and plays the same variant."""
    for peer in installed("cpu"):
        if variant == "base+noempty" and (peer.name, peer.observed) == ("OpenSpiel", NOTHING):
            report(f"{PEER}, {variant}, {players} players …")
            play = peer.start(players, "cpu")
            return measure_speed(Workload(PEER, variant, players), play, seconds)
    return None
