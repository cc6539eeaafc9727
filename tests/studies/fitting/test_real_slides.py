"""A real car of a tenth of the size that slides: predictions of a drive that was not fitted."""

import numpy as np
import pytest
from real_slides import FITTED, STEERING, TYRES, UNSEEN, WHEELBASE, lag_of, read_drives

from motorpool.models import find
from motorpool.studies.fitting import certificate_of
from motorpool.studies.logs.speed_scale import speed_scale_of

# Values of `python benchmarks/real_vehicles.py slides`, fitted to the drive DS2 only.
TYRED = dict(zip((*STEERING, *TYRES), (0.00559, 1.2614, 0.0820, 0.0672, 3.3827, 12.447, 0.64671), strict=True))
ROLLING = dict(zip(STEERING, (0.00026, 0.8056, 0.1305, 0.0167), strict=True)) | {"wheelbase": WHEELBASE}


def actuated(name, values):
    """A vehicle with the delay of its steering, and its parameters with these values."""
    model = find(f"{name}+actuated")
    assert values.keys() <= set(model.module.Params._fields)
    return model, {**model.module.Params._field_defaults, **values}


@pytest.fixture(scope="module")
def drives(shared_data):
    folder = shared_data / "measured" / "frictionmaps"
    if not folder.is_dir():
        pytest.skip("the measured drives are not in the shared data folder")
    return read_drives(folder)


def test_tyres_predict_a_sliding_car_that_was_not_fitted_better_than_a_bicycle(drives):
    log = drives[UNSEEN[0]]
    found = {}
    for name, values in (("F1TENTH", TYRED), ("bicycle", ROLLING)):
        model, params = actuated(name, values)
        found[name] = certificate_of(log, model, params=params, is_held=True).errors[0]
        print(name, found[name])
    tyres, rolling = found["F1TENTH"], found["bicycle"]
    assert tyres.windows >= 35
    assert tyres.vehicle < 0.075
    assert tyres.vehicle < 0.7 * rolling.vehicle
    assert tyres.vehicle < 0.6 * tyres.bicycle
    assert tyres.vehicle < 0.25 * tyres.turn_rate


def test_the_clocks_of_the_four_files_agree_after_the_correction(drives):
    for log in drives.values():
        assert abs(lag_of(log, "yaw", "yaw_rate")) < 0.015
        assert 0.1 < lag_of(log, "yaw_rate", "steer_angle") < 0.18


def test_the_wheels_speed_is_that_of_the_path_within_its_noise(drives):
    scale = speed_scale_of([drives[FITTED]])
    assert scale.low < 1.0 < scale.high
    assert np.isclose(scale.value, 1.0, atol=0.03)
