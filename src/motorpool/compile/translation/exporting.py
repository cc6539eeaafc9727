"""Export of a model: its step in another language, in one file without dependencies; programs that run it, and poses.

Poses are in the conventions of other programs: those of Godot and Unity are ``models.frames.to_godot`` and
``to_unity``; the screen's has degrees, as for sprites.
"""

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from ...base.errors import ModelError, suggestion, unknown_name
from ...base.synonyms import plain
from ...models import registry
from ...models.fields import shown_value
from ...models.frames import to_godot, to_unity
from ...models.mathematics import wrap_angle
from ...models.registry import Model
from .driving import Drive
from .languages import LANGUAGES
from .languages.language import Language
from .program import program_of


class Engine(NamedTuple):
    """Program that ``export`` accepts in place of a language: the language, and the pose in its conventions."""

    language: str  # a name of ``languages.LANGUAGES``
    pose: str = ""  # a name of ``POSES``, which is added; none for one whose conventions no pose has
    title: str = ""


ENGINES = {
    "unity": Engine("csharp", "unity", "Unity"),
    "godot": Engine("gdscript", "godot", "Godot 4"),
    "unreal": Engine("cpp", title="Unreal Engine"),
    "monogame": Engine("csharp", "screen", "MonoGame"),
    "pygame": Engine("python", "screen", "pygame"),
    "phaser": Engine("javascript", "screen", "Phaser"),
    "pixi": Engine("javascript", "screen", "PixiJS"),
    "threejs": Engine("javascript", title="three.js"),
    "babylon": Engine("javascript", title="Babylon.js"),
    "love2d": Engine("lua", "screen", "LÖVE"),
    "defold": Engine("lua", title="Defold"),
    "bevy": Engine("rust", title="Bevy"),
    "libgdx": Engine("java", title="libGDX"),
    "blender": Engine("python", title="Blender"),
    "arduino": Engine("c", title="Arduino"),
    "gazebo": Engine("cpp", title="Gazebo"),
}


def export(
    model: Any, to: str, *, vehicle: str | None = None, poses: str | Sequence[str] = (), drive: Drive | None = None
) -> str:
    """Return a model as the text of a complete and readable program in another language, with the same results.

    Example:
        text = mp.export("bicycle", to="javascript")
        text = mp.export("M998", to="c#", poses=["unity"])

    Args:
        model: name of a model ("single-track") or vehicle ("M1A1"), path of a vehicle file, or a module.
        to: name of a language, a key of ``translation.languages.LANGUAGES``: "cpp", "python"; or of a program, a key of
            ``translation.exporting.ENGINES``: "unity" is "csharp" with the pose "unity".
        vehicle: vehicle of this model whose values become the parameters' defaults.
        poses: conversions of the pose to other programs to include: "screen" (y down, degrees), "godot", "unity".
        drive: drive of the file when it is run (``translation.driving.drive_of``); none by default.

    Raises:
        ModelError: the model, vehicle, language or pose is unknown, or the model cannot be translated.
    """
    if drive is not None and not hasattr(drive, "phases"):
        raise ModelError(
            f"export: drive is {shown_value(drive)}; it must be a Drive, as drive_of(8.0, 0.3, 10.0) of "
            "motorpool.compile.translation.driving returns it, or None"
        )
    language = written(model, to, vehicle=vehicle, poses=poses)
    return language.write() if drive is None else language.with_drive(drive)


def written(model: Any, to: str, *, vehicle: str | None = None, poses: str | Sequence[str] = ()) -> Language:
    """Return a model as a language object that writes it; parameters and errors are those of ``export``."""
    engine = ENGINES.get(plain(str(to)).replace(".", ""))
    language = language_of(to if engine is None else engine.language)
    given = (poses,) if isinstance(poses, str) else tuple(poses)
    poses = given if engine is None or not engine.pose else tuple(dict.fromkeys((engine.pose, *given)))
    for pose in poses:
        if pose not in POSES:
            raise ModelError(unknown_name("export", "pose", pose, POSES))
    extra = [function for pose in poses for function in POSES[pose]]
    return language(program_of(found_model(model, vehicle), extra))


def language_of(name: str) -> type[Language]:
    """Return a language by its name or an alias.

    Raises:
        ModelError: the language is unknown.
    """
    known = str(name).lower()
    if known == "fmu":
        raise ModelError(
            "an FMU is an archive, not text; call motorpool.compile.translation.fmi.fmu(...), or use --to fmu"
        )
    for language in LANGUAGES.values():
        if known in (language.name, *language.other_names):
            return language
    meant = suggestion(known, [*LANGUAGES, "fmu", *ENGINES])
    listed = f"its languages are {', '.join(LANGUAGES)}, and fmu by --to fmu; programs: {', '.join(ENGINES)}"
    raise ModelError(f"export has no language {name!r}; {meant or listed}")


def found_model(model: Any, vehicle: str | None) -> Model:
    """Return a model, or a vehicle of it.

    Raises:
        ModelError: the model or vehicle is unknown, or the vehicle has another model.
    """
    found = registry.find(model)
    if vehicle is None:
        return found
    pool = registry.find(vehicle)
    if pool.vehicle is None:
        raise ModelError(f"vehicle is {vehicle!r}, which is a model; give the name or the file of a vehicle")
    if pool.vehicle.model != registry.resolve_alias(found.name):
        raise ModelError(
            f"the vehicle {vehicle!r} has the model {pool.vehicle.model!r}, not {found.name!r}; export "
            f"{vehicle!r} itself"
        )
    return pool


# ---- poses

DEGREES = 180.0 / math.pi  # per radian


class Sprite(NamedTuple):
    """Position and rotation of a sprite on a screen with y downward."""

    right: Any  # [pixels]
    down: Any  # [pixels]
    degrees: Any  # clockwise on the screen, for a sprite that faces right


def to_screen(x: Any, y: Any, yaw: Any, scale: Any, left: Any, top: Any) -> Sprite:
    """Return the position and rotation of a sprite on a screen whose edges are ``left`` and ``top`` [m], y down.

    The ``scale`` is in pixels/m.

    The sprite must face right and have its origin (pivot, anchor) at the vehicle's reference point: with the origin in
    the picture's corner it would rotate about that corner. A picture that faces up needs 90 degrees more.

    Args:
        yaw: counter-clockwise from east [rad].
    """
    return Sprite((x - left) * scale, (top - y) * scale, wrap_angle(-yaw) * DEGREES)


def from_screen(right: Any, down: Any, scale: Any, left: Any, top: Any) -> tuple[Any, Any]:
    """Return x, y [m] of a position on the screen [pixels], for example of a click; arguments as of ``to_screen``."""
    return left + right / scale, top - down / scale


POSES = {"screen": (to_screen, from_screen), "godot": (to_godot,), "unity": (to_unity,)}
