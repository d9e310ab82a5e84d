"""A public class name occurs once in the whole package, so that one name has one meaning."""

import ast
from collections import defaultdict
from pathlib import Path

import tamaya

SOURCE = Path(tamaya.__file__).parent

# Names that a foreign API dictates, each with the reason. `tamaya.envs.hle` repeats the class names
# of the Hanabi Learning Environment, and none of them is used elsewhere.
DICTATED: dict[str, str] = {}


def public_classes() -> dict[str, list[str]]:
    """Return the places of all public classes, nested ones included, by name."""
    found = defaultdict[str, list[str]](list)
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].append(f"{path.relative_to(SOURCE)}:{node.lineno}")
    return found


def test_no_two_public_classes_have_the_same_name() -> None:
    found = public_classes()
    twice = {name: places for name, places in found.items() if len(places) > 1}
    new = {name: twice[name] for name in twice.keys() - DICTATED.keys()}
    assert not new, "rename them by what distinguishes them"


def test_exceptions_are_still_needed() -> None:
    found = public_classes()
    done = {name for name in DICTATED if len(found.get(name, ())) < 2}
    assert not done, "not needed any more: take them off the list"
