"""Programs that do anything at all: every frame keeps its shape, and the server its calm."""

from pathlib import Path
from random import Random
from threading import Thread

from support.hanablive.bot_program import Program
from support.server.serving import Server, Visitor, free_port, say
from tamaya.hanablive.protocol.codec import COMMAND_DECODERS

ORDERS = [*COMMAND_DECODERS, *["action"] * 6, "tableJoin", "tableStart", "getGameInfo2"]
VARIANTS = ("No Variant", "6 Suits", "White Reversed (6 Suits)", "Nothing Known")
NAMES = ("any-a", "any-b", "any-c")


def body(order: str, rng: Random) -> dict[str, object]:
    """What goes with an order, often near to what makes sense."""
    table, options = rng.randrange(1, 9), {"variantName": rng.choice(VARIANTS)}
    match order:
        case "tableCreate":
            return {"name": "any", "maxPlayers": rng.randrange(1, 7), "options": options}
        case "tableSetVariant":
            return {"tableID": table, "options": options}
        case "action":
            kind, target = rng.randrange(-1, 6), rng.randrange(20)
            return {"tableID": table, "type": kind, "target": target, "value": rng.randrange(6)}
        case "note":
            return {"tableID": table, "order": rng.randrange(-1, 60), "note": "x" * table * 30}
        case "chat":
            return {"msg": "/setvariant 6 Suits", "room": rng.choice(("lobby", f"table{table}"))}
        case "chatPM":
            return {"msg": "/join", "recipient": rng.choice((*NAMES, "nobody")), "room": "lobby"}
        case _:
            return {"tableID": table}


def do_anything(port: int, name: str, wrong: list[str]) -> None:
    rng = Random(name)  # noqa: S311 - tests
    try:
        for _ in range(3):  # it comes again
            with Program(port, name) as program:
                for order in rng.choices(ORDERS, k=50):
                    program.send(order, **body(order, rng))
                    listen(program)
    except Exception as error:  # noqa: BLE001 - told to the test
        wrong.append(f"{name}: {error!r}")


def listen(program: Program) -> None:
    try:
        while True:
            program.hear(timeout=0.005)
    except TimeoutError:
        pass


def test_programs_at_random(tmp_path: Path) -> None:
    bot_port, wrong = free_port(), list[str]()
    more = ("--hanablive-port", str(bot_port), "--away-after", "0.2")
    server = Server(tmp_path / "games.sqlite", free_port(), *more)
    try:
        threads = [Thread(target=do_anything, args=(bot_port, name, wrong)) for name in NAMES]
        for thread in threads:
            thread.start()
        visitor, rng = Visitor(server.port), Random(1)  # noqa: S311 - tests
        while any(thread.is_alive() for thread in threads):
            for table in visitor.ask("/api/tables")[1]["open"][:2]:
                with visitor.join(table["table"]) as socket:
                    say(socket, "sit", seat=rng.randrange(3), name="Ada")
                    say(socket, "begin")
            threads[0].join(0.1)
    finally:
        server.process.terminate()
        said = server.process.communicate()[1]
    assert not wrong
    assert said == b"", "nothing to complain about"
