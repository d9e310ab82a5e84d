"""Towards whose share of the bots' thinking a table counts, and how urgent it is."""

from support.server.rooms import GUEST, HOST, STRANGER, after, new_room
from tamaya.server.hub.live_table import LiveTable, Viewer
from tamaya.server.limits.fair_queue import Priority, Share
from tamaya.server.room.messages import Begin, Lock, SeatBot, Sit

HOSTS, GUESTS, STRANGERS = "192.0.2.1", "192.0.2.2", "192.0.2.3"


def table(*viewers: tuple[str, str], locked: bool = False) -> LiveTable:
    """Host, guest and a bot play, and those look on who come from these addresses."""
    now = after(
        new_room(players=3, first=2),
        (HOST, Sit(0, "Ada")),
        (GUEST, Sit(1, "Bo")),
        (HOST, SeatBot(2, "cautious")),
        *([(HOST, Lock("sesame"))] if locked else []),
        (HOST, Begin()),
    )
    found = LiveTable("a table", now)
    found.viewers |= {Viewer(who, address=address) for who, address in viewers}
    return found


def bots_only(*viewers: tuple[str, str]) -> LiveTable:
    now = after(
        new_room(players=2),
        (HOST, SeatBot(0, "cautious")),
        (HOST, SeatBot(1, "cautious")),
        (HOST, Begin()),
    )
    found = LiveTable("a table", now)
    found.viewers |= {Viewer(who, address=address) for who, address in viewers}
    return found


def test_a_table_counts_towards_a_player_who_is_there() -> None:
    here = table((GUEST, GUESTS), (STRANGER, STRANGERS))
    assert here.current_share() == Share(Priority.SEATED, GUESTS, GUEST, "a table")
    here.viewers.add(Viewer(HOST, address=HOSTS))
    assert here.current_share() == Share(Priority.SEATED, HOSTS, HOST, "a table"), (
        "the first of them"
    )


def test_a_table_that_is_only_watched_counts_towards_its_host() -> None:
    assert table((STRANGER, STRANGERS)).current_share() == Share(
        Priority.WATCHED, STRANGERS, HOST, "a table"
    )
    assert bots_only((HOST, HOSTS), (STRANGER, STRANGERS)).current_share() == Share(
        Priority.WATCHED, HOSTS, HOST, "a table"
    )


def test_a_table_whose_players_are_all_away_is_deserted() -> None:
    nobody = Share(Priority.DESERTED, "", HOST, "a table")
    assert table().current_share() == nobody
    assert table((STRANGER, STRANGERS), locked=True).current_share() == nobody, "they see nothing"
    asleep = table((HOST, HOSTS))
    for viewer in asleep.viewers:
        viewer.idle = True
    assert asleep.current_share().priority == Priority.DESERTED


def test_a_player_at_another_process_is_there() -> None:
    here = table()
    here.viewers_elsewhere["another process"] = frozenset({GUEST})
    assert here.current_share() == Share(Priority.SEATED, "", GUEST, "a table")
