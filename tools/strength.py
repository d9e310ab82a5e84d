"""Write the table of strengths into docs/bots.md: every bot, every set of options in the boxes;
and into the README the best of it.

    python tools/strength.py                  all of it: hours on two cores
    python tools/strength.py --only black     only option sets with this in their notation
    python tools/strength.py --bots hat       only this one
    python tools/strength.py --players 4 5    only these; the others stay as the docs have them
    python tools/strength.py --games 20       less of everything, to try it
    python tools/strength.py --out FILE       on a machine with cores to spare; it needs Python only
    python tools/strength.py --take FILE      put what was written there into the docs

What is in the table already stays until it is played again.
"""

import argparse
import os
import re
import sys
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path

from tamaya.arena import rate
from tamaya.bench.report import machine
from tamaya.rules import OPTION_SETS

README = Path(__file__).parents[1] / "README.md"
PAGE = README.parent / "docs/bots.md"
BEGIN, END = "<!-- strength -->\n", "<!-- end of strength -->"
BOTS = ("hat", "net", "partner", "cautious", "cheater")
BEST = BOTS[:3]  # in the README
MEASURED = "base+noempty"  # where others' figures are from
GAMES = {"hat": 10_000, "net": 10_000, "partner": 2_000}  # with base and what others measure with
FEWER = {"hat": 1_000, "net": 1_000, "partner": 1_000}  # with all other option sets
FEWEST = 200  # of all other bots
PLAYERS = (2, 3, 4, 5)
FIGURES = r"\*\*([\d.]+)\*\* ± [\d.]+ \(([\d.]+) %"  # a mean, and how many games are perfect
HEAD = "| options | bot | games | 2 players | 3 players | 4 players | 5 players |"


def main() -> None:
    """Play and write row by row, so that an interrupted run loses nothing."""
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--games", type=int, help="at most so many games of each kind")
    parser.add_argument("--only", default="", help="only option sets with this in their notation")
    parser.add_argument("--bots", nargs="+", choices=BOTS, default=BOTS, help="only these")
    parser.add_argument("--players", type=int, nargs="+", choices=PLAYERS, help="only so many")
    parser.add_argument("--out", type=Path, default=PAGE, help="a file instead of docs/bots.md")
    parser.add_argument("--take", type=Path, nargs="+", help="files with tables to take over")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args()
    if asked.games is not None and asked.games < 2:
        parser.error("a standard error needs two games at least")
    if asked.games and asked.players:
        parser.error("a row has as many games for every number of players")
    for file in asked.take or ():
        write(asked.out, file.read_text(encoding="utf-8").splitlines())
    for variant in () if asked.take else filter(lambda name: asked.only in name, variants()):
        for bot in asked.bots:
            games = games_of(bot, variant, asked.games)
            old = cells_of(PAGE, bot, variant, games) if asked.players else {}
            kept = {number: old[number] for number in old if number not in asked.players}
            played = row(bot, variant, asked.games, asked.jobs, kept)
            print(played, flush=True)
            write(asked.out, (played, where()))
    if asked.out == PAGE:
        write_best(README, PAGE)


def variants() -> list[str]:
    """The option sets of the boxes, and the one that other projects measure with."""
    return list(dict.fromkeys(("base", MEASURED, *OPTION_SETS)))


def games_of(bot: str, variant: str, most: int | None = None) -> int:
    """The number of games in a row."""
    usual = (GAMES if variant in ("base", MEASURED) else FEWER).get(bot, FEWEST)
    return min(usual, most or usual)


def row(
    bot: str, variant: str, most: int | None, jobs: int, kept: Mapping[int, str] | None = None
) -> str:
    """One bot with one set of options: mean, standard error, perfect and lost games.

    `kept`: what need not be played, by the number of players.
    """
    games = games_of(bot, variant, most)
    cells = dict(kept or {})
    for players in (number for number in PLAYERS if number not in cells):
        got = rate(bot, players=players, variant=variant, games=games, seed=1, jobs=jobs)
        lost = f", {got.lost:.2f} % lost" if got.lost else ""
        cells[players] = f"**{got.mean:.3f}** ± {got.sem:.3f} ({got.perfect:.1f} %{lost})"
    every = " | ".join(cells[players] for players in PLAYERS)
    return f"| `{variant}` | `{bot}` | {games:,} | {every} |"


def cells_of(page: Path, bot: str, variant: str, games: int) -> dict[int, str]:
    """A bot's figures on a page by the number of players; empty if the games differ."""
    _, played, _ = parts(page)
    begin = rf"^\| `{re.escape(variant)}` \| `{bot}` \| {games:,} \| "
    found = re.search(rf"{begin}(.*) \|$", played, re.MULTILINE)
    return dict(zip(PLAYERS, found[1].split(" | "), strict=True)) if found else {}


def where() -> str:
    """The machine and the day."""
    version = ".".join(map(str, sys.version_info[:3]))
    return f"Played on {machine()}, Python {version}, {datetime.now(UTC):%Y-%m-%d}."


def write(page: Path, lines: Iterable[str]) -> None:
    """Merge rows, and where they were played, into the table of a page."""
    if not page.exists():
        page.write_text(BEGIN + END, "utf-8")
    before, old, after = parts(page)
    page.write_text(f"{before}{BEGIN}{table([*old.splitlines(), *lines])}{END}{after}", "utf-8")


def parts(page: Path) -> tuple[str, str, str]:
    """The page before the table, the table, and the page after it."""
    before, begin, rest = page.read_text("utf-8").partition(BEGIN)
    old, end, after = rest.partition(END)
    if not (begin and end):
        raise ValueError(f"{page.name} has no place for a table: {BEGIN.strip()} to {END}")
    return before, old, after


def write_best(readme: Path, page: Path) -> None:
    """The best bots, with the options that others measure with: mean and perfect games."""
    lines = [HEAD.replace("| options ", "").replace(" games |", ""), "|---" * 5 + "|"]
    for bot in BEST:
        cells = re.findall(FIGURES, " ".join(cells_of(page, bot, MEASURED, GAMES[bot]).values()))
        if cells:
            lines.append(f"| `{bot}` | " + " | ".join(f"{a} ({b} %)" for a, b in cells) + " |")
    before, _, after = parts(readme)
    best = "".join(f"{line}\n" for line in lines)
    readme.write_text(f"{before}{BEGIN}{best}{END}{after}", "utf-8")


def table(lines: Iterable[str]) -> str:
    """The last row of each bot with each set of options, in order; then where they were played."""
    rows, places = dict[tuple[str, str], str](), dict[str, None]()
    for line in lines:
        found = re.match(r"\| `(\S+)` \| `(\S+)` \|", line)
        if found:
            rows[found[1], found[2]] = line
        elif line.startswith("Played on "):
            places[line] = None
    kinds = [(variant, bot) for variant in variants() for bot in BOTS]
    listed = [rows[kind] for kind in kinds if kind in rows]
    return "\n".join((HEAD, "|---" * 7 + "|", *listed, "", *places, ""))


if __name__ == "__main__":
    main()
