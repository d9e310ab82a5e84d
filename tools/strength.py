"""Write the table of strengths into docs/bots.md: every bot, every set of options in the boxes.

    python tools/strength.py                  all of it, about two hours on two cores
    python tools/strength.py --games 20       less of everything, to try it
    python tools/strength.py --only base      only option sets whose notation has this in it

It needs nothing but Python, so that it can run on any machine with cores to spare.
"""

import argparse
import os
import re
import sys
from datetime import UTC, datetime
from pathlib import Path

from figures import machine
from tamaya.arena import rate
from tamaya.rules import PRESETS, notation, options

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs/bots.md"
BLOCK = re.compile(r"(<!-- strength -->\n).*?(<!-- end of strength -->)", re.DOTALL)
BOTS = ("hat", "partner", "cautious", "cheater")
MEASURED = "base+noempty"  # where others' figures are from
GAMES = {"hat": 10_000, "partner": 2_000}  # of base and where others' figures are from
FEWER = 200  # of all others
PLAYERS = (2, 3, 4, 5)


def main() -> None:
    """Play, and write as it goes along, so that what is done is not lost."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, help="at most so many games of each kind")
    parser.add_argument("--only", default="", help="only option sets with this in their notation")
    parser.add_argument("--out", type=Path, help="a file for the table instead of docs/bots.md")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args()
    rows = list[str]()
    for variant in variants():
        if asked.only in variant:
            for bot in BOTS:
                rows.append(row(bot, variant, asked.games, asked.jobs))
                print(rows[-1], flush=True)
                write("\n".join((HEAD, *rows, "", where())), asked.out)


HEAD = "| options | bot | games | 2 players | 3 players | 4 players | 5 players |\n|---|---|---|---|---|---|---|"


def variants() -> list[str]:
    """The distinct option sets of the presets, and the one that others measure with."""
    sets = dict.fromkeys(notation(options(preset)) for preset in PRESETS)
    return list(dict.fromkeys(("base", MEASURED, *sets)))


def row(bot: str, variant: str, most: int | None, jobs: int) -> str:
    """One bot with one set of options: mean, standard error, perfect and lost games."""
    games = GAMES.get(bot, FEWER) if variant in ("base", MEASURED) else FEWER
    games = min(games, most or games)
    cells = []
    for players in PLAYERS:
        got = rate(bot, players=players, variant=variant, games=games, seed=1, jobs=jobs)
        lost = f", {got.lost:.1f} % lost" if got.lost else ""
        cells.append(f"**{got.mean:.2f}** ± {got.sem:.2f} ({got.perfect:.1f} %{lost})")
    return f"| `{variant}` | `{bot}` | {games:,} | " + " | ".join(cells) + " |"


def where() -> str:
    version = ".".join(map(str, sys.version_info[:3]))
    return f"Seed 1, played on {machine()}, Python {version}, {datetime.now(UTC):%Y-%m-%d}.\n"


def write(table: str, out: Path | None) -> None:
    if out is not None:
        out.write_text(table, encoding="utf-8")
        return
    text = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(BLOCK.sub(lambda found: f"{found[1]}{table}{found[2]}", text), encoding="utf-8")


if __name__ == "__main__":
    main()
