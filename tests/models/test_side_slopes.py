"""Walking-pace vehicles on slopes: sixty steps a second are as good as a thousand; they slide where friction ends."""

import numpy as np
import pytest

from motorpool import Fleet
from motorpool.models import find

GRAVITY = 9.81
FRICTION = 0.85
FRICTION_ANGLE = np.arctan(FRICTION)
SPEED, DURATION = 1.4, 6.0  # [m/s], [s]
COARSE, FINE = 1 / 60, 1 / 960  # [s]
MODELS = (
    "single-track",
    "single-track/magic-formula",
    "double-track",
    "double-track/magic-formula",
    "four-axles",
    "tractor-trailer",
    "skid-steer",
)

# Nothing but gravity, drive and the side forces: what friction says is then known.
PLAIN = {
    "air_drag": 0.0, "rolling_factor": 0.0, "engine_power": 1e15, "engine_lag": 1e-6, "max_drive_force": 1e6,
    "max_speed": 1e6, "max_reverse_speed": 1e6,
}  # fmt: skip
SAME_GRIP = {
    "centre_height": 0.0, "trailer_centre_height": 0.0, "hitch_height": 0.0, "load_sensitivity": 0.0, "tyre_grip": 1.0,
    "track_grip": 1.0, "side_grip": 1.0,
}  # fmt: skip


def rolling_on(model, slopes, headings, **values):
    """Vehicles that roll at walking pace on ground that falls to the south, one for each slope and heading [rad]."""
    module = find(model).module
    slope, yaw = (grid.ravel() for grid in np.meshgrid(slopes, headings))
    up = np.arctan(np.tan(slope) * np.sin(yaw))  # along the heading
    defaults = module.Params()
    pull = GRAVITY * (defaults.mass + getattr(defaults, "trailer_mass", 0.0)) * np.sin(up)
    brakes = defaults.max_brake_force + getattr(defaults, "trailer_max_brake_force", 0.0)
    named = {
        **PLAIN, "friction": FRICTION, "sliding_friction": FRICTION, "slope_y": np.tan(slope),
        "last_slope_y": np.tan(slope), "yaw": yaw, "trailer_yaw": yaw, "speed": SPEED, "left_track_speed": SPEED,
        "right_track_speed": SPEED, "throttle": np.clip(pull / PLAIN["max_drive_force"], 0.0, 1.0),
        "brake": np.clip(-pull / brakes, 0.0, 1.0), **values,
    }  # fmt: skip
    known = {name for part in module.__dict__.values() for name in getattr(part, "_fields", ())}
    fleet = Fleet(model, len(slope), **{name: value for name, value in named.items() if name in known})
    return slope, yaw, fleet


def place(slope, fleet):
    """Positions in the plane of the slope, x along its contour and y up."""
    return np.array([fleet.state.x, fleet.state.y / np.cos(slope)])


@pytest.mark.parametrize("model", MODELS)
def test_at_sixty_steps_a_second_it_drifts_as_at_a_thousand_on_any_slope_and_heading(model):
    """On all slopes to a fifth beyond friction, driven uphill and braked downhill as gravity asks."""
    slopes = FRICTION_ANGLE * np.array([0.1, 0.3, 0.5, 0.7, 0.8, 0.85, 0.9, 0.95, 0.98, 1.02, 1.05, 1.1, 1.2])
    headings = np.radians([0.0, 15.0, 45.0, 75.0, 90.0, 120.0, 160.0, 180.0, -30.0, -60.0, -90.0, -135.0])
    ends = []
    for dt in (COARSE, FINE):
        slope, yaw, fleet = rolling_on(model, slopes, headings)
        fleet.step(dt, round(DURATION / dt))
        ends.append(place(slope, fleet))
    path = np.array([np.cos(yaw), np.sin(yaw) / np.cos(slope)])
    drift = np.hypot(*(ends[1] - SPEED * DURATION * path / np.hypot(*path)))
    off = np.hypot(*(ends[1] - ends[0]))
    worst = int(np.argmax(off / (0.15 * drift + 0.01)))
    where = f"slope {np.degrees(slope[worst]):.1f}, heading {np.degrees(yaw[worst]):.0f} degrees"
    assert off[worst] <= 0.15 * drift[worst] + 0.01, f"{where}: {off[worst]:.3f} m off, drift {drift[worst]:.3f} m"


@pytest.mark.parametrize("model", MODELS)
def test_it_begins_to_slide_at_the_angle_of_friction(model):
    """Two hundredths below it creeps at a steady pace, two above it gains speed as gravity less friction says.

    The magic formula's friction falls behind its peak, so that it gains more.
    """
    slope, _, fleet = rolling_on(model, FRICTION_ANGLE * np.array([0.98, 1.02]), [0.0, np.pi], **SAME_GRIP)
    fleet.step(COARSE, 120)
    before = np.abs(fleet.state.lateral_speed).copy()
    fleet.step(COARSE, 120)
    gained = (np.abs(fleet.state.lateral_speed) - before) / 2.0
    excess = GRAVITY * (np.sin(slope) - FRICTION * np.cos(slope))
    holds = excess < 0.0
    assert gained[holds] == pytest.approx(0.0, abs=0.005)
    assert gained[~holds].min() > 0.8 * excess.max()
    assert gained[~holds].max() < (5.0 if model.endswith("magic-formula") else 1.2) * excess.max()
