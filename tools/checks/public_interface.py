"""Lists the public interface: names with signatures, columns, keys of files, commands with options, messages, errors.

    python tools/checks/public_interface.py           print what differs from the stored list, and what breaks a promise
    python tools/checks/public_interface.py --write   store the present interface; refused if it breaks a promise

`tests/release/interface.json` holds it, and a test compares. `tests/release/golden` holds that of each released
version: what it has must be in the present interface, too, until the next first number of a version. docs/stability.md
has the rules.
"""

import difflib
import importlib
import inspect
import json
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
STORED = ROOT / "tests" / "release" / "interface.json"
RELEASED = ROOT / "tests" / "release" / "golden"
NAME = "interface.json"  # of a released version, in its folder of RELEASED

# Classes that public functions return, and modules with public names, beside those of docs/reference.md.
RETURNED = (
    "motorpool.learning.policy.Policy",
    "motorpool.models.registry.Model",
    "motorpool.recording.recording.Recording",
    "motorpool.recording.recording.Track",
    "motorpool.recording.sensor_recording.SensorRecording",
    "motorpool.world.scenario.loader.Scenario",
    "motorpool.world.vehicle_table.VehicleTable",
)
MODULES = ("motorpool.learning", "motorpool.learning.adapters")


def interface() -> dict[str, Any]:
    """Return the present public interface, as JSON has it."""
    import typer.main

    import motorpool
    from motorpool import errors
    from motorpool.app.cli.app import app
    from motorpool.models import registry
    from motorpool.vehicles import motor_pool
    from motorpool.world.components import structures
    from motorpool.world.scenario.format import json_schema

    return {
        "names": {name: shape_of(getattr(motorpool, name)) for name in motorpool.__all__},
        "names of modules": dict(names_of_modules()),
        "errors": sorted(
            name for name, value in vars(errors).items()
            if isinstance(value, type) and issubclass(value, (errors.MotorpoolError, Warning))
        ),
        "columns of vehicles": sorted({field for one in structures().values() for field in one.__annotations__}),
        "scenario keys": keys_of(json_schema()),
        "models": {
            name: {part: list(one._fields) for part, one in registry.find(name).structures.items()}
            for name in registry.names()
        },
        "words of model fields": words_of_models(),
        "vehicles": sorted(motor_pool.names()),
        "commands": dict(sorted(commands_of(typer.main.get_command(app)).items())),
        "exit codes": exit_codes(),
        "formats": formats(),
        "messages": messages(),
    }  # fmt: skip


def names_of_modules() -> Iterator[tuple[str, Any]]:
    """Yield the public names of the modules of docs/reference.md, and the classes that public functions return."""
    named = re.findall(r"^::: (\S+)", (ROOT / "docs" / "reference.md").read_text(encoding="utf-8"), re.MULTILINE)
    for place in (*(name for name in named if name.rpartition(".")[2].islower()), *MODULES):
        try:
            module = importlib.import_module(place)
        except ModuleNotFoundError:
            continue  # a function of the names
        for name in getattr(module, "__all__", own_names(module)):
            yield f"{place}.{name}", shape_of(getattr(module, name))
    for place in RETURNED:
        module, _, name = place.rpartition(".")
        yield place, shape_of(getattr(importlib.import_module(module), name))


def own_names(module: Any) -> list[str]:
    """Return the public classes and functions of a module that are defined in it or below it."""
    return sorted(
        name for name, value in vars(module).items()
        if not name.startswith("_") and (inspect.isclass(value) or inspect.isfunction(value))
        and f"{value.__module__}.".startswith(f"{module.__name__}.")
    )  # fmt: skip


def words_of_models() -> list[str]:
    """Return the words that may be given in place of a number for a field of a model."""
    from motorpool.models import registry
    from motorpool.models.fields import fields_of

    parts = [part for name in registry.names() for part in registry.find(name).structures.values()]
    known = [field.names for part in parts for field in fields_of(part) if field.names is not None]
    return sorted({word for names in known for word, _ in names.values})


def exit_codes() -> dict[str, dict[str, str]]:
    """Return the exit codes of all commands, and those that a command has of its own."""
    from motorpool.base.command_line.exit_codes import OF_ALL
    from motorpool.base.extensions import COMMANDS, load, shipped

    commands = {name: load(place).exit_codes for name, place in sorted(shipped(COMMANDS).items())}
    return {
        name: {str(code): words for code, words in codes.items()}
        for name, codes in {"all": OF_ALL, **commands}.items() if codes
    }  # fmt: skip


def shape_of(value: Any) -> Any:
    """Return the parameters of a function; of a class, those of each public member."""
    if not inspect.isclass(value):
        return parameters_of(value)
    members = {"()": parameters_of(value)}
    for name, member in inspect.getmembers(value):
        if not name.startswith("_"):
            members[name] = parameters_of(member) if inspect.isroutine(member) else "attribute"
    return members


def parameters_of(function: Any) -> list[str]:
    """Return the names of a callable's parameters, with a star before those that are given by name only."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (ValueError, TypeError):
        return []
    marks = {inspect.Parameter.KEYWORD_ONLY: "*", inspect.Parameter.VAR_KEYWORD: "**"}
    needed = {one.name for one in parameters if one.default is inspect.Parameter.empty}
    return [
        f"{marks.get(one.kind, '')}{one.name}{'' if one.name in needed else '='}"
        for one in parameters
        if one.name != "self"
    ]


def keys_of(schema: dict[str, Any]) -> dict[str, list[str]]:
    """Return the keys of each mapping of a scenario file; of a fleet those that are no model's parameters."""
    from motorpool.models import registry

    parameters = {field for name in registry.names() for field in registry.find(name).structures["params"]._fields}
    parts = {"": schema, **schema["$defs"]}
    return {
        name or "top": sorted(key for key in part["properties"] if name != "FleetPart" or key not in parameters)
        for name, part in parts.items()
        if "properties" in part
    }


def commands_of(group: Any, prefix: str = "") -> dict[str, list[str]]:
    """Return the options of each command, by its words."""
    found: dict[str, list[str]] = {}
    for name, command in group.commands.items():
        words = f"{prefix} {name}".strip()
        if hasattr(command, "commands"):
            found |= commands_of(command, words)
        elif not command.hidden:
            found[words] = sorted({option for one in command.params for option in (*one.opts, *one.secondary_opts)})
    return found


def formats() -> dict[str, Any]:
    """Return the versions, columns and keys of the files that are read in a later version, too."""
    from motorpool.ground.roads import network_files
    from motorpool.learning.task_format import TaskPart
    from motorpool.recording import columns, csv_recorder, sensor_recording
    from motorpool.vehicles.vehicle_problems import keys_by_table

    return {
        "recording": columns.FORMAT,
        "columns of recordings": [column.name for column in columns.COLUMNS],
        "columns of CSV": list(csv_recorder.HEADER),
        "recording of sensors": sensor_recording.FORMAT,
        "columns of recordings of sensors": sorted(name for name, _, _ in sensor_recording.value_columns()),
        "keys of tasks": keys_of(TaskPart.model_json_schema()),
        "keys of vehicle files": {name or "top": sorted(keys) for name, keys in keys_by_table().items()},
        "properties of road networks": sorted(network_files.PROPERTIES),
    }


def messages() -> dict[str, Any]:
    """Return the versions of messages between server and page, their fields, and the commands of the page."""
    from motorpool.app.viewer.schema import binary, page_commands, playground

    layouts = {layout.name: layout for layout in (*binary.TO_PAGE, *binary.FROM_PAGE, *binary.FILES.values())}
    return {
        "version": binary.VERSION,
        "version of the playground": playground.VERSION,
        "commands of the page": sorted(page_commands.COMMANDS),
        "layouts": {name: [f"{field.name} {field.dtype}" for field in one.fields] for name, one in layouts.items()},
    }


# ---- promises


def broken(before: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    """Return what an interface had and another one lacks, in sentences.

    Args:
        before: interface of a released version.
        now: present interface.
    """
    present = dict(flat(now))
    found: list[str] = []
    for name, what in flat(before):
        if name not in present:
            found.append(f"{name} is gone")
        elif what is not None and present[name] is not None:
            found += changed_parameters(name, what, present[name])
    return found


def flat(found: Mapping[str, Any]) -> Iterator[tuple[str, list[str] | None]]:
    """Yield each name of an interface with its heading and, if it is a function, its parameters.

    Names have the form "names: World.step", "commands: run --seed".
    Messages are left out, because server and page are of one version.
    """
    for heading, content in found.items():
        if heading in ("names", "names of modules"):
            for name, shape in content.items():
                yield f"{heading}: {name}", shape if isinstance(shape, list) else None
                for member, inner in shape.items() if isinstance(shape, dict) else ():
                    place = f"{name}()" if member == "()" else f"{name}.{member}"
                    yield f"{heading}: {place}", inner if isinstance(inner, list) else None
        elif heading != "messages":
            yield from (
                (f"{heading}: {name}", None) for name in _leaves(content, " " if heading == "commands" else ".")
            )


def _leaves(content: Any, joint: str, prefix: str = "") -> Iterator[str]:
    """Yield the names in nested mappings and lists."""
    for name in content if isinstance(content, (dict, list)) else ():
        place = f"{prefix}{joint if prefix else ''}{name}"
        yield place
        yield from _leaves(content[name], joint, place) if isinstance(content, dict) else ()


def changed_parameters(name: str, before: list[str], now: list[str]) -> list[str]:
    """Return in sentences why calls of a function that were right are wrong now.

    Args:
        name: of the function, with its heading.
        before: its parameters: "*" before those that are given by name, "=" after those with a default.
        now: its present parameters.
    """
    place = name.removesuffix("()")
    were, are = ({one.strip("*="): one for one in some} for some in (before, now))
    found = [f"{place}({one}) is gone" for one in were if one not in are]
    for one, words in are.items():
        is_needed = not words.endswith("=") and not words.startswith("**")
        if is_needed and (one not in were or were[one].endswith("=")):
            found.append(f"{place}({one}) must be given now")
        if words.startswith("*") and not were.get(one, "*").startswith("*"):
            found.append(f"{place}({one}) must be given by name now")
    by_place = [[one for one in some if not one.startswith("*")] for some in (before, now)]
    kept = [one.strip("=") for one in by_place[0] if one.strip("=") in {each.strip("=") for each in by_place[1]}]
    if kept != [one.strip("=") for one in by_place[1]][: len(kept)]:
        found.append(f"{place}: the order of its parameters has changed")
    return found


def released() -> dict[str, Any]:
    """Return the interface of each released version with the same first number as the present one, by version."""
    import motorpool

    first = motorpool.__version__.partition(".")[0]
    return {
        file.parent.name: json.loads(file.read_text(encoding="utf-8"))
        for file in sorted(RELEASED.glob(f"{first}.*/{NAME}"))
    }


def text_of(found: Mapping[str, Any]) -> str:
    """Return the interface as the stored file has it."""
    return json.dumps(found, indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def main() -> None:
    """Store the interface, or print what has changed."""
    present = interface()
    problems = [f"{version}: {one}" for version, before in released().items() for one in broken(before, present)]
    now = text_of(present)
    if "--write" in sys.argv[1:] and not problems:
        STORED.write_text(now, encoding="utf-8")
        return
    before = STORED.read_text(encoding="utf-8")
    sys.stdout.writelines(difflib.unified_diff(before.splitlines(True), now.splitlines(True), "stored", "present", n=2))
    if problems:
        sys.exit("motorpool: a promise of an earlier version is broken:\n" + "\n".join(problems))
    sys.exit(0 if now == before else 1)


if __name__ == "__main__":
    main()
