"""Which network plays a game: a bundled one, or that of a given file."""

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from tamaya.bots.net.policy_network import PolicyNetwork
from tamaya.bots.net.specialize import specialize_net
from tamaya.formats.nets import ANY, NetError, read_net
from tamaya.rules import Options, OptionsError, format_options


def nets_from_folder(folder: Path) -> Callable[[Options], PolicyNetwork]:
    """Choose from the nets in a folder: one for this game alone, else one for any options."""

    return lambda options: _load(net_in_folder(folder, options), options)


def net_in_folder(folder: Path, options: Options) -> Path:
    """The file for this game alone, else the one for any options; `NetError` if there is none."""
    try:
        name, without = format_options(options), format_options(replace(options, empty_clues=False))
    except OptionsError as error:
        raise NetError(f"no team was trained for such a game: {error}") from error
    for variant in (name, without, ANY):
        file = folder / f"{variant}-{options.players}.safetensors"
        if file.is_file():
            return file
    raise NetError(f"no team was trained for {name} with {options.players} players")


def net_from_file(file: Path) -> Callable[[Options], PolicyNetwork]:
    """Always the net of this file."""
    return lambda options: _load(file, options)


@lru_cache(maxsize=16)
def _load(file: Path, options: Options) -> PolicyNetwork:
    return PolicyNetwork(specialize_net(read_net(file), options))
