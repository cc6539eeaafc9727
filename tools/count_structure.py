"""Counts what makes the package hard to read: long functions, wide signatures, repeated fields, import cycles.

    python tools/count_structure.py            # prints the page
    python tools/count_structure.py --write    # writes docs/structure.md
    python tools/count_structure.py --check    # exit code 1 if docs/structure.md is out of date

A line of ``docs/structure.md`` is a number and the places behind it, the worst first.
"""

import ast
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "motorpool"
PAGE = ROOT / "docs" / "structure.md"
MOST_LINES, MOST_PARAMETERS, MOST_MODEL_LINES = 60, 8, 250
SHOWN = 10  # places of a row
EXCEPTIONS = {  # functions that may take more parameters, each with its reason
    "world/world.py:__init__": "keywords of the public class: every one has a default that suits most users",
    "cli/commands/worlds.py:run": "each parameter is an option of the command, as the library that reads them wants it",
    "cli/commands/models.py:compare": "likewise",
    "cli/commands/models.py:export": "likewise",
    "cli/commands/vehicles.py:fit": "likewise",
    "cli/commands/experiments.py:sweep": "likewise",
    "cli/commands/terrain.py:mobility": "likewise",
    "cli/commands/terrain.py:route": "likewise",
    "distributed/sweep/sweeping.py:sweep": "keywords of the public function, with defaults that suit most users",
    "viewer/hub.py:__init__": "what a hub joins: world, player, pacer, choice and admission, and limits that tests set",
    "mobility/mapping.py:mobility_map": "keywords of the public function, with defaults that suit most users",
    "cli/dis/app.py:dump": "likewise",
    "world/guidance/joined_stages.py:look_and_keep_courses": "what the two stages that it joins take",
    "world/guidance/joined_stages.py:drive_routes": "what the four stages that it joins take",
}
STRUCTURES = ("State", "Control", "Params", "Ground")
REPEATED = {  # fields of one name in several parts or dynamic models, each with its reason
    "State.speed": "along body x of a body on springs, along the path of the others",
    "State.lateral_speed": "along body y of a body on springs, to the left of the path of the others",
    "State.yaw_rate": "of a body on springs, of one without, of one that is drawn: three bodies, not one",
    "Params.mass": "the friction circle has no yaw inertia and no height to go with it",
    "Params.length": "of a hull; from the hitch to the axle of a trailer",
    "Params.cornering_coefficient": "of an axle that is placed by its offset; of a trailer's, placed by its length",
    "Params.max_brake_force": "of a vehicle, which has brakes; of a trailer, which may have none",
    "Params.max_engine_speed": "where a gearbox's engine is cut off; where a tachometer's scale ends",
}


class Function(NamedTuple):
    """One function of the package."""

    name: str  # with its file
    lines: int
    parameters: int


def main() -> int:
    """Print the page, write it, or compare it; return the exit code."""
    page = structure_page()
    if "--write" in sys.argv[1:]:
        PAGE.write_text(page, encoding="utf-8")
        print(f"wrote {PAGE.relative_to(ROOT)}")
    elif "--check" in sys.argv[1:]:
        if not PAGE.exists() or PAGE.read_text(encoding="utf-8") != page:
            print("docs/structure.md is out of date; run make structure")
            return 1
    else:
        print(page, end="")
    return 0


def structure_page() -> str:
    """Return the counts as a page of the documentation."""
    functions = list(_functions())
    long = sorted((f for f in functions if f.lines > MOST_LINES), key=lambda f: -f.lines)
    wide = sorted((f for f in functions if f.parameters > MOST_PARAMETERS), key=lambda f: -f.parameters)
    models = sorted(((count, name) for name, count in _model_lines().items() if count > MOST_MODEL_LINES), reverse=True)
    fields = sorted(((len(where), name) for name, where in _fields().items() if len(where) > 1), reverse=True)
    rows = [
        (f"functions over {MOST_LINES} lines", len(long), [f"{f.name} {f.lines}" for f in long]),
        (f"functions over {MOST_PARAMETERS} parameters", len(wide), [f"{f.name} {f.parameters}" for f in wide]),
        (f"model files over {MOST_MODEL_LINES} lines", len(models), [f"{name} {count}" for count, name in models]),
        (
            "fields declared in more than one part or dynamic model",
            len(fields),
            [f"{name} {count}" for count, name in fields],
        ),
        ("modules in import cycles", len(cycle := _in_cycles()), sorted(cycle)),
    ]
    lines = [
        f"| {what} | {count} | {', '.join(f'`{place}`' for place in places[:SHOWN])} |" for what, count, places in rows
    ]
    allowed = [f"- `{name}`: {EXCEPTIONS[name]}." for name in EXCEPTIONS if name in {f.name for f in wide}]
    repeated = [f"- `{name}`: {reason}." for name, reason in REPEATED.items() if name in {name for _, name in fields}]
    new = [f.name for f in (*long, *wide) if f.name not in EXCEPTIONS]
    if undeclared := [name for _, name in fields if name not in REPEATED]:
        raise SystemExit(f"{', '.join(undeclared)}: declared in several parts or models, without a reason")
    if new:
        raise SystemExit(f"{', '.join(new)}: over {MOST_LINES} lines or {MOST_PARAMETERS} parameters, without a reason")
    head = "| what | count | the first of them |\n|---|---:|---|"
    return (
        "# Structure\n\nSee where the package is hard to read: functions that are long or take many parameters, large "
        "model files, fields\nthat several parts or models declare, and import cycles. `make structure` counts them "
        f"and writes this page.\n\n{head}\n"
        + "\n".join(lines)
        + "\n\nMay take more parameters, and why:\n\n"
        + "\n".join(allowed)
        + "\n\nAre different quantities of one name:\n\n"
        + "\n".join(repeated)
        + "\n"
    )


def _files() -> Iterator[Path]:
    yield from sorted(SOURCE.rglob("*.py"))


def _functions() -> Iterator[Function]:
    for path in _files():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                arguments = node.args
                count = len(arguments.posonlyargs + arguments.args + arguments.kwonlyargs)
                lines = (node.end_lineno or node.lineno) - node.lineno + 1
                yield Function(f"{path.relative_to(SOURCE)}:{node.name}", lines, count)


def _model_files() -> Iterator[Path]:
    """The files that are models: those that declare a state and a step."""
    for path in sorted((SOURCE / "models").rglob("*.py")):
        names = {getattr(node, "name", "") for node in ast.parse(path.read_text(encoding="utf-8")).body}
        if {"State", "step"} <= names and "parts" not in path.parts:
            yield path


def _model_lines() -> dict[str, int]:
    return {
        str(path.relative_to(SOURCE)): len(path.read_text(encoding="utf-8").splitlines()) for path in _model_files()
    }


def _fields() -> dict[str, set[str]]:
    """The files in which each field of a part or of a dynamic model is declared; a nested part is no field."""
    found: dict[str, set[str]] = {}
    models = SOURCE / "models"
    for path in (*sorted((models / "parts").glob("*.py")), *sorted((models / "dynamic").rglob("*.py"))):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and node.name in STRUCTURES:
                for name in _own_fields(node):
                    found.setdefault(f"{node.name}.{name}", set()).add(str(path))
    return found


def _own_fields(structure: ast.ClassDef) -> Iterator[str]:
    for item in structure.body:
        if not isinstance(item, ast.AnnAssign) or not isinstance(item.target, ast.Name):
            continue
        inside = ast.walk(item.annotation)
        if not any(isinstance(node, ast.Attribute) and node.attr in STRUCTURES for node in inside):
            yield item.target.id


def _in_cycles() -> set[str]:
    """Modules that import themselves by way of others, at import time."""
    imports = {_module(path): _imports(path) for path in _files()}
    known = set(imports)
    graph = {name: {_existing(target, known) for target in targets} - {name, ""} for name, targets in imports.items()}
    while leaves := {name for name, targets in graph.items() if not targets & graph.keys()}:
        graph = {name: targets for name, targets in graph.items() if name not in leaves}
    while True:  # what is left imports a cycle; what nobody in it imports is none itself
        wanted = Counter(target for targets in graph.values() for target in targets)
        roots = {name for name in graph if not wanted[name]}
        if not roots:
            return set(graph)
        graph = {name: targets for name, targets in graph.items() if name not in roots}


def _module(path: Path) -> str:
    parts = path.relative_to(SOURCE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _existing(target: str, known: set[str]) -> str:
    """The module that a dotted name is in."""
    while target and target not in known:
        target = target.rpartition(".")[0]
    return target


def _imports(path: Path) -> set[str]:
    """Return what a module imports when it is loaded: not for types only, and not within functions."""
    module = _module(path)
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    found: set[str] = set()
    for node in _loaded(ast.parse(path.read_text(encoding="utf-8")).body):
        if isinstance(node, ast.ImportFrom):
            base = ".".join(package.split(".")[: len(package.split(".")) - node.level + 1]) if node.level else ""
            base = ".".join(filter(None, (base, node.module)))
            found |= {f"{base}.{alias.name}" for alias in node.names}
        else:
            found |= {alias.name for alias in node.names}
    return found


def _loaded(body: list[ast.stmt]) -> Iterator[ast.Import | ast.ImportFrom]:
    for node in body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield node
        elif isinstance(node, ast.If) and "TYPE_CHECKING" not in ast.dump(node.test):
            yield from _loaded(node.body + node.orelse)
        elif isinstance(node, ast.Try):
            yield from _loaded(node.body)


if __name__ == "__main__":
    sys.exit(main())
