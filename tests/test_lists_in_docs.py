"""Lists in the documentation are those of the code, complete and in its order."""

import ast
import inspect
import re
import textwrap
from pathlib import Path

from motorpool import World
from motorpool.compile.translation.languages import LANGUAGES

DOCS = Path(__file__).parents[1] / "docs"
WORDS = {10: "ten", 11: "eleven", 12: "twelve", 13: "thirteen"}


def stages() -> list[str]:
    """Return the stages that a step of a world calls, in order, as they are written there."""
    (step,) = ast.parse(textwrap.dedent(inspect.getsource(World.step))).body
    assert isinstance(step, ast.FunctionDef)
    calls = [line.value.func for line in step.body if isinstance(line, ast.Expr) and isinstance(line.value, ast.Call)]
    return [ast.unparse(call).removeprefix("self.") for call in calls]


def section(page: str, heading: str) -> str:
    """Return the text of a section of a page."""
    return (DOCS / page).read_text(encoding="utf-8").split(f"\n## {heading}\n")[1].split("\n## ")[0]


def test_the_page_on_worlds_lists_the_stages_of_a_step() -> None:
    assert re.findall(r"(?m)^\| `([\w.]+)\(\)` \|", section("world.md", "Stages of a step")) == stages()


def test_the_page_on_guns_lists_stages_in_their_order() -> None:
    named = re.findall(r"(?m)^\| `([\w.]+)` \|", section("fire.md", "Stages of a step"))
    assert named == [stage for stage in stages() if stage in named]


def test_the_page_on_the_architecture_counts_the_languages_of_an_export() -> None:
    text = " ".join((DOCS / "architecture.md").read_text(encoding="utf-8").split())
    assert f"The {WORDS[len(LANGUAGES)]} languages of `motorpool export`" in text
