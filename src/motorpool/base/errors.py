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
    ├── ResourceError     the system gives no more memory or threads           (also an OSError)
    ├── VariableError     an environment variable has a value that is not allowed (also a ValueError)
    └── MissingExtraError a library of an optional extra is not installed     (also an ImportError)

    StepWarning                  a step is longer than a model states; a UserWarning
    UnitWarning                  a number is clamped, or looks like degrees or per cent; a UserWarning
    VariableWarning              an environment variable has no effect; a UserWarning

Compiled code never raises: it sets bits in a vehicle's ``status`` column, and ``Status.sentences``
explains them.
"""

import difflib
import importlib
import sys
import warnings
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


class ResourceError(MotorpoolError, OSError):
    """Raised if the system gives this process too little memory, or no further thread."""


class VariableError(MotorpoolError, ValueError):
    """Raised if an environment variable has a value that is not allowed."""


class MissingExtraError(MotorpoolError, ImportError):
    """Raised if a library that an optional extra provides is not installed."""


class StepWarning(UserWarning):
    """Warning of a step above the limit of a model's accuracy; the result is inaccurate."""


class UnitWarning(UserWarning):
    """Warning of a number that is clamped to its range, or that looks as if it were in degrees or per cent."""


class VariableWarning(UserWarning):
    """Warning of an environment variable whose name begins with ``MOTORPOOL_`` and that nothing reads."""


_PACKAGE = __name__.partition(".")[0]


def warn(sentence: str, category: type[Warning]) -> None:
    """Give a warning for the line outside of this package that is being executed."""
    level, frame = 1, sys._getframe()  # pyright: ignore[reportPrivateUsage]
    while frame.f_back is not None and f"{frame.f_globals.get('__name__')}.".startswith(f"{_PACKAGE}."):
        level, frame = level + 1, frame.f_back
    warnings.warn(sentence, category, stacklevel=level)


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
_SUGGESTED = 3  # names that an error suggests; more hide the probable one

_PART = 4  # least letters of a word that stands for a longer name: "barrel" for barrel_length
_NEAR, _NEAR_WITH_OTHER_FIRST = 0.66, 0.75  # least shares of common letters, with the same first letter and another one


def closest_names(name: str, known: Iterable[str]) -> list[str]:
    """Return the known names that were probably meant, the most likely first; case and dashes are ignored.

    These are the name itself, synonyms of it, or names that are spelt similarly.
    """
    from .synonyms import plain, synonyms_of

    names = list(known)
    spelt = {plain(each): each for each in names}
    word = plain(name)
    same = [spelt[each] for each in (word, f"{word}s", word.removesuffix("s")) if each in spelt]
    return same[:1] or synonyms_of(name, names)[:_SUGGESTED] or similar_spellings(name, names)


def similar_spellings(name: str, known: Iterable[str]) -> list[str]:
    """Return the known names with two thirds of the letters, or that begin or end with the name; likely ones first.

    Other than ``closest_names`` this takes no word for another, so that a file may have names of its own beside them.
    """
    from .synonyms import plain

    by_plain = {plain(each): each for each in known}
    word = plain(name)
    likeness = {each: _likeness(word, each) for each in by_plain}
    best = max(likeness.values(), default=0.0)
    # A name that differs in one letter is returned alone; others only if they are about as similar as the best one.
    found = sorted(
        (each for each in likeness if likeness[each] > max(best - 0.05, 0.0)), key=lambda each: -likeness[each]
    )
    return [by_plain[each] for each in found[:_SUGGESTED]]


def _likeness(word: str, name: str) -> float:
    """Return the share of letters that two words have in common in order; 0 if they are too different."""
    ratio = difflib.SequenceMatcher(None, word, name).ratio()
    shorter, longer = sorted((word.removesuffix("s"), name), key=len)
    is_part = len(shorter) >= _PART and (longer.startswith(shorter) or longer.endswith(shorter))
    is_near = ratio >= (_NEAR if word[:1] == name[:1] else _NEAR_WITH_OTHER_FIRST)
    return ratio if is_part or is_near else 0.0


_ON, _OFF = ("on", "yes", "true"), ("off", "no", "false", "none", "null", "never", "~")


def truth_value(word: object) -> bool | None:
    """Return the truth value of "on", "yes", "off", "no" and their like; None of another word."""
    text = str(word).casefold()
    return True if text in _ON else False if text in _OFF[:3] else None


def switch_word(value: object, allowed: Iterable[str]) -> str | None:
    """Return the allowed word for on or off that a truth value, or its word, stands for; None without exactly one."""
    text = "null" if value is None else str(value).casefold()
    words = next((words for words in (_ON, _OFF) if text in words), ())
    meant = [each for each in allowed if each in words]
    return meant[0] if len(meant) == 1 else None


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
    from .synonyms import explanation

    names = list(known)
    sentence = f"{where} has no {kind} {name!r}" if where else f"there is no {kind} {name!r}"
    columns = names if len(names) > MOST_IN_SENTENCE else ()
    advice = suggestion(name, names) or explanation(name) or _all(where, kind, names, listed)
    return Refusal(f"{sentence}; {advice}", columns, kind=kind)


def one_of(value: object, allowed: Iterable[str], *, is_quoted: bool = False) -> str:
    """Return the allowed words for "it must be ...", with the one that was probably meant."""
    from .synonyms import explanation

    known = list(map(str, allowed))
    *others, last = map(repr, known) if is_quoted else known
    words = f"{', '.join(others)} or {last}" if others else last
    meant = suggestion(str(value), known) or explanation(str(value))
    return f"{words} ({meant})" if meant else words


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
