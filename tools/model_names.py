"""Writes ``src/motorpool/models/shipped.py``: the names of the models that ship, and the modules that declare them.

A module below ``motorpool/models`` with a line ``NAME = "…"`` is a model. Programs read the written list, so that they
import only the models that they use. Run ``python tools/model_names.py`` (or ``make names``) after a model was added;
a test compares the file with what this prints.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "src" / "motorpool" / "models"
TARGET = PACKAGE / "shipped.py"
HEAD = '''"""Names of the models that ship, and their modules. Written by tools/model_names.py; not to be edited."""

MODULES = {
'''


def text() -> str:
    """Return the whole file.

    Raises:
        ValueError: two modules declare one name.
    """
    found: dict[str, str] = {}
    for name, module in declared():
        if name in found:
            raise ValueError(f"{module} and {found[name]} both declare the name {name!r}; rename one of them")
        found[name] = module
    return HEAD + "".join(f'    "{name}": "{found[name]}",\n' for name in sorted(found)) + "}\n"


def declared() -> Iterator[tuple[str, str]]:
    """Yield the name and the module of each model; imports none."""
    for path in sorted(PACKAGE.rglob("*.py")):
        for statement in ast.parse(path.read_text(encoding="utf-8")).body:
            match statement:
                case ast.Assign(targets=[ast.Name(id="NAME")], value=ast.Constant(value=str(name))):
                    place = path.relative_to(PACKAGE.parents[1]).with_suffix("")
                    yield name, ".".join(place.parts)
                case _:
                    pass


if __name__ == "__main__":
    TARGET.write_text(text(), encoding="utf-8")
