"""A bot is given views. Nothing that it may import leads to the faces it must not know."""

import ast
from pathlib import Path

import pytest

import tamaya.bots

FILES = sorted(Path(tamaya.bots.__file__).parent.rglob("*.py"))
SECRET = {"State", "Deal", "start", "apply", "stop", "view"}
ALLOWED = (
    "tamaya.bots",
    "tamaya.rules",
    "tamaya.rules.events",
    "tamaya.rules.scoring",
    "tamaya.rules.table",
    "tamaya.rules.clue_knowledge",
    # functions over numbers that a bot has made of its view; nothing that holds a game
    "tamaya.kernel.from_view",
    "tamaya.kernel.game.actions",
    "tamaya.kernel.observe.features",
    "tamaya.kernel.observe.memory",
    "tamaya.kernel.feature_space",
    "tamaya.kernel.observe.feature_names",
    "tamaya.formats.nets",
    "tamaya.worker_pool",
)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_imports_lead_to_no_secret(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            assert not any(name.name.startswith("tamaya") for name in node.names)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tamaya"):
            assert str(node.module).startswith("tamaya.bots") or node.module in ALLOWED
            assert not {name.name for name in node.names} & SECRET
