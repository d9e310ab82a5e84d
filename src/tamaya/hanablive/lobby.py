"""The list of tables: how each looks on it, and what to tell when it changes."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from tamaya.hanablive import frames
from tamaya.hanablive.numbers import number_of
from tamaya.hanablive.settings import told_options
from tamaya.server.room import Room
from tamaya.server.tables import Live

if TYPE_CHECKING:
    from tamaya.hanablive.door import Door


def table_frame(door: "Door", live: Live) -> frames.Table:
    """A table as it is listed; `NotPlayed` if hanab.live does not know what is played there."""
    now = live.room
    number, options = door.numbers.now(live.id, now), told_options(now.settings)
    players = tuple(name for name in door.names_at(now) if name is not None)
    return frames.Table(
        id=number,
        name=door.name_of(live),
        password_protected=now.lock is not None,
        num_players=len(players),
        owner_id=number_of(now.host),
        running=now.playing,
        variant=options.variant_name,
        options=options,
        progress=_progress(now),
        players=players,
        spectators=door.spectators(live),
        max_players=now.settings.players,
    )


def _progress(now: Room) -> int:
    """How much of the deck is drawn, in percent."""
    if not now.playing or now.game is None:
        return 0
    table = now.game.table
    return 100 * table.drawn // len(table.options.deck)


def changes(
    before: Mapping[int, frames.Table], now: Mapping[int, frames.Table]
) -> Iterator[Struct]:
    """What somebody has to be told who knows the list as it was before."""
    for number in before.keys() - now.keys():
        yield frames.TableGone(number)
    for number, table in now.items():
        known = before.get(number)
        if known is table:
            continue
        if known is None or replace(known, progress=table.progress) != table:
            yield table
        elif known != table:
            yield frames.TableProgress(number, table.progress)
