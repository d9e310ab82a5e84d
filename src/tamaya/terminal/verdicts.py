"""Sentences about the end and the standing of a game."""

from tamaya.rules import EndReason, Result, Table, band, max_score, mention, points_on_table, score

BANDS = {
    "0-5": "A spark, a hiss, a long silence. The matches were damp.",
    "6-10": "A few lights over the water. The ducks liked them.",
    "11-15": "A decent show. People slowed down on the bridge to look.",
    "16-20": "A lovely evening. Somebody hummed all the way home.",
    "21-24": "Splendid. The whole town leaned out of its windows.",
    "25": "Tamaya! A perfect sky, and every light in its place!",
    "25-29": "Dazzling. Even the moon made room.",
    "30": "Tamaya! More colours than the rainbow, and not one light missing!",
}
WHY = {
    EndReason.ALL_COMPLETE: "Every firework is complete.",
    EndReason.LAST_ROUND: "The last round is over.",
    EndReason.LAST_MISTAKE: "That was the last mistake allowed.",
    EndReason.INDISPENSABLE_LOST: "A card that was still needed is gone for good.",
    EndReason.NO_ACTION: "The next player can do nothing: no card and no clue token.",
    EndReason.ENDED_BY_PLAYERS: "The players ended the game here.",
}
LOST = "The sky stays dark tonight. There is always another summer."
WON_BOUQUET = "Tamaya! The bouquet is whole!"
BLACK_POWDER = "with black powder"
BLACK_COSTS = "Each missing black card costs a point."


def verdict_lines(table: Table) -> list[str]:
    """Why it ended, the verdict and the score of a finished game."""
    if table.outcome is None:
        return [standing(table)]
    lines = [WHY[table.outcome.reason]]
    if table.outcome.result is Result.LOST:
        lines += [LOST, f"Lost: score 0. The fireworks were worth {_worth(table)}."]
        return lines
    name = band(table)
    if name is not None:
        lines.append(BANDS[name])
    elif table.outcome.result is Result.WON:
        lines.append(WON_BOUQUET)
    honour = f", {BLACK_POWDER}" if mention(table) else ""
    lines.append(f"Score: {score(table)} of {max_score(table.options)}{honour}.")
    return lines


def standing(table: Table) -> str:
    """How an unfinished game stands."""
    turns = "1 turn" if table.turns == 1 else f"{table.turns} turns"
    sentence = f"Not finished, after {turns}. The fireworks are worth {_worth(table)}."
    return sentence if points_on_table(table) >= 0 else f"{sentence}\n{BLACK_COSTS}"


def _worth(table: Table) -> str:
    return f"{points_on_table(table)} of {max_score(table.options)}"
