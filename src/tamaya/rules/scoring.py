"""Score: points, what can still be reached, which cards must not be lost (R3.4, R3.5, R5.6)."""

from collections import Counter
from typing import Literal

from tamaya.rules.options import Options
from tamaya.rules.suits import Face
from tamaya.rules.table import Result, Table

Band = Literal["0-5", "6-10", "11-15", "16-20", "21-24", "25", "25-29", "30"]
Bands = tuple[tuple[int, Band], ...]  # each with the most points it has

BANDS: Bands = ((5, "0-5"), (10, "6-10"), (15, "11-15"), (20, "16-20"), (24, "21-24"))
TOP_BAND: Band = "25"
MULTICOLOUR_BANDS: Bands = (*BANDS, (29, "25-29"))  # where more than 25 points can be had
MULTICOLOUR_TOP_BAND: Band = "30"
BLACK_POWDER = "black-powder"


def _points(options: Options, heights: tuple[int, ...]) -> int:
    return sum(
        height - options.values if suit.missing_costs else height
        for suit, height in zip(options.suits, heights, strict=True)
    )


def max_score(options: Options) -> int:
    """The score when every firework is complete."""
    return _points(options, (options.values,) * len(options.suits))


def points_on_table(table: Table) -> int:
    """What the fireworks are worth as they lie there, whatever the game's result."""
    return _points(table.options, table.fireworks)


def result(table: Table) -> Result:
    """How the game stands."""
    return table.outcome.result if table.outcome else Result.UNFINISHED


def score(table: Table) -> int:
    """The score: none for a lost game (R3.1); all or nothing in Bouquet final (R4.1)."""
    running = result(table) is Result.UNFINISHED and not table.options.bouquet
    return points_on_table(table) if running or _counts(table) else 0


def _counts(table: Table) -> bool:
    """Whether a game is over with a score to be judged."""
    if table.options.bouquet:
        return result(table) is Result.WON
    return result(table) not in (Result.LOST, Result.UNFINISHED)


def band(table: Table) -> Band | None:
    """The verdict band of a finished game; Bouquet final and lost games have none."""
    if table.options.bouquet or not _counts(table):
        return None
    beyond = max_score(table.options) > 25
    bands, top = (MULTICOLOUR_BANDS, MULTICOLOUR_TOP_BAND) if beyond else (BANDS, TOP_BAND)
    return next((name for most, name in bands if score(table) <= most), top)


def mention(table: Table) -> str | None:
    """The honour that goes with the score of a finished game: black powder (R4.4)."""
    black = any(suit.missing_costs for suit in table.options.suits)
    return BLACK_POWDER if black and _counts(table) else None


def copies_left(table: Table, face: Face) -> int:
    """How many copies of a face do not lie in the discard pile."""
    return table.options.copies[face] - table.discard_pile.count(face)


def reachable_heights(table: Table) -> tuple[int, ...]:
    """How high each firework can still grow, by the copies left."""
    options = table.options
    heights = [options.values] * len(options.suits)
    for face, gone in Counter(table.discard_pile).items():
        below = options.step[face]
        if gone == options.copies[face] and table.fireworks[face.suit] <= below:
            heights[face.suit] = min(heights[face.suit], below)
    return tuple(heights)


def reachable(table: Table) -> int:
    """The most points that the copies left allow."""
    return _points(table.options, reachable_heights(table))


def dead_fireworks(table: Table) -> tuple[int, ...]:
    """The suits that can no longer be finished (R3.6)."""
    values = table.options.values
    return tuple(s for s, height in enumerate(reachable_heights(table)) if height < values)


def indispensable(table: Table) -> frozenset[Face]:
    """The faces still needed and useful of which a single copy is left."""
    heights, step = reachable_heights(table), table.options.step
    return frozenset(
        face
        for face, below in step.items()
        if table.fireworks[face.suit] <= below < heights[face.suit]
        and copies_left(table, face) == 1
    )
