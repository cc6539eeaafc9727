"""Tyre property files: what is read, the forces against another program and laws, and an axle's parameters."""

import math
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

import motorpool as mp
from motorpool.app.cli import run
from motorpool.errors import VehicleError
from motorpool.studies.tyres import Tyre, axle_values_of, forces_of, read_tyre

HEAD = """[MDI_HEADER]
FILE_TYPE = 'tir'
! : TIRE_VERSION : PAC2002
$------------------------------------------------units
[UNITS]
LENGTH = '{length}'
FORCE = '{force}'
ANGLE = '{angle}'
[MODEL]
{kind}
TYRESIDE = 'LEFT'   $ mounted side
[SHAPE]
{{radial width}}
 1.0  0.0
[DIMENSION]
UNLOADED_RADIUS = {radius}  $Free tyre radius
[VERTICAL_FORCE_RANGE]
FNOMIN = {load}
FZMIN = {least}
FZMAX = 9000
[COEFFICIENTS]
"""
UNITS = {"length": "meter", "force": "newton", "angle": "radians", "kind": "FITTYP = 6", "radius": 0.317}
UNITS |= {"load": 4000, "least": 200}
# Of a 195/65 R15 in the Adams handbook, as CommonRoad publishes them (Althoff and Würsching 2020, table 7), without
# shifts, which CommonRoad applies only at a camber; PKY2 for its stiffness in proportion to the load.
COEFFICIENTS = """
PCX1=1.6411 PDX1=1.1739 PEX1=0.46403 PKX1=22.303 PHX1=0.0012297 RBX1=13.276 RBX2=-13.778 RCX1=1.2568 REX1=0.65225
RHX1=0.0050722 PCY1=1.3507 PDY1=1.0489 PEY1=-0.0074722 PKY1=-21.92 PKY2=1.0 RBY1=7.1433 RBY2=9.1916 RBY3=-0.027856
RCY1=1.0719 REY1=-0.27572 RHY1=5.7448e-06 RVY1=-0.027825 RVY4=12.12 RVY5=1.9 RVY6=-10.704
"""
MOMENT = "QBZ1=12.0 QBZ9=18.0 QCZ1=1.2 QDZ1=0.1 QDZ2=-0.01 QDZ6=0.001 QEZ1=-1.5 SSZ1=0.03"


def text_of(*, coefficients=f"{COEFFICIENTS} {MOMENT}", **head):
    return HEAD.format(**UNITS | head) + "\n".join(coefficients.split()) + "\n"


def tyre_of(folder, **values) -> Tyre:
    file = folder / "car.tir"
    file.write_text(text_of(**values), encoding="latin-1")
    return read_tyre(file)


def test_forces_equal_those_of_commonroad_at_combined_slip(tmp_path):
    reference = cast("Any", pytest.importorskip("vehiclemodels.utils.tire_model"))
    tyre, rng = tyre_of(tmp_path), np.random.default_rng(1)
    names = {name: f"{name[0]}_{name[1:]}".lower() for name in tyre.values}
    p = SimpleNamespace(**{names[name]: value for name, value in tyre.values.items()}, p_vx1=0.0, p_dx3=0.0)
    vars(p).update(p_hy1=0.0, p_hy3=0.0, p_vy1=0.0, p_vy3=0.0, p_dy3=0.0, r_vy3=0.0)
    for _ in range(500):
        alpha, kappa, load = rng.uniform(-0.3, 0.3), rng.uniform(-0.3, 0.3), 4000.0
        side, friction = reference.formula_lateral(math.tan(alpha), 0.0, load, p)
        ahead = reference.formula_longitudinal(-kappa, 0.0, load, p)
        found = forces_of(tyre, load=load, slip_angle=alpha, slip_ratio=kappa)
        wanted = reference.formula_longitudinal_comb(kappa, math.tan(alpha), ahead, p)
        assert found.longitudinal == pytest.approx(wanted, abs=1e-5)
        wanted = reference.formula_lateral_comb(kappa, math.tan(alpha), 0.0, friction, load, side, p)
        assert found.lateral == pytest.approx(wanted, abs=1e-5)


def test_the_side_force_and_the_moment_act_against_a_slip_angle(tmp_path):
    tyre = tyre_of(tmp_path)
    left = forces_of(tyre, load=4000.0, slip_angle=[-0.03, 0.03])
    assert left.lateral[0] > 1000.0 > -1000.0 > left.lateral[1]  # a patch that moves left is pushed right
    assert left.aligning[0] < 0.0 < left.aligning[1]  # and turns the wheel to the left, along its way


def test_files_of_sae_axes_give_the_same_forces(tmp_path):
    iso = tyre_of(tmp_path, coefficients=f"{COEFFICIENTS} {MOMENT} PVY1=0.03 PHY1=0.002")
    turned = f"{COEFFICIENTS} {MOMENT} PVY1=-0.03 PHY1=0.002 RVY1=0.027825".replace("PKY1=-", "PKY1=")
    sae = tyre_of(tmp_path, coefficients=turned.replace("RVY1=-0.027825", "").replace("SSZ1=0.03", "SSZ1=-0.03")
                  .replace("QDZ6=0.001", "QDZ6=-0.001"))  # fmt: skip
    assert iso.is_iso
    assert not sae.is_iso
    angles, ratios = np.linspace(-0.2, 0.2, 41), np.linspace(-0.1, 0.2, 41)
    for one, other in zip(
        *(forces_of(each, load=3000.0, slip_angle=angles, slip_ratio=ratios) for each in (iso, sae)), strict=True
    ):
        assert one == pytest.approx(other, rel=1e-9, abs=1e-6)


def test_the_trail_at_no_slip_is_that_of_the_coefficients(tmp_path):
    tyre = tyre_of(tmp_path, coefficients=f"{COEFFICIENTS} {MOMENT}".replace("QDZ6=0.001", ""))
    for load in (2000.0, 4000.0, 6000.0):
        change = (load - 4000.0) / 4000.0
        wanted = load * 0.317 / 4000.0 * (0.1 - 0.01 * change)
        assert axle_values_of(tyre, load).trail == pytest.approx(wanted, rel=0.01)


def test_version_6_without_its_new_terms_is_version_5_where_the_wheel_is_upright(tmp_path):
    old, new = (tyre_of(tmp_path, kind=kind) for kind in ("FITTYP = 6", "FITTYP = 61"))
    assert (old.version, new.version) == ("5.2", "6.1")
    slips = np.linspace(-0.3, 0.3, 61)
    for one, other in zip(*(forces_of(each, load=5000.0, slip_angle=slips) for each in (old, new)), strict=True):
        assert one == pytest.approx(other, abs=1e-9)


def test_camber_thrust_and_pressure_of_version_6(tmp_path):
    more = "PKY6=-0.9 PPY1=0.5 PPY2=0.8 PPX3=-0.1 NOMPRES=220000"
    tyre = tyre_of(tmp_path, kind="FITTYP = 61", coefficients=f"{COEFFICIENTS} {MOMENT} {more}")
    leaning = forces_of(tyre, load=4000.0, camber=0.01).lateral - forces_of(tyre, load=4000.0).lateral
    assert leaning == pytest.approx(4000.0 * -0.9 * math.sin(0.01), rel=0.02)  # to the right, where its top leans
    soft, usual = (forces_of(tyre, load=4000.0, slip_angle=0.01, pressure=p).lateral for p in (180e3, 220e3))
    assert abs(soft) < abs(usual)
    grip = [forces_of(tyre, load=4000.0, slip_ratio=0.15, pressure=p).longitudinal for p in (220e3, 242e3)]
    assert grip[1] / grip[0] == pytest.approx(0.99, abs=0.002)


def test_inputs_beyond_the_ranges_count_as_their_ends(tmp_path):
    tyre = tyre_of(tmp_path, coefficients=f"{COEFFICIENTS} ALPMIN=-0.2 ALPMAX=0.2")
    assert dict(tyre.ranges) == {"load": (200.0, 9000.0), "slip_angle": (-0.2, 0.2)}
    beyond, end = (forces_of(tyre, load=load, slip_angle=slip) for load, slip in ((12e3, 0.5), (9e3, 0.2)))
    assert beyond.lateral == end.lateral


def test_units_of_the_file_are_converted(tmp_path):
    metric = tyre_of(tmp_path)
    other = tyre_of(tmp_path, length="mm", force="kN", radius=317.0, load=4, least=0.2)
    assert other.radius == pytest.approx(metric.radius)
    assert other.nominal_load == metric.nominal_load
    assert other.ranges["load"][0] == pytest.approx(200.0)


def test_scales_of_the_file_change_grip_and_stiffness(tmp_path):
    usual, scaled = (
        tyre_of(tmp_path, coefficients=f"{COEFFICIENTS} {MOMENT} {more}") for more in ("", "LMUY=0.7 LKY=2")
    )
    one, other = axle_values_of(usual, 4000.0), axle_values_of(scaled, 4000.0)
    assert other.lateral_friction == pytest.approx(0.7 * one.lateral_friction, rel=1e-3)
    assert other.cornering_coefficient == pytest.approx(2.0 * one.cornering_coefficient, rel=0.01)


def test_an_axle_takes_stiffness_grip_and_its_fall_with_the_load(tmp_path):
    tyre = tyre_of(tmp_path, coefficients=f"{COEFFICIENTS} PDY2=-0.2")
    found = axle_values_of(tyre, 4000.0)
    assert found.cornering_coefficient == pytest.approx(21.92, rel=1e-3)
    assert found.lateral_friction == pytest.approx(1.0489, rel=1e-3)
    assert found.tyre_grip == pytest.approx(1.0489 / 0.85, rel=1e-3)
    assert found.load_sensitivity == pytest.approx(0.2 / 1.0489, rel=1e-2)
    car = mp.Vehicle(
        "car",
        front_axle_cornering_coefficient=found.cornering_coefficient,
        tyre_grip=found.tyre_grip,
        load_sensitivity=found.load_sensitivity,
    )
    assert car.tyre_grip == found.tyre_grip


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"kind": "FITTYP = 70"}, "has FITTYP 70; read are 5, 6, 21, 51, 52, 60, 61, 62"),
        ({"kind": "PROPERTY_FILE_FORMAT = 'FIALA'"}, "no FITTYP, and the format 'FIALA'"),
        ({"angle": "degrees"}, "ANGLE is 'degrees'; coefficients are read in radians only"),
        ({"force": "dyne"}, "FORCE is 'dyne'; it must be one of newton"),
        ({"radius": 317.0}, "UNLOADED_RADIUS is 317 in SI units; it must be from 0.02 to 3: check"),
        ({"coefficients": "PCY1=1.3 PDY1=1 PKY1=-20"}, "has no PKY2; a tyre needs FNOMIN"),
        ({"coefficients": f"{COEFFICIENTS} PDY3=nan"}, "PDY3 is nan; it must be a finite number"),
    ],
)
def test_other_files_are_refused_in_one_sentence(tmp_path, change, sentence):
    with pytest.raises(VehicleError, match=sentence):
        tyre_of(tmp_path, **change)


def test_formats_of_adams_without_a_number_are_read(tmp_path):
    assert tyre_of(tmp_path, kind="PROPERTY_FILE_FORMAT = 'PAC2002'").version == "5.2"


def test_the_command_shows_a_tyre_and_draws_it(tmp_path, capsys):
    tyre_of(tmp_path, coefficients=f"{COEFFICIENTS} {MOMENT} PDY2=-0.2")
    file, figure = str(tmp_path / "car.tir"), tmp_path / "tyre.png"
    assert run(["tyre", file, "--load", "3600", "--figure", str(figure)]) == 0
    said = capsys.readouterr().out
    assert "Magic Formula 5.2, ISO axes, for the left side" in said
    assert "load: measured from 200 to 9000 N" in said
    assert "front_axle_cornering_coefficient = " in said
    assert "tyre_grip = 1.2" in said
    assert figure.stat().st_size > 20_000
    assert run(["tyre", file, "--figure", str(figure)]) == 2
    assert "overwrite it with --force" in capsys.readouterr().err
    assert run(["tyre", file, "--load", "-1"]) == 2
    assert "--load is -1; it must be a positive number, in newtons" in capsys.readouterr().err
