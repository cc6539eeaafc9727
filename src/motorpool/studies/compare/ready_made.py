"""Ready-made comparisons: named figures that extensions provide."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from ...base.errors import ModelError, Refusal, closest_names
from ...base.extensions import COMPARISONS, load, provided
from ...base.files import check_format
from ...models import registry
from ...vehicles import motor_pool


class Comparison(NamedTuple):
    """Named figure."""

    name: str  # lower-case words joined by dashes; differs from the names of models
    document: str  # "000" to "004"
    title: str  # content of the figure, one line
    draw: Callable[[], Any]  # makes the figure


def comparisons() -> tuple[Comparison, ...]:
    """Return the comparisons of all extensions, in their order."""
    return tuple(one for place in provided(COMPARISONS).values() for one in load(place)())


def ready_made_of(names: Sequence[str]) -> Comparison | None:
    """Return the ready-made comparison of that name; None if the names are those of models.

    Raises:
        ModelError: a name is not known, or a comparison is given together with another name.
    """
    known = {comparison.name: comparison for comparison in comparisons()}
    given = [name for name in names if name in known]
    if given and len(names) > 1:
        raise ModelError(f"{given[0]} is a ready-made comparison; it is drawn alone: motorpool compare {given[0]}")
    if given:
        return known[given[0]]
    for name in names:
        _check_known(name, list(known))
    return None


def _check_known(name: str, ready_made: list[str]) -> None:
    """Raise an error with similar names if a name is neither a model nor a vehicle nor a comparison."""
    base, _ = registry.split_name(name)
    if registry.is_known(base):
        registry.find(base)  # raises if its file is wrong
        return
    check_format(base, error=ModelError)
    models = [*registry.names(), *(alias for model in registry.names() for alias in registry.aliases(model))]
    close = closest_names(base, [*models, *motor_pool.names(), *ready_made])
    meant = f" (did you mean {' or '.join(close)}?)" if close else ""
    sentence = (
        f"there is no model or comparison named {base}{meant}; "
        "motorpool models lists the models, motorpool compare --list the comparisons"
    )
    kind, known = ("comparison", ready_made) if close and close[0] in ready_made else ("model", registry.names())
    raise ModelError(Refusal(sentence, known, kind=kind))
