"""The list of tables: what users are told of it, whatever else goes on."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from hanablive.company import Host
from hanablive.site import Program
from server.serving import free_port, in_this_process, say
from tamaya.hanablive.beside import Beside
from tamaya.server.app import create
from tamaya.server.tables import Pace


def test_a_table_that_cannot_be_told_does_not_hide_the_others(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    port, app = free_port(), create(tmp_path / "games.sqlite", pace=Pace(0, 20))
    with in_this_process(Beside(app, []), port), Program(port, "calm-bot") as bot:
        odd = Host(port, players=2, listed=True)
        live = app.state.tables.live[odd.table]
        strange = replace(live.room.settings, variant="of a newer version")
        live.room = replace(live.room, settings=strange, version=99)
        with odd.joined():
            good = Host(port, players=3, listed=True)
            with good.joined() as hers:
                bot.until("table", lambda table: table["maxPlayers"] == 3)
                say(hers, "sit", seat=0, name="Ada")
                bot.until("table", lambda table: table["players"] == ["Ada"])
                say(hers, "invite", seat=1, guest="calm-bot")
                bot.answer_invitation()
    said = [one for one in caplog.records if "could not be told" in one.message]
    assert len(said) == 1, "it is said, but not ten times a second"
