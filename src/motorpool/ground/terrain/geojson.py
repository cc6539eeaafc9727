"""Text of GeoJSON as a mapping, whose features each reader checks by itself."""

import json
from pathlib import Path
from typing import Any, cast

from ...base.errors import WorldError


def parsed_geojson(text: str, path: Path) -> dict[str, Any]:
    """Return the mapping that a GeoJSON text holds.

    Args:
        path: path of the file, for messages.

    Raises:
        WorldError: the text is not JSON, is nested too deeply, or holds no mapping.
    """
    try:
        values = json.loads(text)
    except json.JSONDecodeError as error:
        raise WorldError(f"{path}:{error.lineno}: this is not JSON: {error.msg.lower()}") from error
    except RecursionError as error:
        raise WorldError(f"{path} is nested too deeply; GeoJSON has few levels") from error
    except ValueError as error:
        raise WorldError(f"{path} has a number of too many digits") from error
    if not isinstance(values, dict):
        raise WorldError(f"{path} is not GeoJSON; it must be a mapping of type FeatureCollection")
    return cast("dict[str, Any]", values)
