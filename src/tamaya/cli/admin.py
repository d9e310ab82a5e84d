"""`tamaya admin`: maintain a database of games."""

import json
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Annotated

import typer

from tamaya.cli.default_database import default_database
from tamaya.cli.errors import CommandError
from tamaya.server.store.engine import StoreError
from tamaya.server.store.urls import is_address
from tamaya.terminal.console import show_progress
from tamaya.text.escape import escape_controls

DAY = 24 * 3600 * 1000  # milliseconds
app = typer.Typer(help="Maintain a database of games. Example: tamaya admin check")
Database = Annotated[
    str | None,
    typer.Option(
        metavar="FILE|URL", envvar="TAMAYA_DATABASE", help="Which one; as tamaya serve has it."
    ),
]


@app.callback(invoke_without_command=True)
def admin_group(context: typer.Context) -> None:
    """Maintain a database of games. The server may go on running.

    Example: tamaya admin check
    """
    if context.invoked_subcommand is None:
        print(context.get_help())


def _choose_database(database: str | None, *, new: bool = False) -> str:
    """The database that is named, or the default; it must exist unless `new` is set."""
    chosen = database or default_database()
    if not (new or is_address(chosen) or Path(chosen).exists()):
        raise CommandError(f"there is no database {chosen}; --database says where it is")
    return chosen


@contextmanager
def _report_errors() -> Iterator[None]:
    """Report an error of the database in one line."""
    try:
        yield
    except StoreError as error:
        raise CommandError(str(error)) from error
    finally:
        show_progress("")


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A new file.")],
    database: Database = None,
) -> None:
    """Copy all games into one file, as they are at one moment.

    Example: tamaya admin backup games-of-monday.sqlite
    """
    from tamaya.server.admin import maintenance  # noqa: PLC0415 - only this command needs it

    with _report_errors():
        games = maintenance.backup(_choose_database(database), file, show_progress)
    print(f"{file} holds all tables and {games:,} finished games.")


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup.")],
    database: Database = None,
) -> None:
    """Put a backup into an empty database, of either kind.

    Example: tamaya admin restore games-of-monday.sqlite
    """
    from tamaya.server.admin import maintenance  # noqa: PLC0415 - only this command needs it

    with _report_errors():
        games = maintenance.restore(file, _choose_database(database, new=True), show_progress)
    print(f"All tables and {games:,} finished games are back.")


@app.command()
def check(database: Database = None) -> None:
    """Replay every log and every game, and report what is wrong.

    Example: tamaya admin check
    """
    from tamaya.server.admin import maintenance  # noqa: PLC0415 - only this command needs it

    with _report_errors():
        faults = list(maintenance.check(_choose_database(database), show_progress))
    for fault in faults:
        print(escape_controls(fault))
    if faults:
        raise CommandError(f"{len(faults):,} things are wrong")
    print("All is well.")


@app.command()
def delete_old(
    days: Annotated[int, typer.Option(metavar="N", min=1, help="Days without activity.")],
    games: Annotated[bool, typer.Option("--games", help="Finished games too.")] = False,
    database: Database = None,
) -> None:
    """Delete tables without recent activity.

    Example: tamaya admin delete-old --days 365
    """
    from tamaya.server.admin import maintenance  # noqa: PLC0415 - only this command needs it

    before = int(time.time() * 1000) - days * DAY
    with _report_errors():
        tables, old = maintenance.delete_old(_choose_database(database), before, games=games)
    print(f"{tables:,} tables and {old:,} finished games are deleted.")


@app.command()
def export(
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="Standard output without one.")
    ] = None,
    database: Database = None,
) -> None:
    """Write all finished games, one replay a line.

    Example: tamaya admin export games.jsonl
    """
    from tamaya.server.admin import maintenance  # noqa: PLC0415 - only this command needs it

    with _report_errors(), ExitStack() as leaving:
        out = leaving.enter_context(file.open("w", encoding="utf-8")) if file else sys.stdout
        for game in maintenance.export(_choose_database(database)):
            out.write(json.dumps(game) + "\n")


@app.command()
def people(name: Annotated[str, typer.Argument(metavar="NAME")], database: Database = None) -> None:
    """Who has played under a name: ids to forget somebody by, and addresses of games.

    Example: tamaya admin people Ada
    """
    from tamaya.server.admin import forgetting  # noqa: PLC0415 - only this command needs it

    with _report_errors():
        found = list(forgetting.people(_choose_database(database), name))
    for one in found:
        games = ", ".join(one.games) or "none"
        print(f"{one.who}  {escape_controls(one.name)}, tables: {one.tables}, games: {games}")
    if not found:
        raise CommandError("nobody has played under that name")


@app.command()
def forget(
    who: Annotated[str, typer.Argument(metavar="ID", help="From tamaya admin people.")],
    database: Database = None,
) -> None:
    """Delete a person's games, and their name and words where others played too.

    Example: tamaya admin forget 3rdJfV5lB1ZVUqnIGCCrGQ
    """
    from tamaya.server.admin import forgetting  # noqa: PLC0415 - only this command needs it

    with _report_errors():
        done = forgetting.forget(_choose_database(database), who)
    if not done.tables and not done.games_deleted and not done.games_changed:
        raise CommandError("there is nobody with that id")
    print(
        f"Forgotten at {done.tables:,} tables; games deleted: {done.games_deleted:,}, "
        f"kept without the name: {done.games_changed:,}."
    )
    if done.damaged:
        print(f"Damaged tables and games of others too, deleted whole: {done.damaged:,}.")
