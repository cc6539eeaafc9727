"""Options of a fit as words: a start vehicle, known parameters, the soil under the drive."""

from ...base.errors import FitError, ModelError, one_of
from ...ground.terrain.surface import CLASSES, FIELDS, rows_of
from ...models.registry import find


def start_of(model: str, base: str | None) -> str:
    """Return the name of the model, or of the vehicle with the start values.

    Args:
        model: name of the model.
        base: name or file of a vehicle of that model.

    Raises:
        FitError: a name is unknown, or the vehicle has another model.
    """
    try:
        found = find(model)
        if base is None:
            return model
        vehicle = find(base)
    except ModelError as error:
        raise FitError(*error.args) from error
    if vehicle.plain.name != found.plain.name:
        raise FitError(
            f"--base {base} is a {vehicle.plain.name}, and --model is {model}; leave --model out, or name a vehicle of "
            "that model"
        )
    return base


def fixed_of(text: str, model: str) -> tuple[str, float | str]:
    """Return the name and the value of a known parameter: a number, or a named value.

    Args:
        text: "NAME=VALUE".
        model: name of the model, for an example.

    Raises:
        FitError: the text has another form.
    """
    name, equals, value = (part.strip() for part in text.partition("="))
    if not equals or not value:
        example = next((f"{name}={value:g}" for name, value in find(model).module.Params._field_defaults.items()), "")
        raise FitError(f"--fix {text} cannot be read; write NAME=VALUE, such as {example}")
    try:
        return name, float(value)
    except ValueError:
        return name, value


def weight_of(text: str) -> tuple[str, float]:
    """Return the name of a column and its weight.

    Args:
        text: "COLUMN=FACTOR".

    Raises:
        FitError: the text has another form.
    """
    name, _, value = (part.strip() for part in text.partition("="))
    try:
        return name, float(value)
    except ValueError:
        raise FitError(f"--weight {text} cannot be read; write COLUMN=FACTOR, such as yaw_rate=0.5") from None


def ground_of(soil: str | None, model: str) -> dict[str, float]:
    """Return the properties of a soil that the model reads; empty for its default ground.

    Args:
        soil: soil class, such as "wet-asphalt"; None for the default.
        model: name of the model.

    Raises:
        FitError: the class is unknown.
    """
    if soil is None:
        return {}
    if soil not in CLASSES:
        raise FitError(f"--ground is {soil!r}; it must be one of {one_of(soil, CLASSES)}")
    module = find(model).module
    names = module.Ground._fields if hasattr(module, "Ground") else ()
    row = rows_of((soil,))[0]
    return {name: float(value) for name, value in zip(FIELDS, row, strict=True) if name in names}
