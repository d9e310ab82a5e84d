"""Commands that people send to a bot in private messages, such as `/join`."""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from tamaya.hanablive.protocol import commands, frames
from tamaya.hanablive.protocol.variants import UnsupportedRules, game_options

HELP = (
    "I know /join [tableN] [password], /leave, /create, /start, /restart, /terminate, "
    "/setvariant NAME and /help."
)


class PrivateMessages:
    """Answers private messages, with the tables that the bot knows of in mind."""

    def __init__(self) -> None:
        self.name = ""
        self.tables: dict[int, frames.TableFrame] = {}
        self.at: int | None = None  # the number of the table where the bot sits

    def answer(self, chat: frames.ChatFrame) -> Iterator[Struct]:
        """Yield the commands and private messages that answer a private message."""
        word, _, rest = chat.msg.strip().partition(" ")
        if not word.startswith("/") or not chat.who:
            return
        if word == "/join":
            yield from self._join(chat.who, rest.strip())
        elif word == "/create":
            yield commands.TableCreateCommand(rest.strip() or self.name)
        elif word == "/help":
            yield self._reply(chat.who, HELP)
        elif word not in TABLE_COMMANDS:
            yield self._reply(chat.who, f"I do not know {word[:30]}. {HELP}")
        elif self.at is None:
            yield self._reply(chat.who, "I am at no table.")
        else:
            yield from self._at_table(word, rest.strip(), self.at)

    def _at_table(self, word: str, rest: str, at: int) -> Iterator[Struct]:
        if word == "/setvariant":
            yield commands.TableSetVariantCommand(at, commands.RequestedOptions(variant_name=rest))
        else:
            yield TABLE_COMMANDS[word](at)

    def _join(self, who: str, rest: str) -> Iterator[Struct]:
        theirs = [t for t in self.tables.values() if who in t.players]
        open_ones = [t for t in theirs if not t.running and not t.shared_replay]
        if not open_ones:
            text = "That game has begun already." if theirs else "Sit down at a table first."
            yield self._reply(who, text)
            return
        tables, password = _candidates(open_ones, rest)
        if len(tables) > 1:
            known = ", ".join(f"{table.name or 'no name'} (table{table.id})" for table in tables)
            yield self._reply(who, f"You are at {known}. Which one? /join table{tables[-1].id}")
        elif (problem := self._problem(tables[0], password)) is not None:
            yield self._reply(who, problem)
        else:
            yield from self._go_to(tables[0].id, password)

    def _go_to(self, table: int, password: str) -> Iterator[Struct]:
        if self.at is not None and self.at != table:
            yield commands.TableLeaveCommand(self.at)
        yield commands.TableJoinCommand(table, password)

    def _problem(self, table: frames.TableFrame, password: str) -> str | None:
        if table.password_protected and not password and not table.joined:
            return "That table has a password: /join PASSWORD."
        players = max(2, table.num_players + (not table.joined))  # including the bot
        try:
            game_options(table.options, players)
        except UnsupportedRules as error:
            return f"I cannot play that: {error}."
        return None

    def _reply(self, who: str, text: str) -> commands.ChatPmCommand:
        return commands.ChatPmCommand(text, who)


def _candidates(tables: list[frames.TableFrame], rest: str) -> tuple[list[frames.TableFrame], str]:
    """Return the tables that `/join` may mean, and the password.

    That is the table it names, otherwise those where the bot does not sit yet.
    """
    word, _, password = rest.partition(" ")
    named = [table for table in tables if word == f"table{table.id}"]
    if named:
        return named, password.strip()
    return [table for table in tables if not table.joined] or tables[-1:], rest


TABLE_COMMANDS: Mapping[str, type[commands.TableCommand]] = {
    "/leave": commands.TableLeaveCommand,
    "/start": commands.TableStartCommand,
    "/restart": commands.TableRestartCommand,
    "/terminate": commands.TableTerminateCommand,
    "/setvariant": commands.TableSetVariantCommand,
}
