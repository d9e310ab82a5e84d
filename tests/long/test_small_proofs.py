"""Long proofs of docs/reliability.md in small: floods, starved bots and onlookers who come and go.

The bounds leave room for a busy machine; each is far below what it was before the mend.
"""

from pathlib import Path
from statistics import median

from long.floods import flooded
from long.onlooker_churn import churned
from long.starved_bots import starved
from support.server.serving import HASTY

FACTOR = 0.05  # of the limits by address, so that few requests are enough
EACH = 96  # requests of each kind
MOST = {  # at this factor, with what comes back within some seconds
    "new visitors": 25 + 2,
    "tables": 30 + 2,
    "uploads": 5 + 2,
    "replays": 30 + 10,
    "sockets": 20,
    "passwords": 3 + 2,
}


def test_a_flood_gets_no_more_than_its_share_and_honest_visitors_go_on(tmp_path: Path) -> None:
    limits = ("--address-limits", str(FACTOR))
    found = flooded(tmp_path / "games.sqlite", EACH, *limits, program=HASTY)
    assert not found.odd
    assert found.asked.keys() == MOST.keys()
    over = {kind: got for kind, got in found.granted.items() if got > MOST[kind]}
    assert not over
    assert min(found.granted[kind] for kind in ("new visitors", "tables", "replays")) > 0
    assert found.slow == found.hung_up == {"headers": EACH // 4, "bodies": EACH // 4}
    assert median(found.during) < 1.0


def test_hostile_tables_do_not_keep_an_honest_visitor_s_bots_waiting(tmp_path: Path) -> None:
    """In the order of asking, each move would wait for one of every hostile table."""
    found = starved(tmp_path / "games.sqlite", tables=100, turns=5)
    assert found.hostile > 0, "they are being played"
    assert median(found.waits) < 0.35


def test_players_hear_little_of_onlookers_who_come_and_go(tmp_path: Path) -> None:
    found = churned(tmp_path / "games.sqlite", staying=10, restless=3, moves=20, pause=0.1)
    assert found.visits > 20
    assert found.aside <= found.seconds + 2
    assert median(found.waits) < 1.0
