"""Text that looks alike: skeletons, as Unicode Technical Standard 39 defines them."""

import json
import unicodedata
from functools import cache
from importlib.resources import files

DIRECTION = "\u200e"  # put around letters of some scripts by the data, and no part of them


def skeleton(text: str) -> str:
    """What stands for all texts that look like this one; for comparing, never for showing."""
    for form in ("NFC", "NFD"):  # the data knows letters with their marks, and marks alone
        text = unicodedata.normalize(form, text).translate(_prototypes())
    return unicodedata.normalize("NFD", text)


@cache
def _prototypes() -> dict[int, str]:
    """What stands for each character that looks like another one, or like several.

    The data names both ends of each pair. A character that looks like several others stands for
    them; of two that look like each other alone, the first does.
    """
    alike: dict[str, set[str]] = {}
    # read as it is: the package's own module would keep ten times as much in memory
    data = files("confusable_homoglyphs").joinpath("confusables.json").read_text("utf-8")
    for text, others in json.loads(data).items():
        found = alike.setdefault(text.replace(DIRECTION, ""), set())
        found.update(other["c"].replace(DIRECTION, "") for other in others)
    prototypes: dict[int, str] = {}
    for text, others in alike.items():
        if len(text) == len(others) == 1:
            (other,) = others
            if len(other) > 1 or len(alike[other]) > 1 or other < text:
                prototypes[ord(text)] = other
    return {
        char: unicodedata.normalize("NFD", other).translate(prototypes)
        for char, other in prototypes.items()
    }
