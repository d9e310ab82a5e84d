"""`tamaya rules`: the presets and option words, or what one variant means."""

from typing import Annotated

import typer

from tamaya.rules import PRESETS, format_options, parse_options
from tamaya.terminal.console import show, stdout_console
from tamaya.terminal.rules_text import OPTION_WORDS, THE_GAME, deck_lines, describe_rules

EDITIONS = {
    "standard": "the game that all boxes share",
    "fr": "the French big box",
    "pl": "the Polish big box",
    "sv": "the Swedish small box",
    "cs": "the Czech small box",
    "es": "the Spanish box",
}


def rules_command(
    variant: Annotated[
        str | None, typer.Argument(metavar="[V]", help="A preset or option words joined by +.")
    ] = None,
) -> None:
    """List the variants, or say what one of them means.

    Example: tamaya rules wild10+black+tiles
    """
    lines = _all() if variant is None else _one(variant)
    console = stdout_console()
    for line in lines:
        show(console, line)


def _all() -> list[str]:
    lines = [*THE_GAME, "", "Option words. Join them with +, as in wild10+black+tiles.", ""]
    lines += [f"  {word:<12}{meaning}" for word, meaning in OPTION_WORDS.items()]
    lines += ["", "Presets: the games of the five boxes, by name."]
    for edition, about in EDITIONS.items():
        lines += ["", f"  {edition}: {about}"]
        lines += [f"    {name:<26}{PRESETS[name]}" for name in PRESETS if _edition(name) == edition]
    return [*lines, "", "More about one of them: tamaya rules fr:avalanche"]


def _edition(name: str) -> str:
    return name.split(":", maxsplit=1)[0]


def _one(variant: str) -> list[str]:
    chosen = parse_options(variant)
    return [format_options(chosen), "", *describe_rules(chosen), "", *deck_lines(chosen)]
