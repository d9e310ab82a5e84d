"""Confusable text: skeletons, as Unicode Technical Standard 39 defines them."""

import json
import unicodedata
from functools import cache
from importlib.resources import files

DIRECTION = "\u200e"  # a mark that the data puts around letters of some scripts


def skeleton(text: str) -> str:
    """The same string for all texts that look alike; for comparison, never to be shown."""
    for form in ("NFC", "NFD"):  # the data has composed letters and single marks
        text = unicodedata.normalize(form, text).translate(_prototypes())
    return unicodedata.normalize("NFD", text)


@cache
def _prototypes() -> dict[int, str]:
    """The prototype of each character that looks like others.

    The data lists each pair from both ends. The prototype of a group is the character that looks
    like several others; of two characters that look only like each other, it is the first.
    """
    alike: dict[str, set[str]] = {}
    # read directly, because the package's own module keeps ten times as much in memory
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
