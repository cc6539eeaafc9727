"""Units of the models' fields as exponents of base units, as FMI requires them."""

BASE = {  # exponents of base units in each supported unit
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
