"""Outline of a fleet's vehicles: one plan for drawing, contact, scans and gaps.

The plan is that of the first vehicle, with as many trailers as the vehicle with the most has.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ...models.fields import fields_of
from ...models.registry import Model
from ..shape.vehicle_plan import VehiclePlan, plan_of

if TYPE_CHECKING:
    from ..shape.vehicle_shape import VehicleShape
    from .fleet import Body, Fleet


def outline_of(fleet: "Fleet") -> VehiclePlan:
    """Return the plan of a fleet's vehicles."""
    return plan_of(fleet.model, _first_params(fleet), **_given(fleet.body), trailer_count=most_trailers(fleet))


def outlines_of(fleet: "Fleet") -> tuple[list[VehiclePlan], NDArray[np.intp]]:
    """Return the plans of a fleet's vehicles, and the number of the plan of each: one, unless trailers differ."""
    fields = [name for one in fleet.model.trailers for name in (one.hitch_offset, one.length) if name is not None]
    if not fleet.model.trailers or not fleet.count:
        return [outline_of(fleet)], np.zeros(fleet.count, np.intp)
    values = [np.asarray(getattr(fleet.params, name), np.float64) for name in fields]
    rows, kind = np.unique(np.column_stack([trailer_counts(fleet), *values]), axis=0, return_inverse=True)
    first, given, most = _first_params(fleet), _given(fleet.body), most_trailers(fleet)
    plans: list[VehiclePlan] = []
    for count, *own in rows.tolist():
        params = {**first, **dict(zip(fields, own, strict=True))}
        plan = plan_of(fleet.model, params, **given, trailer_count=most)
        plans.append(plan._replace(trailers=plan.trailers[: int(count)]))
    return plans, kind.reshape(-1)


def radius_of(fleet: "Fleet") -> float:
    """Return the radius of the circle around a vehicle's reference point that has body and trailers inside [m]."""
    if not fleet.model.trailers:
        return fleet.body.radius
    return max(fleet.body.radius, *(plan.radius for plan in outlines_of(fleet)[0]))


def shape_of_fleet(fleet: "Fleet", *, barrel: float = 0.0) -> "VehicleShape":
    """Return the shape of a fleet's vehicles.

    Args:
        barrel: from the turret's axis to the muzzle of a gun that fires; 0 without one [m].
    """
    from ..shape.vehicle_shape import shape_of

    params, count = _first_params(fleet), most_trailers(fleet)
    return shape_of(fleet.model, params, **_given(fleet.body), barrel=barrel, trailer_count=count)


def trailer_counts(fleet: "Fleet") -> NDArray[np.int64]:
    """Return the number of trailers of each vehicle of a fleet."""
    most, count = len(fleet.model.trailers), fleet.model.trailer_count
    if count is None:
        return np.full(fleet.count, most)
    return np.minimum(np.asarray(getattr(fleet.params, count), np.int64), most)


def most_trailers(fleet: "Fleet") -> int:
    """Return the number of trailers of the vehicle with the most."""
    return int(trailer_counts(fleet).max(initial=0)) if fleet.model.trailers else 0


def completed(body: "Body | None", model: Model, params: Mapping[str, float]) -> tuple[float, float, float, float]:
    """Return length, width, height and offset of a body; missing values follow from the model's parameters.

    Args:
        body: None for that of the model's vehicle, or of a passenger car for a plain model.
    """
    if body is None and model.vehicle is None:
        from .fleet import Body

        usual = Body()
        size, offset = (None if model.trailers else usual.length, usual.width, usual.height), None
    elif body is None:
        size, offset = None, None
    else:
        size, offset = body[:3], body.offset
    plan = plan_of(model, params, body=size, offset=offset)
    given = body[:3] if body is not None else (plan.size.length, plan.size.width, plan.size.height)
    return *given, plan.middle


def _given(body: "Body") -> dict[str, Any]:
    return {"body": body[:3], "offset": body.offset}


def _first_params(fleet: "Fleet") -> dict[str, float]:
    fields = fields_of(fleet.model.module.Params)
    return {
        field.name: float(getattr(fleet.params, field.name)[0]) if fleet.count else field.default for field in fields
    }
