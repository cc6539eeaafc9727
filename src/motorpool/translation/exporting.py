"""Exporting a model: its step, in another language, in one file that needs nothing else."""

from collections.abc import Sequence
from typing import Any

from ..errors import ModelError, unknown_name
from ..models import registry
from ..models.registry import Model
from .driving import Drive
from .languages import LANGUAGES
from .languages.language import Language
from .poses import POSES
from .program import program_of

OTHER_NAMES = {
    "c99": "c", "c++": "cpp", "c++17": "cpp", "c#": "csharp", "cs": "csharp", "js": "javascript", "ts": "typescript",
    "py": "python", "gd": "gdscript", "rs": "rust",
}  # fmt: skip


def export(
    model: Any, to: str, *, vehicle: str | None = None, poses: Sequence[str] = (), drive: Drive | None = None
) -> str:
    """Return a model as a program text of another language: readable, complete, and with the same numbers.

    Example:
        text = mp.export("bicycle", to="javascript")
        text = mp.export("M998", to="c#", poses=["unity"])

    Args:
        model: a name ("single-track"), a vehicle's ("M1A1"), the path of a vehicle's file, or a module.
        to: a language: c, cpp, csharp, gdscript, glsl, java, javascript, lua, python, rust or typescript.
        vehicle: its values are the parameters' defaults; it must be of this model.
        poses: functions for the pose in other programs that are added: "screen" (y down, degrees), "godot", "unity".
        drive: a drive that the file makes when it is run (``translation.driving.drive_of``); none by default.

    Raises:
        ModelError: no such model, vehicle, language or pose, or a model that cannot be translated.
    """
    language = written(model, to, vehicle=vehicle, poses=poses)
    return language.write() if drive is None else language.with_drive(drive)


def written(model: Any, to: str, *, vehicle: str | None = None, poses: Sequence[str] = ()) -> Language:
    """Return a model as a language that can write it; errors are those of ``export``.

    Args:
        model: as of ``export``, like the others.
        to: language.
        vehicle: whose values the parameters have.
        poses: functions that are added.
    """
    language = language_of(to)
    for pose in poses:
        if pose not in POSES:
            raise ModelError(unknown_name("export", "pose", pose, POSES))
    extra = [function for pose in poses for function in POSES[pose]]
    return language(program_of(found_model(model, vehicle), extra))


def language_of(name: str) -> type[Language]:
    """Return a language by its name, or another that is usual.

    Raises:
        ModelError: there is no such language.
    """
    known = OTHER_NAMES.get(name.lower(), name.lower())
    if known == "fmu":
        raise ModelError("an FMU is an archive and no text; call motorpool.translation.fmi.fmu(...), or write --to fmu")
    if known not in LANGUAGES:
        raise ModelError(unknown_name("export", "language", name, LANGUAGES))
    return LANGUAGES[known]


def found_model(model: Any, vehicle: str | None) -> Model:
    """Return a model; with a vehicle, that vehicle of it.

    Raises:
        ModelError: no such model or vehicle, or the vehicle is of another model.
    """
    found = registry.find(model)
    if vehicle is None:
        return found
    pool = registry.find(vehicle)
    if pool.vehicle is None:
        raise ModelError(f"vehicle is {vehicle!r}, which is a model; give a vehicle of the motor pool, or its file")
    if pool.vehicle.model != registry.resolve_alias(found.name):
        raise ModelError(
            f"the vehicle {vehicle!r} moves by the model {pool.vehicle.model!r} and not by {found.name!r}; export "
            f"{vehicle!r} itself"
        )
    return pool
