"""docs/deploy.md is true: its files are read by the programs they are for, its commands are run."""

import asyncio
import json
import re
import shlex
import shutil
import signal
import ssl
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPSConnection
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

from support.cli.running import PATIENCE, in_a_process
from support.parts import require_program
from support.server.backends import PostgresServer, RedisServer
from support.server.rooms import HOST
from support.server.serving import Visitor, free_port, newer, say, serving, shown
from support.server.stored_tables import play as filled
from tamaya.cli import serve
from tamaya.server.store.store import Store

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/deploy.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def block(kind: str, title: str) -> str:
    """The file of this title."""
    (found,) = (text for one, text in BLOCKS if one == kind and text.startswith(f"# {title}"))
    return str(found)


def commands(program: str) -> list[list[str]]:
    """Every command of the page that a program is to run."""
    lines = "".join(text for kind, text in BLOCKS if kind == "sh").splitlines()
    return [shlex.split(line, comments=True) for line in lines if line.startswith(program)]


def commands_of(section: str) -> list[list[str]]:
    """The commands of one section."""
    (text,) = re.findall(rf"^## {section}\n(.*?)^## ", PAGE, re.MULTILINE | re.DOTALL)
    found = "".join(re.findall(r"^```sh\n(.*?)^```", text, re.MULTILINE | re.DOTALL))
    return [shlex.split(line, comments=True) for line in found.splitlines()]


# ---- options


def test_the_table_of_options_is_whole() -> None:
    listed = re.findall(r"^\| `(--[\w-]+)` \| `(TAMAYA_\w+)` \| (.+) \|$", PAGE, re.MULTILINE)
    help_text = " ".join(in_a_process("serve", "--help").out.split())
    for option, variable, _ in listed:
        assert re.search(rf"{option} \S+ [^-]*env var: {variable}", help_text), option
    assert len(listed) == help_text.count("env var: TAMAYA_")


def test_the_services_variables_are_known() -> None:
    known = set(re.findall(r"`(TAMAYA_\w+)`", PAGE))
    for text in (block("ini", "/etc/systemd"), block("ini", "/etc/tamaya.env")):
        assert set(re.findall(r"(TAMAYA_\w+)=", text)) <= known
    assert int(re.findall(r"TimeoutStopSec=(\d+)", PAGE)[0]) > serve.SHUTDOWN_SECONDS


def test_systemd_reads_the_unit(tmp_path: Path) -> None:
    program = require_program("systemd-analyze")
    unit = tmp_path / "tamaya.service"
    text = block("ini", "/etc/systemd/system/tamaya.service")
    unit.write_text(text.replace("/opt/tamaya/bin/tamaya", sys.executable))
    ran = subprocess.run(  # noqa: S603 - a program of the system
        [program, "verify", unit], capture_output=True, text=True, check=False, timeout=PATIENCE
    )
    ours = [line for line in ran.stderr.splitlines() if "tamaya.service" in line]
    assert [line for line in ours if "User" not in line] == []


# ---- what is installed


def test_only_what_is_locked_is_installed() -> None:
    installs = [command[1:] for command in commands("/opt/tamaya/bin/pip")]
    locked = [words for words in installs if words[:3] == ["install", "--require-hashes", "-r"]]
    ours = [words for words in installs if words not in locked]
    assert {words[3] for words in locked} >= {"requirements/server.txt"}
    assert all((ROOT / words[3]).exists() for words in locked)
    assert ours
    assert all(words == ["install", "--no-deps", "--no-build-isolation", "."] for words in ours)
    assert "pip install" not in re.sub(
        r"^/opt/tamaya/bin/pip install.*", "", PAGE, flags=re.MULTILINE
    )


def test_an_upgrade_installs_what_was_installed_first() -> None:
    first, again = (
        [command for command in commands_of(title) if "install" in command]
        for title in ("One machine", "Upgrade")
    )
    assert first == again
    assert len(first) == 3


def test_the_door_for_bots_of_hanab_live_is_installed_likewise() -> None:
    page = (ROOT / "docs/hanablive.md").read_text(encoding="utf-8")
    installs = [
        shlex.split(line, comments=True) for line in page.splitlines() if "install " in line
    ]
    ours = [command[1:] for command in commands_of("One machine") if "install" in command]
    assert [command[1:] for command in installs] == ours


def test_the_unit_runs_what_was_installed() -> None:
    text = block("ini", "/etc/systemd/system/tamaya.service")
    assert re.findall(r"^Exec\w+=(\S+)", text, re.MULTILINE) == ["/opt/tamaya/bin/tamaya"]
    assert ["python3", "-m", "venv", "/opt/tamaya"] in commands("python3")


# ---- the commands of tamaya


def test_the_commands_of_upkeep(tmp_path: Path, postgres: PostgresServer) -> None:
    database = tmp_path / "tamaya.sqlite"
    store = Store(database)
    asyncio.run(filled(store, "t", 2, int(time.time() * 1000), 1))
    store.close()
    for command in commands("tamaya admin"):
        here = [_here(word, tmp_path, postgres) for word in command[1:]]
        ran = in_a_process(*here, TAMAYA_DATABASE=str(database))
        assert (ran.status, ran.err) == (0, ""), command
    assert len(commands("tamaya admin")) == 9


def _here(word: str, folder: Path, postgres: PostgresServer) -> str:
    """A word of a command, for this machine."""
    if word.startswith("postgresql://"):
        return postgres.new()
    if word == "3rdJfV5lB1ZVUqnIGCCrGQ":
        return HOST
    return word.replace("/var/backups", str(folder)).replace("games.jsonl", f"{folder}/games.jsonl")


# ---- nginx


@contextmanager
def nginx(folder: Path, ports: list[int]) -> Iterator[int]:
    """nginx with the page's configuration, in front of servers on these ports; its own port."""
    program, own = require_program("nginx"), free_port()
    key, certificate = folder / "key.pem", folder / "cert.pem"
    openssl = shutil.which("openssl") or pytest.skip("openssl makes the certificate")
    made = [openssl, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1"]
    made += ["-subj", "/CN=127.0.0.1", "-keyout", str(key), "-out", str(certificate)]
    subprocess.run(made, check=True, capture_output=True, timeout=PATIENCE)  # noqa: S603 - theirs
    text = block("nginx", "/etc/nginx/conf.d/tamaya.conf")
    text = re.sub(r"listen 443", f"listen 127.0.0.1:{own}", text)
    text = re.sub(r"/etc/letsencrypt/\S+/fullchain.pem", str(certificate), text)
    text = re.sub(r"/etc/letsencrypt/\S+/privkey.pem", str(key), text)
    if len(ports) > 1:
        several = block("nginx", "upstream of several machines")
        for number, port in enumerate(ports, 11):
            several = several.replace(f"10.0.0.{number}:8000", f"127.0.0.1:{port}")
        text = re.sub(r"upstream tamaya {.*?}", several, text, flags=re.DOTALL)
    else:
        text = text.replace("127.0.0.1:8000", f"127.0.0.1:{ports[0]}")
    temporary = "\n".join(
        f"{kind}_temp_path {folder};"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    config = folder / "nginx.conf"
    config.write_text(
        f"daemon off; pid {folder}/pid; error_log {folder}/error.log;\n"
        f"events {{}}\nhttp {{ access_log off; {temporary}\n{text} }}\n"
    )
    where = [program, "-p", str(folder), "-c", str(config), "-e", str(folder / "error.log")]
    subprocess.run([*where, "-t"], check=True, capture_output=True)  # noqa: S603 - theirs
    process = subprocess.Popen(where)  # noqa: S603 - a program of the system
    try:
        until(lambda: asked(own, "/readyz") in ("ready\n", "ready, without a bus\n"))
        yield own
    finally:
        process.send_signal(signal.SIGQUIT)
        process.wait(PATIENCE)


def trusting() -> ssl.SSLContext:
    """For a certificate that we made ourselves."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


def until(so: Any) -> None:
    end = time.monotonic() + PATIENCE
    while not so():
        assert time.monotonic() < end
        time.sleep(0.05)


def asked(port: int, path: str, body: object = None, cookie: str = "") -> str:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(
        f"https://127.0.0.1:{port}{path}", data=data, headers={"Cookie": cookie}
    )
    try:
        with urllib.request.urlopen(  # noqa: S310 - ours
            request, timeout=PATIENCE, context=trusting()
        ) as answer:
            found: str = answer.headers.get("Set-Cookie", "") + answer.read().decode()
            return found
    except OSError as error:
        return str(error)


def through(port: int, visitor: Visitor, table: str) -> ClientConnection:
    """A socket of a visitor, through nginx."""
    return connect(
        f"wss://127.0.0.1:{port}/api/tables/{table}/ws",
        additional_headers={"Cookie": visitor.cookie, "Origin": f"https://127.0.0.1:{port}"},
        ssl=trusting(),
        open_timeout=PATIENCE,
    )


def test_behind_nginx(tmp_path: Path) -> None:
    with serving(tmp_path / "games.sqlite") as server, nginx(tmp_path, [server.port]) as port:
        cookie = asked(port, "/api/bots").partition("\n")[0].lower()
        assert "secure" in cookie
        assert "httponly" in cookie
        ada = Visitor(server.port)
        table = ada.ask("/api/play", {"name": "Ada"})[1]["table"]
        with through(port, ada, table) as hers:
            now = shown(hers)
            say(hers, "act", version=now["version"], action=now["play"]["legal"][-1])
            assert newer(hers, now)
        assert "tamaya_tables" in asked(port, "/metrics"), "from this machine"


def test_behind_nginx_the_address_is_what_nginx_saw(tmp_path: Path) -> None:
    """Whatever a visitor claims: nginx adds the address that it was asked from."""

    def opened(port: int, address: str, claimed: str) -> int:
        connection = HTTPSConnection(
            "127.0.0.1", port, timeout=PATIENCE, context=trusting(), source_address=(address, 0)
        )
        connection.request("POST", "/api/tables", "{}", {"X-Forwarded-For": claimed})
        status = connection.getresponse().status
        connection.close()
        return status

    few = "--address-limits", "0.006"  # three tables
    with (
        serving(tmp_path / "games.sqlite", None, *few) as server,
        nginx(tmp_path, [server.port]) as port,
    ):
        liar = [opened(port, "127.0.0.3", f"203.0.113.{n}") for n in range(5)]
        assert liar == [201] * 3 + [429] * 2
        assert opened(port, "127.0.0.4", "127.0.0.3") == 201


def test_behind_nginx_one_of_two_dies(
    tmp_path: Path, postgres: PostgresServer, redis: RedisServer
) -> None:
    url, on = postgres.new(), ("--redis", redis.url)
    with ExitStack() as leaving:
        servers = [leaving.enter_context(serving(url, None, *on)) for _ in range(2)]
        port = leaving.enter_context(nginx(tmp_path, [server.port for server in servers]))
        ada = Visitor(servers[0].port)
        table = ada.ask("/api/tables", {"settings": {"players": 2, "hot_seat": True}})[1]["table"]
        with through(port, ada, table) as hers:
            say(hers, "sit", seat=0, name="Ada")
            seated = shown(hers, lambda told: told["you"] == 0)["version"]
        servers[0].kill()
        for _ in range(4):  # wherever nginx sends her
            with through(port, ada, table) as hers:
                assert shown(hers)["version"] >= seated
        with through(port, ada, table) as hers:
            say(hers, "sit", seat=1, name="Ada too")
            assert shown(hers, lambda told: None not in told["seats"])
