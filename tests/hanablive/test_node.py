"""A bot in JavaScript, as most are that people write for hanab.live; tested where Node is."""

import subprocess
from pathlib import Path

from hanablive.conftest import Ports
from support.cli.running import PATIENCE
from support.hanablive.bot_program import PASSWORD
from support.hanablive.mixed_table import Host
from support.hanablive.our_bots import wait_for
from support.parts import do_without, require_program
from support.server.serving import say, shown

SCRIPT = Path(__file__).with_name("node_bot.mjs")
HAS_WEBSOCKET = "process.exit(typeof WebSocket === 'function' ? 0 : 1)"
GAMES = 2


def node_with_websockets() -> list[str]:
    """The command of a node that has WebSocket, by itself or if it is asked to."""
    node = require_program("node")
    commands = ([node], [node, "--experimental-websocket"])
    return next(filter(_has_websocket, commands), None) or do_without("node")


def _has_websocket(command: list[str]) -> bool:
    asked = [*command, "-e", HAS_WEBSOCKET]
    tried = subprocess.run(asked, capture_output=True, check=False, timeout=PATIENCE)  # noqa: S603
    return tried.returncode == 0


def test_a_bot_in_javascript_plays_game_after_game(ports: Ports) -> None:
    address = f"http://127.0.0.1:{ports.bots}"
    command = [*node_with_websockets(), str(SCRIPT), address, "js-bot", PASSWORD, str(GAMES)]
    host = Host(ports.web, players=3, first=1)
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True) as process:  # noqa: S603
        try:
            play(host)
            said, complaints = process.communicate(timeout=PATIENCE)
        finally:
            process.kill()
    assert (process.returncode, said.count("game over")) == (0, GAMES), complaints


def play(host: Host) -> None:
    """Some games of the bot with two of ours."""
    wait_for(host.visitor, "js-bot")
    with host.joined() as hers:
        say(hers, "invite", seat=1, guest="js-bot")
        for seat, bot in ((0, "cautious"), (2, "partner")):
            say(hers, "seat-bot", seat=seat, bot=bot)
        shown(hers, lambda told: told["seats"][1] and not told["seats"][1].get("away"))
        for _ in range(GAMES):
            say(hers, "begin")
            shown(hers, lambda told: told["play"] and not told["play"]["over"])
            over = shown(hers, lambda told: told["play"]["over"])
            assert over["play"]["turn"] > 3, "it moved, or nobody would have"
