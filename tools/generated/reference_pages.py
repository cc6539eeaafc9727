"""Writes the reference of the site: docs/commands.md, docs/reference.md and docs/scenario-reference.md.

    python tools/generated/reference_pages.py            # writes the pages
    python tools/generated/reference_pages.py --check    # exit code 1 if one is out of date

The first is from the command line, the second names what is public (the site's builder fills in signatures and
docstrings), the third is from the schema of scenario files.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import scenario_reference

import motorpool

DOCS = Path(__file__).parents[2] / "docs"

COMMANDS_HEAD = """# Commands

Every command with its options, as `motorpool COMMAND --help` shows them.
"""
REFERENCE_HEAD = """# Python reference

Every public name, with its signature, units, frames and errors. `import motorpool as mp` has those of the first
section; the others are imported from their package. On the built site each name is followed by its documentation;
`help(mp.Vehicle)` shows the same.
"""
PACKAGES = {  # public packages besides the names of motorpool itself: what each is for
    "motorpool.plot": "Figures in one line",
    "motorpool.studies.distributed.sweep": "A thousand runs with other values",
    "motorpool.studies.mobility": "Where a vehicle can go",
    "motorpool.studies.fitting": "A vehicle's parameters from a log",
    "motorpool.studies.distributed.regions": "A world over several processes or machines",
    "motorpool.compile.translation": "Models in other languages",
    "motorpool.compile.translation.fmi": "Models as FMUs",
}


def commands_page() -> str:
    """Return the page of all commands."""
    import typer.main

    from motorpool.app.cli.app import app

    sections = [
        section for name, command in _commands(typer.main.get_command(app)) for section in _section(name, command)
    ]
    return "\n".join([COMMANDS_HEAD, *sections]) + "\n"


def _commands(group: Any, prefix: str = "motorpool") -> Iterator[tuple[str, Any]]:
    for name, command in sorted(group.commands.items()):
        if hasattr(command, "commands"):
            yield from _commands(command, f"{prefix} {name}")
        elif not command.hidden:
            yield f"{prefix} {name}", command


def _section(name: str, command: Any) -> Iterator[str]:
    yield f"## {name}\n"
    yield f"{(command.help or '').strip()}\n"
    rows = [_row(parameter) for parameter in command.params if not getattr(parameter, "hidden", False)]
    if rows:
        yield "| | |\n|---|---|"
        yield "\n".join(rows) + "\n"
    if command.epilog:
        yield "```\n" + "\n".join(command.epilog.split("\n\n")[1:]) + "\n```\n"


def _row(parameter: Any) -> str:
    is_argument = parameter.param_type_name == "argument"
    names = [_argument(parameter)] if is_argument else [*parameter.opts, *parameter.secondary_opts]
    metavar = "" if is_argument or parameter.is_flag else f" {parameter.metavar or _kind(parameter)}"
    shown = ", ".join(f"`{name}{metavar if name == names[-1] else ''}`" for name in names)
    words = " ".join((parameter.help or "").split()).replace("|", "\\|")
    if parameter.required and not is_argument:
        words += " Required."
    elif _says_default(parameter):
        words += f" Default: `{parameter.default}`."
    return f"| {shown} | {words} |"


def _says_default(parameter: Any) -> bool:
    return isinstance(parameter.default, str | int | float) and not isinstance(parameter.default, bool)


def _kind(parameter: Any) -> str:
    """Return the word for an option's values: PATH, NUMBER or TEXT."""
    kinds = {str(kind) for kind in _all_of(parameter.type_descriptor.annotation)}
    if any("Path" in kind for kind in kinds):
        return "PATH"
    return "NUMBER" if any(kind in ("<class 'int'>", "<class 'float'>") for kind in kinds) else "TEXT"


def _all_of(annotation: Any) -> Iterator[Any]:
    yield annotation
    for each in get_args(annotation):
        yield from _all_of(each)


def _argument(parameter: Any) -> str:
    name = parameter.metavar or parameter.name.upper()
    name += "..." if parameter.nargs == -1 else ""
    return name if parameter.required else f"[{name}]"


def reference_page() -> str:
    """Return the page of all public names."""
    lines = [REFERENCE_HEAD, "## motorpool\n"]
    for name in motorpool.__all__:
        home, _, there = motorpool._HOMES[name].partition(":")
        found = getattr(motorpool, name)
        module = getattr(found, "__module__", f"motorpool{home}")
        lines += [f"### {name}\n", f"::: {module}.{there or name}\n"]
    for package, words in PACKAGES.items():
        lines += [f"## {package}\n", f"{words}.\n", f"::: {package}\n"]
    return "\n".join(lines) + "\n"


def main() -> int:
    """Write or check the pages; returns the exit code."""
    stale = False
    pages = {
        "commands.md": commands_page(),
        "reference.md": reference_page(),
        "scenario-reference.md": scenario_reference.page(),
    }
    for file, page in pages.items():
        path = DOCS / file
        if "--check" not in sys.argv:
            path.write_text(page, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != page:
            print(f"docs/{file} is out of date; run make generate", file=sys.stderr)
            stale = True
    return int(stale)


if __name__ == "__main__":
    sys.exit(main())
