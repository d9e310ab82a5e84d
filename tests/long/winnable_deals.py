"""How many deals can be won with all cards face up, and how long it takes to find out.

    python tests/long/winnable_deals.py [DEALS] [OPTIONS …]

Prints a row for every option set and number of players. Every line is played again by the rules.
"""

import sys
import time
from dataclasses import replace

import numpy as np

from tamaya.analysis.perfect_information import solve
from tamaya.deals import seeded
from tamaya.formats.game import Game, final_state
from tamaya.rules import max_score, parse_options, score

NAMES = ("Ada", "Bo", "Cleo", "Dora", "Eva")
LINE = "{:<20}{:>8}{:>9}{:>11}{:>9}{:>10}{:>10}{:>10}"
OPTIONS = ("base", "black", "wild10+black+tiles", "base+announce")


def main() -> None:
    """Solve deals from the seeds 0, 1, 2 …"""
    deals = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    print(f"{deals:,} deals each")
    print(LINE.format("options", "players", "won", "cannot be", "unknown", "median", "99 %", "max"))
    for name in sys.argv[2:] or OPTIONS:
        for players in (2, 3, 4, 5):
            print(LINE.format(*row(name, players, deals)), flush=True)


def row(name: str, players: int, deals: int) -> tuple[str, ...]:
    """The figures of one option set."""
    options = parse_options(name, players=players)
    won, lost, seconds = 0, 0, []
    solve(Game(options, seeded(options, 0), NAMES[:players]))  # compiles
    for seed in range(deals):
        game = Game(options, seeded(options, seed), NAMES[:players])
        begin = time.perf_counter()
        solution = solve(game)
        seconds.append(time.perf_counter() - begin)
        end = final_state(replace(game, actions=solution.actions)).table
        assert score(end) == solution.score, "the rules say otherwise"
        won += solution.score == max_score(options)
        lost += solution.score < max_score(options) and solution.proven
    times = (f"{number:.3f} s" for number in np.quantile(seconds, [0.5, 0.99, 1]))
    shares = (f"{100 * number / deals:.1f} %" for number in (won, lost, deals - won - lost))
    return (name, str(players), *shares, *times)


if __name__ == "__main__":
    main()
