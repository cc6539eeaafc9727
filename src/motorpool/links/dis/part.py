"""Exercise of a run: the options ``--dis`` and ``--exercise``, and the keys that they change."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from ...base.errors import ExerciseError
from ...world.part import Part, Participant, Run, option

if TYPE_CHECKING:
    from ...world.scenario.loader import Scenario


@dataclass(frozen=True)
class ExerciseOptions:
    """Participation in an exercise, and changes of its keys."""

    dis: bool | None = option(
        None,
        "Take part in a distributed exercise (DIS), on this machine only unless --exercise sets an interface; "
        "by default if the scenario has the key exercise. With --headless it then runs in real time until Ctrl-C.",
        "--dis/--no-dis",
        show_default=False,
    )
    exercise: list[str] | None = option(
        None,
        "A key of the scenario's exercise, such as interface=0.0.0.0 or site=7, and --dis; may be repeated.",
        metavar="KEY=VALUE",
    )


class Exercise(Participant):
    """The world's part in a distributed exercise."""

    Options = ExerciseOptions
    is_real_time, is_late = True, True
    reason_to_stay = "this world takes part in a distributed exercise"

    def __init__(self, options: ExerciseOptions) -> None:
        super().__init__(options)
        self._keys = changes_of(options.exercise or (), joins=options.dis)
        self.given = () if self._keys is None else ("--no-dis",) if self._keys is False else ("--dis",)

    def changes(self) -> dict[str, Any]:
        """Return the change of the scenario's key ``exercise``."""
        return {"exercise": self._keys}

    def attends(self, scenario: "Scenario") -> bool:
        """Return whether the scenario, as the options change it, has the key ``exercise``."""
        return scenario.content.exercise is not None

    def begin(self, run: Run) -> None:
        """Refuse addresses beyond this machine that the user has not given."""
        from .settings import check_reach

        assert run.scenario.content.exercise is not None
        check_reach(run.scenario.content.exercise, self._keys if isinstance(self._keys, dict) else ())

    def enter(self, run: Run) -> None:
        """Connect the world to the exercise."""
        keys = run.scenario.content.exercise
        assert keys is not None
        if run.world.terrain.crs is None and keys.origin_deg is None:
            raise ExerciseError(
                f"the terrain {run.world.terrain.name!r} has no geographic position; give latitude and longitude of "
                "its middle in the scenario's key exercise.origin_deg, or by --exercise origin_deg=36.3,-84.2"
            )
        from .joining import joined
        from .rehearsal import compile_exercise

        with run.waiting("compiling"):
            compile_exercise()
        self.lasting.enter_context(joined(run.world, keys, run.pacer))


PART = Part("exercise", Exercise, rank=30)


def changes_of(pairs: Sequence[str], *, joins: bool | None = None) -> dict[str, Any] | Literal[False] | None:
    """Return the change of a scenario's exercise for ``Scenario.changed``.

    Args:
        pairs: pairs of the form KEY=VALUE; a VALUE is written as in a scenario, a list also without brackets.
        joins: whether to take part; None for the scenario's choice, or for taking part if there are pairs.

    Raises:
        ExerciseError: a text is not such a pair, or pairs are given with ``joins`` False.
        ScenarioError: a value cannot be read.
    """
    if joins is False:
        if pairs:
            raise ExerciseError(f"--exercise {pairs[0]} is given and --no-dis; keep one of them")
        return False
    if joins is None and not pairs:
        return None
    return dict(map(_pair, pairs))


def _pair(text: str) -> tuple[str, Any]:
    from ...world.scenario.document import parse

    key, equals, value = text.partition("=")
    if not (key and equals and value):
        raise ExerciseError(f"--exercise {text} cannot be read; write KEY=VALUE, for example --exercise site=7")
    listed = f"[{value}]" if "," in value and not value.startswith("[") else value
    return key, parse(listed, f"--exercise {key}").values
