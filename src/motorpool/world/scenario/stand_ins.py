"""Stand-ins for motion models whose code must not run: a built-in model of the same kind, with the same body.

A vehicle's file is not opened, either; a recording names the vehicle that ships on which it is based, which is drawn.

A recording has the poses, so that it is played without the code of its models. A scenario is checked without running
the code that it names. Both need a world whose fleets have the numbers, names and dimensions of the original.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, cast

from ...models import registry
from ...models.own_model import FILE_SUFFIXES, is_own
from ...vehicles import motor_pool
from ...vehicles.fleet import Body, body_of
from ...vehicles.fleet import Fleet as Vehicles
from ..scenario_keys import WrittenFleet
from .document import as_text, parse
from .fleet_keys import VEHICLE, BodyPart
from .format import KEYS, FleetPart
from .loader import Scenario, scenario_of
from .named_code import KEYS as MODEL_KEYS
from .named_code import code_of

PLAIN = {"wheeled": "bicycle/arc", "tracked": "tracked/arc"}  # by kind
ANY_KIND = "bicycle/arc"
OTHER_MODELS = tuple(key for key in MODEL_KEYS if key not in ("model", VEHICLE))  # keys of models beside the first

Fleet = Mapping[str, Any]


def without_code(scenario: Scenario) -> Scenario:
    """Return a scenario with stand-ins for the models that are files of code."""
    if not scenario.code:
        return scenario
    values = scenario.content.model_dump(mode="json", exclude_unset=True)
    fleets: list[Fleet] = []
    for fleet in values["vehicles"]:
        if code_of(fleet["model"], scenario.folder):
            model = registry.find_in_data(fleet["model"], scenario.folder)
            fleet = _stand_in(fleet, PLAIN.get(model.kind, ANY_KIND), body=body_of(model)._asdict())
        unread = [key for key in OTHER_MODELS if code_of(fleet.get(key) or "", scenario.folder)]
        fleets.append(_without(fleet, unread))
    values["vehicles"] = fleets
    return scenario_of(as_text(values), name=scenario.name, folder=scenario.folder, where=scenario.where)


def playable(text: str, *, name: str, folder: Path, where: str, fleets: Sequence[Fleet]) -> Scenario:
    """Return the scenario of a recording with stand-ins for models and vehicles of files; no such file is opened.

    Args:
        fleets: descriptions in the recording, each with a "name", a "kind", a "body" (its dimensions) and the
            "vehicle" that ships by whose shape it is drawn, empty if there is none.

    Raises:
        ScenarioError: it has mistakes; a line for each.
    """
    values = parse(text, where).values
    described = cast("dict[str, Any]", values).get("vehicles") if isinstance(values, dict) else None
    parts = cast("list[Any]", described) if isinstance(described, list) else []
    found = [_played(part, fleets[index] if index < len(fleets) else {}) for index, part in enumerate(parts)]
    if found == parts:
        return scenario_of(text, name=name, folder=folder, where=where)
    return scenario_of(as_text({**values, "vehicles": found}), name=name, folder=folder, where=where)


def stand_in_for(known: Fleet) -> Vehicles:
    """Return the fleet that a recording describes, with a built-in model of its kind unless its model ships."""
    name = PLAIN.get(known["kind"], ANY_KIND) if _is_elsewhere(known["model"]) else known["model"]
    return Vehicles(name, known["count"], name=known["name"], body=Body(**known["body"]))


def _played(part: Any, known: Fleet) -> Any:
    """Return the keys of a fleet, which may have mistakes, without files of models and vehicles."""
    if not isinstance(part, dict):
        return part
    fleet = cast("dict[str, Any]", part)
    if _is_elsewhere(fleet.get("model", fleet.get(VEHICLE))):
        vehicle = known.get("vehicle")
        plain = str(vehicle) if vehicle in motor_pool.names() else PLAIN.get(str(known.get("kind")), ANY_KIND)
        fleet = _stand_in(fleet, plain, body=known.get("body", {})) | _name_of(known)
    return _without(fleet, [key for key in OTHER_MODELS if _is_elsewhere(fleet.get(key))])


def _is_elsewhere(name: Any) -> bool:
    """Return whether a name is that of a file, of a module or of an unknown model."""
    if not isinstance(name, str):
        return False
    base, _ = registry.split_name(name)
    return base.endswith(FILE_SUFFIXES) or is_own(base) or not registry.is_known(base)


def _stand_in(fleet: Fleet, plain: str, *, body: Mapping[str, float]) -> dict[str, Any]:
    """Return the keys of a fleet with a built-in model or vehicle, without the parameters of the original one."""
    name = fleet.get("name") or fleet.get("model") or fleet.get(VEHICLE)
    kept = {key: value for key, value in fleet.items() if key in FleetPart.model_fields and key not in OTHER_MODELS}
    written = WrittenFleet((), {**kept, "model": plain}, "model", registry.find(plain), Path())
    kept = _without(kept, [str(problem.path[0]) for keys in KEYS for problem in keys.model_problems(written)])
    size = {key: value for key, value in body.items() if key in BodyPart.model_fields}
    given = kept.get("body")
    size |= cast("dict[str, Any]", given) if isinstance(given, dict) else {}
    return {**kept, "name": name, "model": plain, "body": size}


def _name_of(known: Fleet) -> dict[str, Any]:
    return {"name": known["name"]} if known.get("name") else {}


def _without(fleet: Fleet, keys: Sequence[str]) -> dict[str, Any]:
    return {key: value for key, value in fleet.items() if key not in keys}
