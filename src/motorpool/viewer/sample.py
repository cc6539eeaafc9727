"""State of the vehicles that browsers of a large world are sent next, copied in the simulation's thread.

Each browser has one `Request`, the vehicles that are due. All requests form one `Sample`, so that the simulation's
thread copies only vehicles that will be sent, and the server's thread encodes the records of all browsers at once.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import wire
from .census import Ids

FLAG_COLUMNS = ("driver", "is_parked", "status")
NEAR_COLUMNS = ("x", "y", "z", "yaw", "pitch", "roll", "speed", "steer", *FLAG_COLUMNS)  # in near records
FAR_COLUMNS = ("x", "y", "yaw", "speed", *FLAG_COLUMNS)
NO_IDS = np.zeros(0, np.int32)


@dataclass(frozen=True, eq=False)
class Request:
    """Vehicles of the next frame of one browser."""

    near: Ids
    far: Ids
    middle: tuple[float, float]  # origin of the positions of the far ones [m]


NOTHING = Request(NO_IDS, NO_IDS, (0.0, 0.0))


class Records(NamedTuple):
    """The answer to a request."""

    near: wire.Records
    far: wire.Records


class Sample:
    """Columns of the vehicles of some requests."""

    def __init__(self, vehicles: Any, requests: Sequence[Request]) -> None:
        self._requests = requests
        self._near_ids, self._far_ids = (
            np.concatenate([NO_IDS, *(getattr(request, part) for request in requests)]) for part in ("near", "far")
        )
        self._near = _columns(vehicles, NEAR_COLUMNS, self._near_ids)
        self._far = _columns(vehicles, FAR_COLUMNS, self._far_ids)

    def answers(self, request: Request) -> bool:
        """Return whether the sample contains this request."""
        return any(one is request for one in self._requests)

    def records_of(self, request: Request) -> Records:
        """Return the records of one of the requests that the sample was made for."""
        return self._answers[self._requests.index(request)]

    @cached_property
    def _answers(self) -> list[Records]:
        near_ends = np.cumsum([len(request.near) for request in self._requests])
        far_counts = [len(request.far) for request in self._requests]
        middles = np.repeat([request.middle for request in self._requests], far_counts, axis=0)
        near = np.split(wire.quantise(self._near, ids=self._near_ids), near_ends)
        far = np.split(wire.quantise_far(self._far, self._far_ids, middles), np.cumsum(far_counts))
        return [Records(*one) for one in zip(near, far, strict=True)]


def _columns(vehicles: Any, names: Sequence[str], ids: NDArray[np.int32]) -> Any:
    return SimpleNamespace(**{name: getattr(vehicles, name)[ids] for name in names})
