"""Writes what follows from the components of a world: their list, their layer, and the stages of a step.

    python tools/generated/component_names.py --write    # writes the three
    python tools/generated/component_names.py --check    # exit code 1 if one is out of date

A component is a class in ``component.py`` of a folder of ``motorpool.world``. The world and type checkers read the
list, ``world/component_names.py``; the layer is a line of the world's import contract in ``pyproject.toml``; the
stages, with the first line of the docstring of each, are a table of ``docs/world.md``.
"""

import ast
import inspect
import re
import sys
import textwrap
from collections.abc import Callable
from operator import attrgetter
from pathlib import Path

ROOT = Path(__file__).parents[2]
WORLD = ROOT / "src" / "motorpool" / "world"
HEAD = '''"""Components of a world, by the names of their folders. Written by make generate; not to be edited."""

'''
LAYER = re.compile(r'(?m)^  ".*", # components$')
STAGES = re.compile(r"(?s)(?<=<!-- stages of a step -->\n).*(?=<!-- end of stages -->)")


def names_text(_: str = "") -> str:
    """Return the module of the components' names."""
    found = _classes()
    imports = "".join(f"from .{folder}.component import {name}\n" for folder, name in found.items())
    attributes = "".join(f"    {folder}: {name}\n" for folder, name in found.items())
    return f'{HEAD}{imports}\n\nclass Components:\n    """Attributes of a world that are components."""\n\n{attributes}'


def with_layer(text: str) -> str:
    """Return the text of ``pyproject.toml`` with the present layer of components."""
    return LAYER.sub(f'  "{" : ".join(_classes())}", # components', text)


def with_stages(text: str) -> str:
    """Return the text of ``docs/world.md`` with the present stages of a step."""
    from motorpool import World  # after the list of components is written

    (step,) = ast.parse(textwrap.dedent(inspect.getsource(World.step))).body
    assert isinstance(step, ast.FunctionDef)
    calls = [line.value.func for line in step.body if isinstance(line, ast.Expr) and isinstance(line.value, ast.Call)]
    stages = [ast.unparse(call).removeprefix("self.") for call in calls]
    world = World(fleets=["bicycle"], can_step=False)
    rows = [f"| `{stage}()` | {_first_line(attrgetter(stage)(world))} |\n" for stage in stages]
    return STAGES.sub(lambda _: f"\n| stage | action |\n|---|---|\n{''.join(rows)}\n", text)


def _first_line(stage: object) -> str:
    return (inspect.getdoc(stage) or "").partition("\n")[0].replace("``", "`")


def _classes() -> dict[str, str]:
    """Return the name of each component's class, by folder."""
    found: dict[str, str] = {}
    for path in sorted(WORLD.glob("*/component.py")):
        for statement in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(statement, ast.ClassDef) and "Component" in map(ast.unparse, statement.bases):
                found[path.parent.name] = statement.name
    return found


TARGETS: dict[Path, Callable[[str], str]] = {
    WORLD / "component_names.py": names_text,
    ROOT / "pyproject.toml": with_layer,
    ROOT / "docs" / "world.md": with_stages,
}


def main() -> int:
    """Write the targets, or with ``--check`` compare them; return the exit code."""
    outdated: list[str] = []
    for path, content in TARGETS.items():
        present = path.read_text(encoding="utf-8") if path.exists() else ""
        if (text := content(present)) != present:
            outdated.append(str(path.relative_to(ROOT)))
            if "--check" not in sys.argv[1:]:
                path.write_text(text, encoding="utf-8")
    if outdated and "--check" in sys.argv[1:]:
        print(f"{', '.join(outdated)}: out of date; run make generate")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
