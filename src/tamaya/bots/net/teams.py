"""Which net plays a game: those that come with us, or one of the caller's."""

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from tamaya.bots.net.brain import Brain
from tamaya.bots.net.narrowed import narrowed
from tamaya.formats.nets import ANY, NetError, read_net
from tamaya.rules import Options, OptionsError, format_options


def from_folder(folder: Path) -> Callable[[Options], Brain]:
    """Of the nets in a folder the one that fits best: for this game alone, or for any."""

    def net_for(options: Options) -> Brain:
        players = options.players
        try:
            name, without = (
                format_options(options),
                format_options(replace(options, empty_clues=False)),
            )
        except OptionsError as error:
            raise NetError(f"no team was trained for such a game: {error}") from error
        for variant in (name, without, ANY):
            file = folder / f"{variant}-{players}.safetensors"
            if file.is_file():
                return _brain(file, options)
        raise NetError(f"no team was trained for {name} with {players} players")

    return net_for


def from_file(file: Path) -> Callable[[Options], Brain]:
    """This net, and no other."""
    return lambda options: _brain(file, options)


@lru_cache(maxsize=16)
def _brain(file: Path, options: Options) -> Brain:
    return Brain(narrowed(read_net(file), options))
