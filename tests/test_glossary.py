"""docs/glossary.md names modules, classes and rules that exist, and leaves out nothing central."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src"
PAGE = (ROOT / "docs/glossary.md").read_text(encoding="utf-8")
NAMES = sorted(set(re.findall(r"`(tamaya(?:\.\w+)+)`", PAGE)))
PACKAGES = sorted(
    f"tamaya.{path.stem}"
    for path in SOURCE.glob("tamaya/*")
    if path.name[0].islower() and (path.suffix == ".py" or (path / "__init__.py").exists())
)
CENTRAL = (  # whoever renames one of these changes it here and on the page
    "tamaya.rules.options.Options",
    "tamaya.rules.state.Deal",
    "tamaya.rules.state.State",
    "tamaya.rules.table.Table",
    "tamaya.rules.views.View",
    "tamaya.rules.suits.Suit",
    "tamaya.rules.clue_knowledge.ClueKnowledge",
    "tamaya.rules.errors.RulesError",
    "tamaya.deals.Generator",
    "tamaya.formats.game.Game",
    "tamaya.formats.errors.FormatError",
    "tamaya.formats.nets.NetFile",
    "tamaya.bots.api.Bot",
    "tamaya.bots.api.Move",
    "tamaya.bots.api.Explanation",
    "tamaya.bots.api.BotEntry",
    "tamaya.bots.registry.BotRegistry",
    "tamaya.bots.inference.knowledge.Knowledge",
    "tamaya.bots.cautious.bot.CautiousBot",
    "tamaya.bots.hat.bot.HatBot",
    "tamaya.bots.net.bot.NetBot",
    "tamaya.bots.partner.bot.PartnerBot",
    "tamaya.arena.teams.Team",
    "tamaya.arena.tally.ScoreTally",
    "tamaya.worker_pool.WorkerPool",
    "tamaya.kernel.batch.Batch",
    "tamaya.envs.gym.HanabiVector",
    "tamaya.learn.trainer.Trainer",
    "tamaya.learn.network.ActorCritic",
    "tamaya.learn.buffer.RolloutBuffer",
    "tamaya.learn.config.TrainingConfig",
    "tamaya.server.room.room.Room",
    "tamaya.server.room.log_rows.Settings",
    "tamaya.server.store.store.Store",
    "tamaya.server.hub.tables.Tables",
    "tamaya.server.limits.quotas.Quotas",
    "tamaya.hanablive.server.gateway.Gateway",
    "tamaya.hanablive.client.bot_client.BotClient",
)


def file_of(module: str) -> Path | None:
    """The source file of a module or package; nothing is imported, since some need extras."""
    path = SOURCE.joinpath(*module.split("."))
    files = (path / "__init__.py", path.with_suffix(".py"))
    return next((file for file in files if file.exists()), None)


def exists(name: str) -> bool:
    """Whether a dotted name is a module, or a class or function that a module defines."""
    if file_of(name):
        return True
    module, _, last = name.rpartition(".")
    file = file_of(module)
    if file is None:
        return False
    body = ast.parse(file.read_text(encoding="utf-8")).body
    return any(isinstance(one, ast.ClassDef | ast.FunctionDef) and one.name == last for one in body)


def rows() -> list[list[str]]:
    """The cells of every row of every table, without the headings."""
    lines = re.findall(r"^\| (.+) \|$", PAGE, re.MULTILINE)
    return [line.split(" | ") for line in lines if not line.startswith("term |")]


@pytest.mark.parametrize("name", NAMES)
def test_what_the_page_names_exists(name: str) -> None:
    assert exists(name)


@pytest.mark.parametrize("name", [*PACKAGES, *CENTRAL])
def test_what_is_central_is_on_the_page(name: str) -> None:
    assert exists(name)
    assert name in NAMES


def test_every_term_has_one_line_and_a_place() -> None:
    assert [row for row in rows() if len(row) != 3 or not all(row)] == []
    assert [row for row in rows() if not re.search(r"^R\d|`tamaya", row[2])] == []


def test_rules_on_the_page_are_in_the_rulebook() -> None:
    numbers = {row[2] for row in rows() if row[2].startswith("R")}
    rulebook = (ROOT / "docs/rules.md").read_text(encoding="utf-8")
    assert numbers
    assert [number for number in sorted(numbers) if f"**{number}" not in rulebook] == []


def test_a_name_that_is_gone_is_noticed() -> None:
    assert not exists("tamaya.rules.gone")
    assert not exists("tamaya.rules.options.Gone")
    assert not exists("tamaya.gone.options.Options")
