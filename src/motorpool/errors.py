"""Exceptions of the package, and status bits of vehicles.

    MotorpoolError
    ├── ModelError        a model, or one of its values, is not usable        (also a ValueError)
    │   └── VehicleError  a vehicle's file has a value that is not allowed
    ├── TerrainError      a terrain cannot be read or does not fit            (also a ValueError)
    ├── ScenarioError     a scenario file has a value that is not allowed     (also a ValueError)
    ├── WorldError        a world cannot be built or stepped                  (also a ValueError)
    ├── RecordingError    a recording cannot be written or read               (also an OSError)
    ├── ViewerError       the live page cannot be served                      (also an OSError)
    ├── ExerciseError     the network of an exercise cannot be used           (also an OSError)
    ├── RosError          robot programs cannot be served, or send nonsense   (also an OSError)
    ├── SweepError        a sweep cannot be run or stored                     (also a ValueError)
    ├── ClusterError      a cluster cannot be reached, or was lost            (also an OSError)
    ├── FitError          a vehicle cannot be fitted to a log                 (also a ValueError)
    ├── TrustError        a file names code that was not trusted              (also a PermissionError)
    ├── CacheError        the folder of compiled kernels is not the user's own (also an OSError)
    └── MissingExtraError a library of an optional extra is not installed     (also an ImportError)

    StepWarning                  a step is longer than a model states; a UserWarning
    InterfaceDeprecationWarning  an old public name is used; a DeprecationWarning

Compiled code never raises: it sets bits in a vehicle's ``status`` column, and ``Status.sentences``
explains them.
"""

import difflib
import importlib
import re
from collections.abc import Iterable, Sequence
from enum import IntFlag
from pathlib import Path
from types import ModuleType

from .terminal import in_one_line


class MotorpoolError(Exception):
    """Base class of errors that the user can correct: one sentence with place, value, allowed values and remedy.

    Example:
        try:
            mp.Vehicle("bicycle", wheelbase=-2.7)
        except mp.MotorpoolError as error:
            print(error)  # bicycle/arc.wheelbase is -2.7 m; it must be positive (front to rear axle [m])
    """


class ModelError(MotorpoolError, ValueError):
    """Raised if a motion model, or a value for one, is invalid."""


class VehicleError(ModelError):
    """Raised if a vehicle's file cannot be read or has values that are not allowed, one line for each."""


class TerrainError(MotorpoolError, ValueError):
    """Raised if a terrain cannot be read or does not fit."""


class ScenarioError(MotorpoolError, ValueError):
    """Raised if a scenario file has values that are not allowed."""


class WorldError(MotorpoolError, ValueError):
    """Raised if a world cannot be built or stepped."""


class RecordingError(MotorpoolError, OSError):
    """Raised if a recording cannot be written or read."""


class ViewerError(MotorpoolError, OSError):
    """Raised if the live page cannot be served."""


class ExerciseError(MotorpoolError, OSError):
    """Raised if the network of an exercise cannot be used."""


class RosError(MotorpoolError, OSError):
    """Raised if robot programs cannot be served, or if a message of theirs is invalid."""


class SweepError(MotorpoolError, ValueError):
    """Raised if a sweep cannot be run, or its results cannot be stored."""


class ClusterError(MotorpoolError, OSError):
    """Raised if a cluster cannot be reached, lacks a requirement, or was lost."""


class FitError(MotorpoolError, ValueError):
    """Raised if a log cannot be read, or a vehicle cannot be fitted to it."""


class TrustError(MotorpoolError, PermissionError):
    """Raised if a file refers to code that is not trusted, which is then not run, one line for each file of code.

    Attributes:
        files: those files, each with its SHA-256 and the place that refers to it (``trust.CodeFile``).
    """

    def __init__(self, sentence: str, files: Sequence[tuple[Path, str, str]] = ()):
        super().__init__(sentence)
        self.files = tuple(files)

    def __reduce__(self) -> tuple[type["TrustError"], tuple[str, tuple[tuple[Path, str, str], ...]]]:
        """Return the arguments for pickling, because the default form loses the files."""
        return TrustError, (self.args[0], self.files)


class CacheError(MotorpoolError, OSError):
    """Raised if the folder of compiled kernels can be written by another user."""


class MissingExtraError(MotorpoolError, ImportError):
    """Raised if a library that an optional extra provides is not installed."""


class StepWarning(UserWarning):
    """Warning of a step above the limit of a model's accuracy; the result is inaccurate."""


class InterfaceDeprecationWarning(DeprecationWarning):
    """Warning of the use of an old public name; it states the replacement and the version that removes the name."""


class Status(IntFlag):
    """Bits of a vehicle's ``status`` column; zero means no problem.

    Example:
        car = mp.Vehicle("bicycle")
        if mp.Status.NOT_FINITE in car.status:
            print(car.problems())
        car.status = 0  # clears it
    """

    NOT_FINITE = 1
    BLOCKED = 2
    OFF_MAP = 4
    OUT_OF_RANGE = 8
    OVERTURNED = 16
    JACK_KNIFED = 32

    def sentences(self) -> list[str]:
        """Return a sentence for each bit that is set."""
        return [sentence for bit, sentence in _SENTENCES.items() if bit in self]


_SENTENCES = {
    Status.NOT_FINITE: "a control, parameter or result is NaN or infinite, so the vehicle stands still "
    "where it last was; give it finite values and clear its status",
    Status.BLOCKED: "an object stands in the way; drive around it",
    Status.OFF_MAP: "the vehicle is at the edge of the map; turn back",
    Status.OUT_OF_RANGE: "a control, parameter or ground value is beyond what its model allows, so the vehicle "
    "stands still where it last was; bring it back into its range and clear its status",
    Status.OVERTURNED: "the vehicle lies on its side; place it anew",
    Status.JACK_KNIFED: "the trailer has folded against the tractor; drive forward",
}


class Refusal(str):
    """Error message on an unknown name, or one per line, with the allowed names if they are too many for a sentence.

    Attributes:
        known: those names; empty if the message contains them.
        kind: kind of name, such as "field".
    """

    __slots__ = ("kind", "known")

    def __new__(cls, sentence: str, known: Iterable[str] = (), *, kind: str = "name") -> "Refusal":
        """Return the message with these names."""
        made = super().__new__(cls, sentence)
        made.known, made.kind = tuple(known), kind
        return made


def shown_error(error: MotorpoolError) -> str:
    """Return the text of an error for a terminal: one line, or one line per problem ("file:line: message")."""
    is_list = bool(error.args) and isinstance(error.args[0], Refusal)
    return str(error) if is_list else in_one_line(str(error))


MOST_IN_SENTENCE = 8  # limit of the names in a sentence; more are listed in columns
_SUGGESTED = 3

# Symbols of the literature and words of other programs, with the corresponding names of this package.
_MEANINGS = {
    "a": ("acceleration",),
    "accelerator": ("throttle",),
    "alpha": ("slip_angle",),
    "angle": ("steer_angle", "yaw"),
    "angularvelocity": ("yaw_rate",),
    "beta": ("sideslip_angle",),
    "delta": ("steer_angle", "steer"),
    "direction": ("yaw",),
    "gas": ("throttle",),
    "goals": ("guidance", "goal"),
    "heading": ("yaw",),
    "iz": ("yaw_inertia",),
    "kappa": ("slip_ratio",),
    "l": ("wheelbase",),
    "lat": ("y",),
    "length": ("wheelbase",),
    "lf": ("front_axle_offset",),
    "load": ("restore",),
    "location": ("x", "y"),
    "lon": ("x",),
    "lr": ("rear_axle_offset",),
    "m": ("mass",),
    "move": ("step",),
    "mu": ("friction",),
    "omega": ("yaw_rate",),
    "orientation": ("yaw",),
    "pos": ("x", "y"),
    "position": ("x", "y"),
    "psi": ("yaw",),
    "px": ("x",),
    "py": ("y",),
    "r": ("yaw_rate",),
    "reset": ("restore",),
    "rotation": ("yaw",),
    "rpm": ("engine_speed",),
    "save": ("snapshot",),
    "simulate": ("step",),
    "steering": ("steer_angle", "steer"),
    "steeringangle": ("steer_angle", "steer"),
    "theta": ("yaw",),
    "tick": ("step",),
    "u": ("speed", "forward_speed"),
    "update": ("step",),
    "v": ("speed",),
    "velocity": ("speed", "target_speed"),
    "vx": ("forward_speed", "speed"),
    "vy": ("lateral_speed",),
    "weight": ("mass",),
    "width": ("track_width", "track_gauge"),
}


def closest_names(name: str, known: Iterable[str]) -> list[str]:
    """Return the most similar known names, the most likely first; case and dashes are ignored."""
    plain = {_plain(each): each for each in known}
    plain_name = _plain(name)
    if plain_name in plain:
        return [plain[plain_name]]
    meant = [word for word in _MEANINGS.get(plain_name, ()) if word in plain.values()]
    if meant:
        return meant[:_SUGGESTED]
    found = difflib.get_close_matches(plain_name, plain, n=_SUGGESTED, cutoff=0.6)
    best = difflib.SequenceMatcher(None, plain_name, found[0]).ratio() if found else 0.0
    # A name that differs in one letter is returned alone; others only if they are about as similar as the best one.
    return [plain[each] for each in found if difflib.SequenceMatcher(None, plain_name, each).ratio() > best - 0.05]


def suggestion(name: str, known: Iterable[str]) -> str:
    """Return "did you mean 'mass'?", or an empty text if no known name is similar."""
    close = [repr(each) for each in closest_names(name, known)]
    return f"did you mean {' or '.join(close)}?" if close else ""


def unknown_name(where: str, kind: str, name: str, known: Iterable[str], *, listed: str = "") -> Refusal:
    """Return the error message on an unknown name: with similar names, or with the known ones.

    Args:
        where: owner of the names, such as "bicycle/arc.control"; empty without an owner.
        listed: place with the full list, such as "`motorpool models`", if they are too many for a sentence.
    """
    names = list(known)
    sentence = f"{where} has no {kind} {name!r}" if where else f"there is no {kind} {name!r}"
    columns = names if len(names) > MOST_IN_SENTENCE else ()
    return Refusal(f"{sentence}; {suggestion(name, names) or _all(where, kind, names, listed)}", columns, kind=kind)


def unknown_key(place: str, key: str, known: Iterable[str], *, listed: str) -> Refusal:
    """Return the error message on an unknown key, as in "vehicles[0].weelbase", of a file."""
    names = list(known)
    close = closest_names(key, names)
    if close:
        return Refusal(f"there is no key {place}; did you mean {' or '.join(close)}?")
    if len(names) <= MOST_IN_SENTENCE:
        return Refusal(f"there is no key {place}; the keys here are {', '.join(names)}")
    return Refusal(f"there is no key {place}; {listed} lists the {len(names)} keys here", names, kind="key")


def _all(where: str, kind: str, names: list[str], listed: str) -> str:
    owner = "its" if where else "the"
    if not names:
        return f"there are no {kind}s"
    if len(names) <= MOST_IN_SENTENCE:
        return f"{owner} {kind}s are {', '.join(names)}"
    if listed:
        return f"{listed} lists {owner} {len(names)} {kind}s"
    return f"{owner} {len(names)} {kind}s are {', '.join(names[:MOST_IN_SENTENCE])} and others"


def _plain(name: str) -> str:
    return re.sub(r"[-_ ]", "", name.casefold())


def install_command(extra: str) -> str:
    """Return the command that installs optional extras ("app,cluster"); the package is not on PyPI."""
    return f"pip install '.[{extra}]' in a checkout of Motorpool, or with the path of its wheel in place of the dot"


def require(module: str, *, extra: str, purpose: str) -> ModuleType:
    """Import a module of an extra for a purpose ("a figure"), or raise an error with the command that installs it.

    Raises:
        MissingExtraError: the module is not installed.
    """
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        package = module.partition(".")[0]
        if error.name is None or error.name.partition(".")[0] != package:
            raise
        raise MissingExtraError(
            f"{purpose} needs {package}, which is not installed; install it with: {install_command(extra)}"
        ) from error
