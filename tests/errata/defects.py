"""The structure of a documented defect, and the list of them all.

A defect stands on a line of a document and is shown by a check: a function that measures a model, or a formula, by a
law, and says whether the defect is there and what the number was. The same check runs on the printed form, where it
must find the defect, and on the corrected one, where it must not. From the same list ``tools/generated/errata_page.py``
writes ``docs/errata.md``.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from motorpool.models import find

# The documents, what they are about, and under which headings their defects are listed. A heading without a defect is
# an error, so nothing that was once known to be wrong can drop out unnoticed.
DOCUMENTS = {
    0: "tracked vehicle movement",
    1: "Using Polar Coordinates for Movement in a Game",
    2: "Additional notes for assignment 1: kinematics of a turning car",
    3: "NPSNET: Real-Time 3D Ground-Based Vehicle Dynamics",
    4: "Simple 2D car steering physics in games",
}
GROUPS = {
    0: ("The approximation", "The formulas", "The program"),
    1: ("Damping", "Coasting", "Speed", "Turning", "Angles"),
    2: ("Left and right", "Limits", "Speed and time"),
    3: (
        "Misprinted equations",
        "References and units",
        "1. Gravity",
        "2. The dead band",
        "3. Position",
        "4. Stopping the engine",
        "5. The parking brake",
        "6. Friction kept in a file variable",
        "7. The size of friction",
        "8. Inertia",
        "9. Turning by torque",
        "10. Turning on wheels",
        "11. Steering tracks toward a direction",
        "12. Steering wheels toward a direction",
        "13. Directions and turns",
        "14. Left and right",
        "15. Found or not",
        "16. The eight cases",
        "17. The search",
        "18. Angles in degrees",
        "19. Slopes",
        "20. Out of date by a frame",
        "21. Air",
        "22. The engine at rest",
        "23. The last clamp",
        "24. Autocruise and behaviour",
    ),
    4: ("Consistency", "Order", "The comments' remedies", "The comments' programs", "Drift", "Steering"),
}


class Finding(NamedTuple):
    """Result of a check."""

    is_there: bool  # whether the defect shows
    number: float  # what was measured, in the unit that the entry's ``effect`` names


class Subject(NamedTuple):
    """Subject of a check, and its name on the page."""

    name: str
    thing: Any


@dataclass(frozen=True)
class Defect:
    """An entry of the errata."""

    document: int
    line: int  # of the document's text, counted from 1
    quote: str  # a few words that stand there
    place: str  # the function, equation, figure or comment
    group: str
    title: str
    plain: str  # what goes wrong, in one sentence without formulas, for a reader without the document
    wrong: str
    right: str
    effect: str  # with {printed} and {corrected}, the numbers that the check measures
    check: Callable[[Any], Finding] | None = None  # None: nothing that a vehicle could show
    printed: Any = None  # what has the defect: a model's name, a function, or a Subject
    corrected: Any = None

    @property
    def name(self) -> str:
        """Of the check, or made from the title."""
        return self.check.__name__ if self.check else "_".join(self.title.lower().split())

    def measure(self, form: str) -> Finding:
        """Return the check's result on the "printed" or the "corrected" form."""
        assert self.check is not None
        return self.check(subject(getattr(self, form)).thing)

    def effect_in_numbers(self) -> str:
        """The effect, with its numbers measured now."""
        if self.check is None:
            return self.effect
        return self.effect.format(**{form: self.measure(form).number for form in ("printed", "corrected")})


DEFECTS: list[Defect] = []


def defect(**entry: Any) -> Callable[[Callable[[Any], Finding]], Callable[[Any], Finding]]:
    """Lists a defect; decorates the check that shows it."""

    def listed(check: Callable[[Any], Finding]) -> Callable[[Any], Finding]:
        DEFECTS.append(Defect(check=check, **entry))
        return check

    return listed


def noted(**entry: Any) -> None:
    """Lists a defect that does nothing to a vehicle."""
    DEFECTS.append(Defect(**entry))


def subject(form: Any) -> Subject:
    """A model, by its name; a function, by its own; or what a ``Subject`` says."""
    if isinstance(form, Subject):
        return form
    return Subject(form, find(form)) if isinstance(form, str) else Subject(form.__name__, form)


def is_near(one: float, other: float, tolerance: float = 1e-9) -> bool:
    """Return whether two numbers agree, by the larger of an absolute and a relative tolerance; NaN never does."""
    return abs(one - other) <= tolerance * max(1.0, abs(one), abs(other))
