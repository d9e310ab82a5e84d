"""The bundled networks for search: a blueprint and a belief network for an option set."""

from dataclasses import replace
from pathlib import Path

from tamaya.bots.net.net_selection import net_in_folder
from tamaya.bots.registry import TRAINED
from tamaya.formats.nets import ANY, NetError, read_net
from tamaya.rules import Options, format_options, parse_options
from tamaya.search.belief_files import load_beliefs
from tamaya.search.belief_network import BeliefNetwork
from tamaya.search.blueprint import Blueprint, load_blueprint, with_fast_rollouts

BELIEFS = Path(__file__).parent / "trained"


def blueprint_file(variant: str, players: int) -> Path:
    """The bundled net that plays a variant, or ANY; `NetError` if there is none."""
    if variant != ANY:
        return net_in_folder(TRAINED, parse_options(variant, players))
    return TRAINED / f"{ANY}-{players}.safetensors"


def bundled_networks(options: Options, device: str) -> tuple[Blueprint, BeliefNetwork]:
    """The networks for a game; `NetError` if there are none.

    The nets of the base box know no empty clues, so that the game is searched without them.
    """
    without = replace(options, empty_clues=False)
    name = f"{format_options(without)}-{options.players}.safetensors"
    if not (BELIEFS / name).is_file() or not (TRAINED / name).is_file():
        raise NetError(f"search knows no {format_options(options)} with {options.players} players")
    return (
        with_fast_rollouts(load_blueprint(read_net(TRAINED / name), without, device), device),
        load_beliefs(BELIEFS / name, without, device),
    )
