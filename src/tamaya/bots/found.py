"""Bots of others: installed packages name them under the entry point group `tamaya.bots`."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from importlib.metadata import EntryPoint, entry_points

from tamaya.bots.base import Entry

GROUP = "tamaya.bots"
NAME = re.compile(r"[a-z][a-z0-9_.-]{0,29}")


class Bots(Mapping[str, Entry]):
    """Our bots, and after them those found, which nobody looks for before they are needed."""

    def __init__(self, ours: Iterable[Entry]) -> None:
        self._ours = {entry.name: entry for entry in ours}

    def __getitem__(self, name: str) -> Entry:
        return self._ours[name] if name in self._ours else self._found[0][name]

    def __iter__(self) -> Iterator[str]:
        yield from self._ours
        yield from self._found[0]

    def __len__(self) -> int:
        return len(self._ours) + len(self._found[0])

    @property
    def broken(self) -> Mapping[str, str]:
        """The entry points that give no bot, and why."""
        return self._found[1]

    @cached_property
    def _found(self) -> tuple[Mapping[str, Entry], Mapping[str, str]]:
        found: dict[str, Entry] = {}
        broken: dict[str, str] = {}
        for point in sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value)):
            try:
                entry = _entry(point)
                if entry.name in self._ours or entry.name in found:
                    raise ValueError(f"there is another bot {entry.name}")  # noqa: TRY301 - alike
                found[entry.name] = entry
            except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever is wrong with it
                broken[f"{point.name} ({point.value})"] = f"{type(error).__name__}: {error}"
        return found, broken


def _entry(point: EntryPoint) -> Entry:
    """What an entry point names: an Entry, or a function that makes one."""
    named = point.load()
    entry = named() if callable(named) else named
    if not isinstance(entry, Entry):
        raise TypeError("it names neither an Entry nor a function that returns one")
    if not NAME.fullmatch(entry.name):
        raise ValueError(f"a bot's name has small letters, digits, _ . and -, not {entry.name!a}")
    return entry
