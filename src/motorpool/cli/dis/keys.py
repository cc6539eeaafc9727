"""Keys of a scenario's exercise that are given on the command line: ``site=7``."""

from collections.abc import Sequence
from typing import Any, Literal

from ...errors import ExerciseError


def changes_of(pairs: Sequence[str], *, joins: bool | None = None) -> dict[str, Any] | Literal[False] | None:
    """Return the change of a scenario's exercise for ``Scenario.changed``.

    Args:
        pairs: of the form KEY=VALUE; a VALUE is written as in a scenario, a list also without brackets.
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
    from ...scenario.document import parse

    key, equals, value = text.partition("=")
    if not (key and equals and value):
        raise ExerciseError(f"--exercise {text} cannot be read; write KEY=VALUE, for example --exercise site=7")
    listed = f"[{value}]" if "," in value and not value.startswith("[") else value
    return key, parse(listed, f"--exercise {key}").values
