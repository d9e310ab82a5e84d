"""What people tell a bot in private messages, and what it does and says."""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from tamaya.hanablive import commands, frames
from tamaya.hanablive.settings import NotPlayed, rules_of

HELP = (
    "I know /join [password], /leave, /create, /start, /restart, /terminate, "
    "/setvariant NAME and /help."
)


class Talker:
    """Where a bot is, and what it was asked."""

    def __init__(self) -> None:
        self.name = ""
        self.tables: dict[int, frames.Table] = {}
        self.at: int | None = None  # the table where we sit

    def answer(self, chat: frames.Chat) -> Iterator[Struct]:
        """The orders and words that a private message brings."""
        word, _, rest = chat.msg.strip().partition(" ")
        if not word.startswith("/"):
            return
        if word == "/join":
            yield from self._join(chat.who, rest.strip())
        elif word == "/create":
            yield commands.TableCreate(rest.strip() or self.name)
        elif word == "/help":
            yield self._say(chat.who, HELP)
        elif word not in HERE:
            yield self._say(chat.who, f"I do not know {word[:30]}. {HELP}")
        elif self.at is None:
            yield self._say(chat.who, "I am at no table.")
        else:
            yield from self._here(word, rest.strip(), self.at)

    def _here(self, word: str, rest: str, at: int) -> Iterator[Struct]:
        if word == "/setvariant":
            yield commands.TableSetVariant(at, commands.WantedOptions(variant_name=rest))
        else:
            yield HERE[word](at)

    def _join(self, who: str, password: str) -> Iterator[Struct]:
        theirs = [t for t in self.tables.values() if who in t.players]
        open_ones = [t for t in theirs if not t.running and not t.shared_replay]
        if not open_ones:
            words = "That game has begun already." if theirs else "Sit down at a table first."
            yield self._say(who, words)
            return
        table = open_ones[-1]
        if (problem := self._problem(table, password)) is not None:
            yield self._say(who, problem)
            return
        if self.at is not None and self.at != table.id:
            yield commands.TableLeave(self.at)
        yield commands.TableJoin(table.id, password)

    def _problem(self, table: frames.Table, password: str) -> str | None:
        if table.password_protected and not password and not table.joined:
            return "That table has a password: /join PASSWORD."
        try:
            rules_of(table.options, max(2, min(table.num_players, 5)))
        except NotPlayed as wrong:
            return f"I cannot play that: {wrong}."
        return None

    def _say(self, who: str, words: str) -> commands.ChatPm:
        return commands.ChatPm(words, who)


HERE: Mapping[str, type[commands.OfTable]] = {
    "/leave": commands.TableLeave,
    "/start": commands.TableStart,
    "/restart": commands.TableRestart,
    "/terminate": commands.TableTerminate,
    "/setvariant": commands.TableSetVariant,
}
