"""Write the catalogue of real cars, ``vehicles/files/real-cars.csv``, from three public tables.

    python tools/data/real_cars.py FOLDER [TABLE]

The folder has ``epa-2022-test-cars.csv.gz`` (certification tests of the US Environmental Protection Agency, public
domain, through NREL/fastsim bd9111bb), ``opendbc-cars.csv`` (commaai/opendbc 7343a66, MIT) and ``fastsim-vehicles.csv``
(NREL/fastsim bd9111bb, Apache-2.0). A value that a table does not have stays empty; ``vehicles.real_cars`` infers it.
Rolling resistance and air drag are those two with which the force of the coast-down, A + B v + C v^2, is met best from
16 to 113 km/h, each force weighted by its inverse.
"""

import csv
import gzip
import re
import sys
from pathlib import Path
from typing import Any

import numpy as np

OUT = Path(__file__).parents[2] / "src" / "motorpool" / "vehicles" / "files" / "real-cars.csv"
COLUMNS = (
    "name", "title", "source", "mass", "power", "is_electric", "drive", "rolling", "air_drag",
    "coast_a", "coast_b", "coast_c", "wheelbase", "front_share", "steering_ratio", "stiffness",
    "acceleration_time",
)  # fmt: skip
POUND, POUND_FORCE, MPH, HORSEPOWER, GRAVITY, AIR = 0.45359237, 4.4482216, 0.44704, 745.7, 9.80665, 1.2
RISE = 44.0  # speed at which the rolling resistance of the models is twice that at rest [m/s]
FOUR = re.compile(r"awd|4wd|4x4|4matic|quattro|xdrive|4motion", re.IGNORECASE)  # tests of these may drive one axle
LEAST_POWER = 25.0  # below it a rated power is a continuous one, or none of a car [W/kg]
NO_ENGINE = (0.001, 99.999)  # displacements of electric cars [l]
LADEN = 136.0  # driver and load of the tests over the mass at the kerb [kg]
DRIVES = {"2-Wheel Drive, Front": "front", "2-Wheel Drive, Rear": "rear"}
GENERATION = re.compile(
    r"\d+|\dG|G\d|MK\d+|TSS\d?|MMR|BOSCH|ALT|NODSU|[A-Z]{2}\d{2}|RADAR|CANFD|SCC|CC|ICE|EV|NON|GEN|\d\w+"
)
FARTHEST = 0.15  # difference of the masses up to which two tables mean one car [1]


def slug(*words: str) -> str:
    """Return a name of words in small letters with hyphens."""
    return re.sub(r"[^a-z0-9.]+", "-", " ".join(words).lower()).strip("-.")


def epa_rows(folder: Path) -> list[dict[str, Any]]:
    """Return the cars of the certification tests, one a model and displacement."""
    found: dict[str, dict[str, Any]] = {}
    with gzip.open(folder / "epa-2022-test-cars.csv.gz", "rt", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            make, model = row["Represented Test Veh Make"].strip(), row["Represented Test Veh Model"].strip()
            if make[:1].isdigit() or make == "BMX":
                continue
            a, b, c = (float(row[f"Target Coef {name}"]) for name in ("A (lbf)", "B (lbf/mph)", "C (lbf/mph**2)"))
            force = a * POUND_FORCE, b * POUND_FORCE / MPH, c * POUND_FORCE / MPH**2
            mass = float(row["Equivalent Test Weight (lbs.)"]) * POUND
            constant, quadratic = matched(*force)
            is_electric = float(row["Test Veh Displacement (L)"]) in NO_ENGINE
            power = round(float(row["Rated Horsepower"]) * HORSEPOWER, -2)
            name = slug(make, model, "2022")
            if name in found:
                other = (
                    f"{row['Rated Horsepower']}hp" if is_electric else f"{float(row['Test Veh Displacement (L)']):.1f}l"
                )
                name = slug(make, model, other, "2022")
            words = [word if any(map(str.isdigit, word)) else word.capitalize() for word in f"{make} {model}".split()]
            title = f"{' '.join(words)} 2022".replace('"', " in").replace("  ", " ")
            found.setdefault(name, {
                "name": name, "title": title, "source": "EPA", "mass": round(mass, 1),
                "power": power if power > LEAST_POWER * mass else "",
                "is_electric": int(is_electric),
                "drive": "all" if FOUR.search(model) else DRIVES.get(row["Drive System Description"], "all"),
                "rolling": round(constant / (mass * GRAVITY), 5), "air_drag": round(quadratic, 4),
                "coast_a": round(force[0], 2), "coast_b": round(force[1], 4), "coast_c": round(force[2], 5),
                "make": make.upper(), "words": re.findall(r"[A-Z0-9]+", model.upper()),
            })  # fmt: skip
    return list(found.values())


def matched(a: float, b: float, c: float) -> tuple[float, float]:
    """Return the force at rest [N] and the air drag [kg/m] of a coast-down."""
    speed = np.linspace(10.0, 70.0, 61) * MPH
    force = a + b * speed + c * speed**2
    terms = np.column_stack([np.ones_like(speed), speed**2]) / force[:, None]
    constant, quadratic = np.linalg.lstsq(terms, np.ones_like(speed), rcond=None)[0]
    return float(constant), float(quadratic - constant / RISE**2)


def steered_rows(folder: Path) -> list[dict[str, Any]]:
    """Return the cars with wheelbase and steering ratio."""
    found: list[dict[str, Any]] = []
    with (folder / "opendbc-cars.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if row["make"] == "body" or not row["wheelbase_m"] or float(row["mass_kg"]) < 500.0:
                continue
            make, *words = row["platform"].split("_")
            title = " ".join(word.capitalize() for word in row["platform"].split("_"))
            found.append({
                "name": slug(row["platform"]), "title": title, "source": "opendbc",
                "mass": round(float(row["mass_kg"]) + LADEN, 1), "wheelbase": float(row["wheelbase_m"]),
                "front_share": row["centre_to_front_fraction"], "stiffness": row["tyre_stiffness_factor"], "make": make,
                "steering_ratio": round(float(row["steer_ratio"]), 2) if row["steer_ratio"] else "",
                "words": [word for word in words if not GENERATION.fullmatch(word)],
            })  # fmt: skip
    return found


def timed_rows(folder: Path) -> list[dict[str, Any]]:
    """Return the cars with a measured time to 60 mph, drag area and rolling resistance."""
    found: list[dict[str, Any]] = []
    with (folder / "fastsim-vehicles.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if "Truck" in row["Scenario name"]:
                continue
            words = row["Scenario name"].split()
            if words[0].isdigit():
                words = [*words[1:], words[0]]
            title = " ".join(word.capitalize() if word.isalpha() else word for word in words)
            power = 1e3 * (float(row["fc_max_kw"]) + min(float(row["mc_max_kw"]), float(row["ess_max_kw"])))
            found.append({
                "name": slug(title), "title": title, "source": "FASTSim", "mass": round(_mass(row), 1),
                "power": power, "is_electric": int(row["veh_pt_type"] == "BEV"), "drive": "front",
                "rolling": float(row["wheel_rr_coef"]),
                "air_drag": round(0.5 * AIR * float(row["drag_coef"]) * float(row["frontal_area_m2"]), 4),
                "wheelbase": float(row["wheel_base_m"]), "acceleration_time": row["val0_to60_mph"],
            })  # fmt: skip
    return found


def _mass(row: dict[str, str]) -> float:
    """Return the mass of FASTSim's rule: that given, or the sum of its parts (vehicle.py of FASTSim 2)."""
    if row["veh_override_kg"]:
        return float(row["veh_override_kg"])

    def part(power: str, share: str, base: str, *, is_inverse: bool = False) -> float:
        given, each = float(row[power]), float(row[share].rstrip("%"))
        if not given:
            return 0.0
        return float(row[base]) + (given / each if is_inverse else given * each)

    parts = part("fc_max_kw", "fc_kw_per_kg", "fc_base_kg", is_inverse=True)
    parts += part("mc_max_kw", "mc_pe_kg_per_kw", "mc_pe_base_kg")
    parts += part("ess_max_kwh", "ess_kg_per_kwh", "ess_base_kg")
    fuel = float(row["fs_kwh"]) / float(row["fs_kwh_per_kg"]) if float(row["fs_kwh"]) else 0.0
    parts += fuel + float(row["trans_kg"])
    return float(row["comp_mass_multiplier"]) * parts + float(row["glider_kg"]) + float(row["cargo_kg"])


def joined(cars: list[dict[str, Any]], steered: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the cars, those of both tables with the values of both."""
    used: set[str] = set()
    for car in cars:
        alike = [
            other
            for other in steered
            if other["make"] == car["make"]
            and other["words"]
            and set(other["words"]) <= set(car["words"])
            and abs(other["mass"] / car["mass"] - 1.0) < FARTHEST
        ]
        if alike:
            best = max(alike, key=lambda other: (len(other["words"]), -abs(other["mass"] - car["mass"])))
            used.add(best["name"])
            car.update({name: best[name] for name in ("wheelbase", "front_share", "steering_ratio", "stiffness")})
            car["source"] = "EPA, opendbc"
    return cars + [other for other in steered if other["name"] not in used]


def main(folder: Path, table: Path = OUT) -> None:
    """Write the table."""
    rows = joined(epa_rows(folder), steered_rows(folder))
    known = {row["name"] for row in rows}
    rows += [
        {**row, "name": slug(row["name"], "timed") if row["name"] in known else row["name"]}
        for row in timed_rows(folder)
    ]
    rows.sort(key=lambda row: row["name"])
    assert len({row["name"] for row in rows}) == len(rows)
    with table.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list[str](COLUMNS), extrasaction="ignore", lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    print(f"wrote {table}: {len(rows)} cars")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
