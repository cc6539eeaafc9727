"""Description of a model in the archive: its variables with units, ranges and start values, as XML.

Source: "Functional Mock-up Interface Specification" 2.0.4, section 2.2, and 3.0.2, section 2.4.
"""

import math
import uuid
import xml.etree.ElementTree as Xml
from collections.abc import Sequence
from typing import NamedTuple

from .... import __version__
from ....models.fields import fields_of
from ....models.registry import Model
from ..languages.language import identifier_of

MAX_STEP = 0.01  # default of the longest step; communication steps are divided into such steps [s]
CAUSALITY = {  # causality, variability and initial of each part's variables
    "state": ("output", "continuous", "exact"),
    "control": ("input", "continuous", None),
    "params": ("parameter", "tunable", "exact"),
    "ground": ("input", "continuous", None),
}
BASE = {  # exponents of base units in each supported unit, as FMI requires them
    "1": {},
    "m": {"m": 1},
    "s": {"s": 1},
    "kg": {"kg": 1},
    "rad": {"rad": 1},
    "N": {"kg": 1, "m": 1, "s": -2},
    "W": {"kg": 1, "m": 2, "s": -3},
    "J": {"kg": 1, "m": 2, "s": -2},
    "Pa": {"kg": 1, "m": -1, "s": -2},
}


class Variable(NamedTuple):
    """Variable of the archive; its reference is its index."""

    name: str
    causality: str
    variability: str
    initial: str | None
    start: float | None
    meaning: str
    unit: str
    low: float = -math.inf
    high: float = math.inf


def variables_of(model: Model) -> list[Variable]:
    """Return the variables of a model in the order of their references, beginning with time and the longest step."""
    found = [
        Variable("time", "independent", "continuous", None, None, "simulated time", "s"),
        Variable(
            "max_step", "parameter", "tunable", "exact", MAX_STEP,
            "longest step of the model; a communication step is divided into equal ones", "s", 0.0,
        ),
    ]  # fmt: skip
    for part, structure in model.structures.items():
        causality, variability, initial = CAUSALITY[part]
        for field in fields_of(structure):
            low, high = field.range.low, field.range.high
            found.append(
                Variable(
                    f"{part}.{field.name}", causality, variability, initial, field.default, field.meaning, field.unit,
                    low, high,
                )
            )  # fmt: skip
    return found


def token_of(model: Model, sources: Sequence[str], version: str) -> str:
    """Return the token that links a description to its program: the same for the same sources."""
    return str(uuid.uuid5(uuid.NAMESPACE_URL, "\n".join([model.name, version, *sources])))


def description(model: Model, variables: Sequence[Variable], *, version: str, token: str) -> bytes:
    """Return the XML description of a model for a version of FMI, with a token from ``token_of``."""
    is_third = version == "3.0"
    identifier = identifier_of(model.name)
    root = Xml.Element(
        "fmiModelDescription",
        {
            "fmiVersion": version,
            "modelName": model.title,
            "instantiationToken" if is_third else "guid": token,
            "description": model.summary,
            "version": __version__,
            "license": "MIT",
            "generationTool": f"Motorpool {__version__}",
            "variableNamingConvention": "structured",
        },
    )
    if not is_third:
        root.set("numberOfEventIndicators", "0")
    _interface(root, identifier, is_third=is_third)
    _units(root, variables)
    Xml.SubElement(root, "DefaultExperiment", startTime="0", stopTime="10", stepSize=str(MAX_STEP))
    listed = Xml.SubElement(root, "ModelVariables")
    for reference, variable in enumerate(variables):
        _variable(listed, reference, variable, is_third=is_third)
    _structure(root, variables, is_third=is_third)
    Xml.indent(root)
    return b'<?xml version="1.0" encoding="UTF-8"?>\n' + Xml.tostring(root, encoding="utf-8") + b"\n"


def _interface(root: Xml.Element, identifier: str, *, is_third: bool) -> None:
    common = {"modelIdentifier": identifier, "canHandleVariableCommunicationStepSize": "true"}
    if is_third:
        states = {"canGetAndSetFMUState": "true", "canSerializeFMUState": "true"}
        Xml.SubElement(root, "CoSimulation", common | states)
        return
    states = {"canGetAndSetFMUstate": "true", "canSerializeFMUstate": "true"}
    element = Xml.SubElement(root, "CoSimulation", common | states)
    files = Xml.SubElement(element, "SourceFiles")
    Xml.SubElement(files, "File", name="fmi2.c")


def _units(root: Xml.Element, variables: Sequence[Variable]) -> None:
    element = Xml.SubElement(root, "UnitDefinitions")
    for unit in sorted({variable.unit for variable in variables if variable.unit}):
        each = Xml.SubElement(element, "Unit", name=unit)
        exponents = exponents_of(unit)
        if exponents is not None:
            Xml.SubElement(each, "BaseUnit", {base: str(power) for base, power in exponents.items()})


def _variable(listed: Xml.Element, reference: int, variable: Variable, *, is_third: bool) -> None:
    common = {
        "name": variable.name,
        "valueReference": str(reference),
        "description": variable.meaning,
        "causality": variable.causality,
        "variability": variable.variability,
    }
    if variable.initial is not None:
        common["initial"] = variable.initial
    numbers = {"unit": variable.unit} if variable.unit else {}
    for name, value in (("min", variable.low), ("max", variable.high), ("start", variable.start)):
        if value is not None and math.isfinite(value):
            numbers[name] = repr(float(value))
    if is_third:
        Xml.SubElement(listed, "Float64", common | numbers)
    else:
        Xml.SubElement(Xml.SubElement(listed, "ScalarVariable", common), "Real", numbers)


def _structure(root: Xml.Element, variables: Sequence[Variable], *, is_third: bool) -> None:
    element = Xml.SubElement(root, "ModelStructure")
    outputs = [index for index, variable in enumerate(variables) if variable.causality == "output"]
    if is_third:
        for reference in outputs:
            Xml.SubElement(element, "Output", valueReference=str(reference))
        return
    listed = Xml.SubElement(element, "Outputs")
    for reference in outputs:
        Xml.SubElement(listed, "Unknown", index=str(reference + 1))


def exponents_of(unit: str) -> dict[str, int] | None:
    """Return the exponents of base units in a unit such as "rad s^2/m"; None for an unknown one.

    Everything after a slash is in the denominator: in "kg/m s" both metres and seconds.
    """
    found: dict[str, int] = {}
    for place, part in enumerate(unit.replace("(", "").replace(")", "").split("/")):
        for word in part.split():
            name, _, power = word.partition("^")
            if name not in BASE or (power and not power.lstrip("-").isdigit()):
                return None
            for base, exponent in BASE[name].items():
                found[base] = found.get(base, 0) + exponent * int(power or 1) * (1 if place == 0 else -1)
    return {base: exponent for base, exponent in found.items() if exponent}
