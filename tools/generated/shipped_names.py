"""Writes ``base/shipped.py``, what ships at each door, and ``app/cli/short_help.py``, a line on each command.

Three forms are read from the text of the package, which is not imported: ``NAME = "…"`` in a module of a model, an
object of a door's class (``base.extensions.DOORS``), such as ``COMMAND = Command("fit", …)``, and ``PROVIDES`` of a
package. Run ``make generate`` after one was added; a test compares the files with what this prints.
"""

import ast
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

PACKAGE = Path(__file__).parents[2] / "src" / "motorpool"
TARGET = PACKAGE / "base" / "shipped.py"
HEAD = '''"""Objects that ship at each door, by group and name. Written by make generate; not to be edited."""

SHIPPED = {
'''
HELP_TARGET = PACKAGE / "app" / "cli" / "short_help.py"
HELP_HEAD = '''"""First line of the help of each command that ships. Written by make generate; not to be edited."""
# ruff: noqa: E501

SHORT_HELP = {
'''


class Declared(NamedTuple):
    """An object at a door."""

    group: str
    name: str
    place: str


def text() -> str:
    """Return the whole file.

    Raises:
        ValueError: two modules declare one name of a group.
    """
    found: dict[str, dict[str, str]] = {}
    for group, name, place in declared():
        names = found.setdefault(group, {})
        if name in names:
            raise ValueError(f"{place} and {names[name]} both declare the name {name!r}; rename one of them")
        names[name] = place
    lines = [HEAD]
    for group in sorted(found):
        entries = "".join(f'        "{name}": "{found[group][name]}",\n' for name in sorted(found[group]))
        lines.append(f'    "{group}": {{\n{entries}    }},\n')
    return "".join([*lines, "}\n"])


def help_text() -> str:
    """Return the whole file of the first lines of help."""
    found = {one.name: _short_help(one.place) for one in declared() if one.group == "motorpool.commands"}
    return HELP_HEAD + "".join(f'    "{name}": {json.dumps(found[name])},\n' for name in sorted(found)) + "}\n"


def _short_help(place: str) -> str:
    """Return the first line of the docstring, or of the argument ``help``, of the function that a command names."""
    module, _, target = place.partition(":")
    body = ast.parse(PACKAGE.parent.joinpath(*module.split(".")).with_suffix(".py").read_text(encoding="utf-8")).body
    assigned = {ast.unparse(node.targets[0]): node.value for node in body if isinstance(node, ast.Assign)}
    function = assigned[target].args[1].id
    if function in assigned:
        return next(ast.literal_eval(key.value) for key in assigned[function].keywords if key.arg == "help")
    (defined,) = (node for node in body if isinstance(node, ast.FunctionDef) and node.name == function)
    return (ast.get_docstring(defined) or "").partition("\n")[0]


def declared() -> Iterator[Declared]:
    """Yield each object that the package declares; imports none."""
    doors = _doors()
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
        module = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        for statement in ast.parse(path.read_text(encoding="utf-8")).body:
            match statement:
                case ast.Assign([ast.Name("NAME")], ast.Constant(str(name))) if parts[1] == "models":
                    yield Declared("motorpool.models", name, module)
                case ast.Assign([ast.Name(target)], ast.Call(ast.Name(door), [ast.Constant(str(name)), *_])) if (
                    door in doors
                ):
                    yield Declared(doors[door], name, f"{module}:{target}")
                case ast.Assign([ast.Name("PROVIDES")], value):
                    for group, names in ast.literal_eval(value).items():
                        yield from (Declared(group, name, place) for name, place in names.items())
                case _:
                    pass


def _doors() -> dict[str, str]:
    """Return the group of each door's class, from the text of ``base/extensions.py``."""
    names: dict[str, str] = {}
    for statement in ast.parse((PACKAGE / "base" / "extensions.py").read_text(encoding="utf-8")).body:
        match statement:
            case ast.Assign([ast.Name("DOORS")], ast.Dict(keys, values)):
                pairs = zip(keys, values, strict=True)
                return {ast.literal_eval(key): names[value.id] for key, value in pairs}
            case ast.Assign([ast.Name(name)], ast.Constant(str(value))):
                names[name] = value
            case _:
                pass
    raise ValueError("base/extensions.py has no DOORS")


def main() -> None:
    """Write both files, or with ``--check`` compare them."""
    for target, content in ((TARGET, text()), (HELP_TARGET, help_text())):
        if "--check" not in sys.argv[1:]:
            target.write_text(content, encoding="utf-8")
        elif target.read_text(encoding="utf-8") != content:
            sys.exit(f"{target.relative_to(PACKAGE.parents[1])} is out of date; run make generate")


if __name__ == "__main__":
    main()
