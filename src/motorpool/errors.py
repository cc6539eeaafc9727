"""Everything that can go wrong, in one place: the exception tree and the status bits of vehicles.

    MotorpoolError
    ├── ModelError        a model, or one of its values, is not usable        (also a ValueError)
    │   └── VehicleError  a vehicle's file says something that is not allowed
    ├── TerrainError      a terrain cannot be read or does not fit            (also a ValueError)
    ├── ScenarioError     a scenario file says something that is not allowed  (also a ValueError)
    ├── WorldError        a world cannot be built or stepped as asked         (also a ValueError)
    ├── RecordingError    a recording cannot be written or read               (also an OSError)
    ├── ViewerError       the live page cannot be served                      (also an OSError)
    ├── ExerciseError     the network of an exercise cannot be used so        (also an OSError)
    └── MissingExtraError a library of an optional extra is not installed     (also an ImportError)

Compiled code never raises: it sets bits in a vehicle's ``status`` column, and ``Status.sentences``
says what they mean.
"""

import difflib
import importlib
from collections.abc import Iterable
from enum import IntFlag
from types import ModuleType


class MotorpoolError(Exception):
    """Base of the errors that a user can mend: one sentence with where, what came, what is allowed, what to do."""


class ModelError(MotorpoolError, ValueError):
    """A motion model, or a value given to one, is not usable."""


class VehicleError(ModelError):
    """A vehicle's file cannot be read, or says something that is not allowed: a line for each thing."""


class TerrainError(MotorpoolError, ValueError):
    """A terrain cannot be read or does not fit."""


class ScenarioError(MotorpoolError, ValueError):
    """A scenario file says something that is not allowed."""


class WorldError(MotorpoolError, ValueError):
    """A world cannot be built or stepped as asked."""


class RecordingError(MotorpoolError, OSError):
    """A recording cannot be written or read."""


class ViewerError(MotorpoolError, OSError):
    """The live page cannot be served."""


class ExerciseError(MotorpoolError, OSError):
    """The network of an exercise cannot be used as asked."""


class MissingExtraError(MotorpoolError, ImportError):
    """A library that an optional extra provides is not installed."""


class Status(IntFlag):
    """Bits of a vehicle's ``status`` column; zero means that nothing is wrong."""

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


def unknown_name(where: str, kind: str, name: str, known: Iterable[str]) -> str:
    """Return the sentence that refuses a name: with the name that was meant, or with all names where none is like it.

    Args:
        where: the thing that lacks it, such as "bicycle/arc.control".
        kind: the kind of name, "field" or "column".
        name: as it came.
        known: the names that are there.
    """
    names = list(known)
    close = difflib.get_close_matches(name, names, n=1)
    advice = f"did you mean {close[0]!r}?" if close else f"its {kind}s are {', '.join(names)}"
    return f"{where} has no {kind} {name!r}; {advice}"


def require(module: str, *, extra: str, purpose: str) -> ModuleType:
    """Import a module of an optional extra, or say which extra to install.

    Args:
        module: its dotted name.
        extra: of this package, that installs it.
        purpose: what needs it, as the sentence begins.

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
            f"{purpose} needs {package}, which is not installed; install it with: pip install 'motorpool[{extra}]'"
        ) from error
