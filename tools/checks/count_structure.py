"""Counts what a reader of the package meets: lines that a model needs, depth of fields, long functions, import cycles.

    python tools/checks/count_structure.py            # prints the page
    python tools/checks/count_structure.py --write    # writes docs/structure.md
    python tools/checks/count_structure.py --check    # exit code 1 if docs/structure.md is out of date

``docs/structure.md`` has a line for each model, then counts over the whole package with the places behind them, the
worst first. A model's own lines are those of all files that its file imports, shared parts (``models/parts``) and the
framework of all models (``models/*.py``) aside; so splitting a file or moving lines between files changes no count.
"""

import ast
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Set
from functools import cache
from pathlib import Path
from typing import NamedTuple

from motorpool.models import composition
from motorpool.models.fields import fields_of
from motorpool.models.registry import Model, find, names

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "motorpool"
PAGE = ROOT / "docs" / "structure.md"
MOST_LINES, MOST_PARAMETERS = 60, 8  # of a function
MODELS, PARTS = "motorpool.models", "motorpool.models.parts"
SHOWN = 10  # places of a row
EXCEPTIONS = {  # functions that may take more parameters, each with its reason
    "world/world.py:__init__": "keywords of the public class: every one has a default that suits most users",
    "studies/compare/command.py:compare": "each parameter is an option of the command, as its library wants it",
    "compile/translation/command.py:export": "likewise",
    "studies/fitting/command.py:fit": "likewise",
    "studies/logs/command.py:log": "likewise",
    "recording/command.py:replay": "likewise",
    "studies/distributed/sweep/command.py:sweep": "likewise",
    "studies/mobility/command.py:mobility": "likewise",
    "studies/mobility/command.py:route": "likewise",
    "maps/command.py:terrain": "likewise",
    "maps/occupancy/command.py:occupancy": "likewise",
    "maps/world_folder.py:make_world": "keywords with defaults that suit most users, as `load_map` takes them",
    "studies/distributed/sweep/sweeping.py:sweep": "keywords with defaults that suit most users",
    "app/viewer/hub.py:__init__": "what a hub joins: world, player, pacer, choice, admission and limits that tests set",
    "studies/mobility/mapping.py:mobility_map": "keywords of the public function, with defaults that suit most users",
    "links/dis/console/command.py:dump": "likewise",
    "learning/environment.py:__init__": "keywords of the public class: every one has a default that suits most users",
    "learning/vector.py:__init__": "likewise",
    "learning/agents.py:convoy": "columns and numbers of a compiled stage",
    "world/traffic/driving.py:drive": "structures of columns that a compiled stage takes",
    "world/traffic/driving.py:drive_along": "likewise, of one vehicle",
    "world/traffic/driving.py:follow_speed": "likewise",
    "world/traffic/driving.py:steer_along": "likewise",
    "world/traffic/ahead.py:vehicle_ahead": "likewise",
    "world/traffic/tracking.py:follow_places": "structures of columns that a compiled stage takes",
    "world/recovery/stages.py:feel_around": "likewise",
    "world/sensors/error_models.py:__init__": "keywords of an error model: each is a term of the sum, 0 by default",
}

CORE = ("base", "models", "ground", "compile", "vehicles", "world")  # rooms that every program needs
BUDGETS = {  # lines of code; a change that needs more says why in its commit
    "core": 46_200,
    "recording": 3_800,
    "maps": 8_000,
    "links": 6_350,
    "learning": 4_600,
    "studies": 13_960,
    "app": 8_360,
    "commands": 2_665,  # and what they print, each in the folder of its subject
}
LOADS = {"Vehicle": 3_000, "Fleet": 4_200, "World": 15_350}  # lines of code that a name of the package loads


class Function(NamedTuple):
    """One function of the package."""

    name: str  # with its file
    lines: int
    parameters: int


class Needed(NamedTuple):
    """Text that a reader of one model meets."""

    name: str  # of the model
    own: int  # lines of code, without shared parts
    own_text: int  # all lines of these files, documentation and blank lines included
    whole: int  # lines of code, with shared parts
    whole_text: int  # all lines of these files
    depth: int  # of its deepest field: 2 for params.body.mass
    parts: frozenset[str]  # modules of the shared parts


def main() -> int:
    """Print the page, write it, or compare it; return the exit code."""
    page = structure_page()
    if "--write" in sys.argv[1:]:
        PAGE.write_text(page, encoding="utf-8")
        print(f"wrote {PAGE.relative_to(ROOT)}")
    elif "--check" in sys.argv[1:]:
        if not PAGE.exists() or PAGE.read_text(encoding="utf-8") != page:
            print("docs/structure.md is out of date; run make generate")
            return 1
    else:
        print(page, end="")
    return 0


def structure_page() -> str:
    """Return the counts as a page of the documentation."""
    functions = list(_functions())
    long = sorted((f for f in functions if f.lines > MOST_LINES), key=lambda f: -f.lines)
    wide = sorted((f for f in functions if f.parameters > MOST_PARAMETERS), key=lambda f: -f.parameters)
    repeated = sorted(((len(where), name) for name, where in _fields().items() if len(where) > 1), reverse=True)
    rows = [
        (f"functions over {MOST_LINES} lines", len(long), [f"{f.name} {f.lines}" for f in long]),
        (f"functions over {MOST_PARAMETERS} parameters", len(wide), [f"{f.name} {f.parameters}" for f in wide]),
        (
            f"names of fields that several structures declare, of {len(_fields())} names in all models",
            len(repeated),
            [f"{name} {count}" for count, name in repeated],
        ),
        ("modules in import cycles", len(cycle := _in_cycles()), sorted(cycle)),
    ]
    lines = [
        f"| {what} | {count} | {', '.join(f'`{place}`' for place in places[:SHOWN])} |" for what, count, places in rows
    ]
    allowed = [f"- `{name}`: {EXCEPTIONS[name]}." for name in EXCEPTIONS if name in {f.name for f in wide}]
    new = [f.name for f in (*long, *wide) if f.name not in EXCEPTIONS]
    if new:
        raise SystemExit(f"{', '.join(new)}: over {MOST_LINES} lines or {MOST_PARAMETERS} parameters, without a reason")
    if beyond := beyond_budget(lines_by_room(), {name: lines_loaded(name) for name in LOADS}):
        raise SystemExit("\n".join(beyond))
    head = "| what | count | the first of them |\n|---|---:|---|"
    return (
        "# Structure\n\nSee how much text a reader of a model needs, and where the package is hard to read. "
        f"`make generate` counts and\nwrites this page.\n\n## Models\n\n{_models_table()}\n\n"
        "Code counts lines that are neither blank nor comments nor docstrings; files, all of their lines. Own are all\n"
        "files that a model's file imports but for shared parts (`models/parts`) and the framework of all models\n"
        "(`models/*.py`); so splitting a file changes no number here. A field at depth 2 is `params.body.mass`.\n\n"
        f"## Rooms\n\n{_budget_table()}\n\n"
        f"The core is {', '.join(f'`{room}`' for room in CORE)}. A change that needs more\n"
        "lines raises the budget in `tools/checks/count_structure.py`, and its commit says why.\n\n"
        f"## Package\n\n{head}\n"
        + "\n".join(lines)
        + "\n\nMay take more parameters, and why:\n\n"
        + "\n".join(allowed)
        + "\n"
    )


def lines_by_room() -> dict[str, int]:
    """Return the lines of code of the core of each other room, and of commands in all rooms."""
    found = dict.fromkeys(BUDGETS, 0)
    for path in _files():
        room = path.relative_to(SOURCE).parts[0]
        if (
            "command_line" in path.parts
            or path.name == "console.py"
            or "command_line.command import Command" in (path.read_text(encoding="utf-8"))
        ):
            found["commands"] += _lines_of_code(_module(path))
        elif not room.endswith(".py"):
            found["core" if room in CORE else room] += _lines_of_code(_module(path))
    return found


def lines_loaded(name: str) -> int:
    """Return the lines of code of the modules that a public name loads, in a process of its own."""
    program = f"import sys, motorpool; motorpool.{name}; print(*(m for m in sys.modules if m.startswith('motorpool')))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return sum(_lines_of_code(module) for module in done.stdout.split())


def beyond_budget(rooms: Mapping[str, int], loads: Mapping[str, int]) -> list[str]:
    """Return a sentence for each room and each public name that has more lines of code than its budget."""
    counts = [(f"the room {room}", count, BUDGETS[room]) for room, count in rooms.items()]
    counts += [(f"what motorpool.{name} loads", count, LOADS[name]) for name, count in loads.items()]
    return [
        f"{what} has {count} lines of code, and its budget is {most}; shorten it, or raise the budget in "
        "tools/checks/count_structure.py and say why in the commit"
        for what, count, most in counts
        if count > most
    ]


def _budget_table() -> str:
    head = "| what | lines of code, at most |\n|---|---:|\n"
    words = {"core": "the core", "commands": "commands, in all rooms"}
    rows = [(words.get(room, f"`{room}`"), most) for room, most in BUDGETS.items()]
    rows += [(f"loaded by `mp.{name}`", most) for name, most in LOADS.items()]
    return head + "\n".join(f"| {what} | {most} |" for what, most in rows)


def _models_table() -> str:
    head = (
        "| model | own code | own files | code with shared parts | files with shared parts | depth of fields |\n"
        "|---|---:|---:|---:|---:|---:|\n"
    )
    return head + "\n".join(
        f"| `{each.name}` | {each.own} | {each.own_text} | {each.whole} | {each.whole_text} | {each.depth} |"
        for each in sorted(needed_by_models(), key=lambda each: (-each.own, each.name))
    )


def needed_by_models() -> list[Needed]:
    """Return the text that each model of the package needs; models of documents that are reproduced aside."""
    return [_needed(model) for model in _models()]


def users_of_parts() -> dict[str, set[type]]:
    """Return the models that need each shared part, by module; models of one ``State`` are one model."""
    found: dict[str, set[type]] = {
        _module(path): set() for path in sorted((SOURCE / "models" / "parts").glob("[!_]*.py"))
    }
    for model in _models():
        for part in _needed(model).parts:
            found[part].add(model.composed.State)
    return found


def units_of_fields() -> dict[str, set[str]]:
    """Return the units of each field's name over all models."""
    found: dict[str, set[str]] = {}
    for model in _models():
        for structure in model.structures.values():
            for field in fields_of(structure):
                found.setdefault(field.name, set()).add(field.unit)
    return found


def _models() -> Iterator[Model]:
    for name in names():
        model = find(name)
        if model.module.__name__.startswith(f"{MODELS}.") and "published" not in model.module.__name__:
            yield model


def _needed(model: Model) -> Needed:
    name = model.module.__name__
    modules = {module for module in _reached(name) if module.rpartition(".")[0] != MODELS}
    parts = frozenset(module for module in modules if module.startswith(f"{PARTS}."))
    own = _reached(name, is_own=True) & modules - parts
    composed = model.composed
    structures = [getattr(composed, name) for name in composition.STRUCTURES if hasattr(composed, name)]
    paths_of_fields = [field.path or field.name for structure in structures for field in fields_of(structure)]
    return Needed(
        model.name,
        sum(_lines_of_code(module) for module in own),
        sum(_lines(module) for module in own),
        sum(_lines_of_code(module) for module in modules),
        sum(_lines(module) for module in modules),
        max(path.count(".") + 1 for path in paths_of_fields),
        parts,
    )


@cache
def _reached(module: str, is_own: bool = False) -> frozenset[str]:
    """Return the modules below ``models`` that a module imports, itself among them, directly or through others.

    Args:
        module: where it begins.
        is_own: whether what shared parts import is left out.
    """
    found, waiting = {module}, [module]
    while waiting:
        at = waiting.pop()
        for target in () if is_own and at.startswith(f"{PARTS}.") else _graph()[at]:
            if target.startswith(f"{MODELS}.") and target not in found and _path_of(target).name != "__init__.py":
                found.add(target)
                waiting.append(target)
    return frozenset(found)


@cache
def _graph() -> Mapping[str, frozenset[str]]:
    """Return what each module imports, as modules of the package."""
    imports = {_module(path): _imports(path) for path in _files()}
    return {
        name: frozenset({_existing(target, imports.keys()) for target in targets} - {name, ""})
        for name, targets in imports.items()
    }


def _path_of(module: str) -> Path:
    path = SOURCE.parent.joinpath(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def _lines(module: str) -> int:
    return len(_path_of(module).read_text(encoding="utf-8").splitlines())


@cache
def _lines_of_code(module: str) -> int:
    """Return the number of lines that are neither blank nor a comment nor part of a docstring."""
    text = _path_of(module).read_text(encoding="utf-8")
    documented: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node) is not None:
            documented |= set(range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1))
    return sum(
        1
        for number, line in enumerate(text.splitlines(), 1)
        if number not in documented and line.strip() and not line.strip().startswith("#")
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


def _fields() -> dict[str, set[str]]:
    """Return the structures that declare each field of a model, by the field's name; a nested structure is no field."""
    found: dict[str, set[str]] = {}
    for model in _models():
        for name in composition.STRUCTURES:
            if not hasattr(model.composed, name):
                continue
            for _, structure in composition.all_parts(getattr(model.composed, name)):
                nested = {path for path, _ in composition.all_parts(structure)}
                for field in set(structure._fields) - nested:
                    found.setdefault(field, set()).add(f"{structure.__module__}.{structure.__name__}")
    return found


def _in_cycles() -> set[str]:
    """Modules that import themselves by way of others, at import time."""
    graph = {name: set(targets) for name, targets in _graph().items()}
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


def _existing(target: str, known: Set[str]) -> str:
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
