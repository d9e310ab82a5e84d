"""A checker of histories: what people asked for and were shown at a table, held against its log.

A table is a log to which a player appends an action at the place that follows what the player has
been shown; who comes too late is refused. Such appends are linearizable if every one that was
acknowledged is in the log once, at that place, and if the log respects real time: what anybody has
been shown comes before whatever was asked for later. What is shown may be late, but never goes back
and is always what some beginning of the log shows to that player.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from support.server.players import Event, Invoked, Sent, Shown

Action = tuple[int, dict[str, Any]]  # the seat that did it, and what


@dataclass(frozen=True, slots=True)
class Told:
    """A player, with what happened to that one in order."""

    seat: int
    history: Sequence[Event]
    views: Mapping[int, bytes]  # what the first so many rows of the log show to this player


def violations(log: list[Action | None], players: Sequence[Told]) -> Iterator[str]:
    """All that is wrong with a history of one table; rows that are no actions are none."""
    for player in players:
        yield from _of_player(log, player)
    yield from _uninvited(log, players)
    yield from _out_of_order(log, players)


def _of_player(log: list[Action | None], player: Told) -> Iterator[str]:
    """What one player saw: acknowledged actions, versions and views."""
    version, waiting, where = 0, list[Sent](), f"seat {player.seat}"
    for event in player.history:
        if isinstance(event, Invoked):
            waiting.append(event.sent)
            continue
        if event.version < version:
            yield f"{where}: version {event.version} was shown after version {version}"
        version = max(version, event.version)
        if event.version > len(log):
            yield f"{where}: version {event.version} of a log of {len(log)} rows was shown"
        elif player.views[event.version] != event.digest:
            yield f"{where}: version {event.version} was shown otherwise than the log has it"
        if (done := event.acknowledged) is None:
            continue
        if done not in waiting:
            yield f"{where}: an action at {done.version} was acknowledged that nobody waited for"
        elif log[done.version : done.version + 1] != [(player.seat, done.action)]:
            yield f"{where}: the action at {done.version} was acknowledged, and is not in the log"
        waiting = [sent for sent in waiting if sent != done]


def _uninvited(log: Sequence[Action | None], players: Sequence[Told]) -> Iterator[str]:
    """Actions in the log that nobody asked for there: done twice, or by somebody else."""
    seats = {player.seat for player in players}
    asked = {
        (player.seat, event.sent.version): event.sent.action
        for player in players
        for event in player.history
        if isinstance(event, Invoked)
    }
    for place, row in enumerate(log):
        if row is not None and row[0] in seats and asked.get((row[0], place)) != row[1]:
            yield f"seat {row[0]}: nobody asked for the action at {place}"


def _out_of_order(log: Sequence[Action | None], players: Sequence[Told]) -> Iterator[str]:
    """Actions that were shown to somebody before they, or others before them, were asked for."""
    events = [event for player in players for event in player.history]
    asked = {event.sent.version: event.at for event in events if isinstance(event, Invoked)}
    shown = sorted((event.at, event.version) for event in events if isinstance(event, Shown))
    seen = 0  # rows that somebody has been shown
    for at, version in shown:
        for place in range(seen, min(version, len(log))):
            if log[place] is not None and asked.get(place, at) > at:
                yield f"the action at {place} was shown before it was asked for"
        seen = max(seen, version)
