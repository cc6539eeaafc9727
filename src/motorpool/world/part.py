"""Parts of a run: additions of a subject to the world of ``motorpool run``, such as a recording or an exercise.

A subject declares ``PART = Part("exercise", Exercise)``, and an installed package has an entry point of the group
``motorpool.parts``. The fields of ``Exercise.Options`` are options of the command. This module has few imports, because
all parts are imported before the first process of a run has begun.
"""

import dataclasses
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol

if TYPE_CHECKING:
    from .clock import Pacer
    from .scenario.loader import Scenario
    from .world import World

LAST_RANK = 90  # of options that stand behind those of all parts


def option(
    default: Any, about: str, *names: str, bare: str | None = None, words: Sequence[str] = (), **more: Any
) -> Any:
    """Return a field of a dataclass that is an option of the command line.

    Args:
        default: value without the option.
        about: sentence that ``--help`` shows.
        names: how the option is written; by default as the field, with two dashes.
        bare: value of the option without a word of ``words`` behind it; by default a value is required.
        more: settings of ``typer.Option``; and ``rank`` if it differs from that of its part.
    """
    settings = {"help": about, "names": names, "bare": bare, "words": words, **more}
    return dataclasses.field(default=default, metadata=settings)


class Run(Protocol):
    """A run, as its parts see it."""

    @property
    def is_live(self) -> bool:
        """Return whether the page is served."""
        ...

    @property
    def options(self) -> Any:
        """Return the options that belong to no part: ``app.running.options.RunOptions``."""
        ...

    @property
    def scenario(self) -> "Scenario":
        """Return the first scenario, with the changes of the options."""
        ...

    @property
    def world(self) -> "World":
        """Return the world; there is none before ``enter``."""
        ...

    @property
    def pacer(self) -> "Pacer":
        """Return the pacer that steps the world in real time."""
        ...

    @property
    def observed_steps(self) -> int | None:
        """Return the number of steps from one observation of the world to the next that parts need; None for none."""
        ...

    def step_by(self, stepped: Any) -> None:
        """Have the world stepped by another object."""
        ...

    def waiting(self, words: str) -> AbstractContextManager[object]:
        """Show on stderr the work that the user waits for while the block runs."""
        ...


class Participant:
    """One part of one run, from its options to its end.

    Attributes:
        Options: dataclass whose fields are options of ``motorpool run``; see ``option``.
        excludes: sentence of the refusal by an option that does not go with this part; ``{option}`` is its name.
        is_real_time: whether a run without the page keeps to real time, and lasts until it is interrupted.
        is_late: whether the page shows the world only after the part has entered it.
        remark: what is printed behind the address of the page.
        given: options by which the user asks for this part.
        reason_to_stay: why the page cannot replace the world by another one; empty if it can.
    """

    Options: ClassVar[type]
    excludes: ClassVar[Mapping[str, str]] = {}
    is_real_time: ClassVar[bool] = False
    is_late: ClassVar[bool] = False
    remark: ClassVar[str] = ""
    given: Sequence[str] = ()
    reason_to_stay: str = ""

    def __init__(self, options: Any) -> None:
        """Check the options; nothing is imported for them.

        Raises:
            MotorpoolError: a value is not allowed, or goes with another one that is missing.
        """
        self.options = options
        self.lasting = ExitStack()  # closed by ``exit``

    def changes(self) -> Mapping[str, Any]:
        """Return changes of the scenario, for ``Scenario.changed``."""
        return {}

    def attends(self, scenario: "Scenario") -> bool:
        """Return whether the part takes part in the run of a scenario."""
        return bool(self.given)

    def replacement(self, run: Run) -> "Scenario | None":
        """Return a scenario in place of the one that is named; None by default. Its code has been trusted."""
        return None

    def check(self, run: Run) -> None:
        """Refuse options of the run; called before a scenario is read if the user asks for this part.

        Raises:
            MotorpoolError: an option does not go with this part.
        """

    def begin(self, run: Run) -> None:
        """Prepare before the world is built: files, connections; called in the main thread."""

    def enter(self, run: Run) -> None:
        """Add sources and observers to the world, which has made no step; not always in the main thread."""

    def exit(self, run: Run) -> None:
        """End the work of ``begin`` and ``enter``; called in reverse order, also if the run has failed."""
        self.lasting.close()

    def observed_steps(self) -> int | None:
        """Return the number of steps from one observation of the world to the next; None if it does not matter."""
        return None

    def kept(self, run: Run) -> str:
        """Return the remains of a run that has failed, to be added to the error."""
        return ""

    def report(self, run: Run) -> None:
        """Print a result after the end of the run."""


class Part(NamedTuple):
    """Part of runs, as a subject declares it.

    Attributes:
        name: its name at the door ``motorpool.parts``.
        kind: makes the part of one run from its options.
        rank: order in ``--help`` and of entering the world.
        needs: package that must be there; by default its own.
    """

    name: str
    kind: type[Participant]
    rank: int = 70
    needs: str = ""
