"""The summary of a game: what `tamaya replay --json` prints. Its keys are a public interface."""

from tamaya.formats.game import Game, final_state
from tamaya.formats.replay import variant_text
from tamaya.rules import (
    Table,
    band,
    max_score,
    mention,
    points_on_table,
    reachable,
    result,
    score,
)


def summarize(game: Game) -> dict[str, object]:
    """The result of a game and how it stands, as plain values."""
    table = final_state(game).table
    return {
        "variant": variant_text(game.options),
        "players": game.options.players,
        "turns": table.turns,
        "finished": table.outcome is not None,
        "result": result(table).value,
        "reason": table.outcome.reason.value if table.outcome else None,
        "score": score(table),
        "points_on_table": points_on_table(table),
        "max_score": max_score(game.options),
        "reachable": reachable(table),
        "mistakes": table.mistakes,
        "clue_tokens": table.clue_tokens,
        "deck_left": table.deck_left,
        "fireworks": _fireworks(table),
        "band": band(table),
        "mention": mention(table),
        "taken_back": game.taken_back,
        "known_deal": game.known_deal,
    }


def _fireworks(table: Table) -> dict[str, int]:
    heights = zip(table.options.suits, table.fireworks, strict=True)
    return {suit.name: height for suit, height in heights}
