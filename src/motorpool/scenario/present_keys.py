"""Present keys in place of deprecated ones, in the values of a file."""

from collections.abc import Mapping
from typing import Any, cast

from pydantic import BaseModel

from .. import deprecation
from .format import ScenarioPart, parts_in


def with_present_keys(values: Any, part: type[BaseModel] = ScenarioPart) -> Any:
    """Return the values of a mapping, or of the mappings of a list, with present keys; themselves if all are present.

    Args:
        part: class that describes the mapping.
    """
    if isinstance(values, list):
        listed = [with_present_keys(each, part) for each in cast("list[Any]", values)]
        return listed if _differ(listed, cast("list[Any]", values)) else cast("Any", values)
    if not isinstance(values, Mapping):
        return values
    given = cast("Mapping[str, Any]", values)
    present = deprecation.with_present_keys(given, "top" if part is ScenarioPart else part.__name__)
    found = {key: _present_value(value, key, part) for key, value in present.items()}
    return found if present is not given or _differ(found.values(), present.values()) else given


def _present_value(value: Any, key: str, part: type[BaseModel]) -> Any:
    field = part.model_fields.get(key)
    for inner in parts_in(field.annotation) if field is not None else ():
        value = with_present_keys(value, inner)
    return value


def _differ(found: Any, given: Any) -> bool:
    return any(now is not before for now, before in zip(found, given, strict=True))
