"""Defects of document 002, "Additional notes for assignment 1: kinematics of a turning car"."""

import math
from functools import partial

from defects import Finding, defect, is_near, noted

from motorpool.models.kinematic.ackermann import arc

entry = partial(defect, document=2)
note = partial(noted, document=2)

LENGTH, WIDTH = 2.6, 1.5  # l and w [m]
CAR = arc.Params(wheelbase=LENGTH, track_width=WIDTH)


def the_notes(alpha, speed, dt, *, side=1.0):
    """Steps 1 to 3 of the notes for a car at the origin along x: p and the turn. ``side`` 1 is d-perp to the left."""
    x_rear, y_rear = -0.5 * LENGTH, -0.5 * WIDTH * side
    cotangent = LENGTH / math.tan(alpha)
    x_centre, y_centre = x_rear, y_rear + cotangent * side
    turn = speed / cotangent * dt
    x, y = -x_centre, -y_centre
    return (
        x_centre + x * math.cos(turn) - y * math.sin(turn),
        y_centre + x * math.sin(turn) + y * math.cos(turn),
        turn,
    )


def the_notes_with_the_right_normal(alpha, speed, dt):
    """The same with d-perp to the right, which nothing in the text forbids."""
    return the_notes(alpha, speed, dt, side=-1.0)


def our_car(alpha, speed, dt):
    """``ackermann/arc``."""
    return tuple(arc.step(arc.State(), arc.Control(alpha, speed), CAR, dt))


# ------------------------------------------------------------ left and right


@entry(
    line=48,
    quote="d⊥. From the figure one can see",
    place="step 1",
    group="Left and right",
    title="Which perpendicular d⊥ is, only the figure says",
    plain="The text does not say to which side an arrow points; with the wrong side the car turns the wrong way.",
    wrong=(
        "The figure is lost. With the right normal the centre of rotation moves to the other side, the sense of the "
        "rotation does not, and the car drives backward."
    ),
    right="The left normal, (-dy, dx).",
    effect=(
        "With α = 0.3, s = 5 m/s the car's centre is at x = {printed:.2f} m after 0.1 s; with the left normal at "
        "{corrected:.2f} m."
    ),
    printed=the_notes_with_the_right_normal,
    corrected=our_car,
)
def the_perpendicular_has_no_side(car):
    """A car with a positive speed goes forward."""
    x = car(0.3, 5.0, 0.1)[0]
    return Finding(x < 0.0, x)


@entry(
    line=49,
    quote="pr = p− (l/2)d− (w/2)d⊥",
    place="step 1",
    group="Left and right",
    title="The formulas are those of a left turn",
    plain="In a right turn the car drives farther than in a left turn at the same speed.",
    wrong=(
        "pr is the right rear wheel, which is the outer one in a left turn only. With α < 0 the formulas take s and α "
        "for those of the inner wheel."
    ),
    right="The sign of α in front of w / 2.",
    effect=(
        "With α = ±0.3, s = 5 m/s a car gets {printed:.4f} m farther in 0.1 s to the right than to the left; "
        "corrected, "
        "{corrected:.4f} m."
    ),
    printed=the_notes,
    corrected=our_car,
)
def the_formulas_are_those_of_a_left_turn(car):
    """A right turn is the mirror image of a left one."""
    left, right = car(0.3, 5.0, 0.1), car(-0.3, 5.0, 0.1)
    more = math.hypot(*right[:2]) - math.hypot(*left[:2])
    return Finding(not is_near(left[0], right[0]) or not is_near(left[1], -right[1]), abs(round(more, 12)))


# ------------------------------------------------------------ limits


@entry(
    line=55,
    quote="we get ω = s/(l cot α).",
    place="step 2",
    group="Limits",
    title="Straight ahead there is no cotangent",
    plain="The calculation breaks off when the car drives straight ahead.",
    wrong='The centre "can be at infinity" (line 31), and there the formulas divide by zero.',
    right="ω = s tan α / l, and the displacement of the arc as a chord: nothing becomes infinite.",
    effect="With α = 0, s = 5 m/s a car gets {corrected:.1f} m in 0.1 s; the notes end in a division by zero.",
    printed=the_notes,
    corrected=our_car,
)
def straight_ahead_there_is_no_cotangent(car):
    try:
        x = car(0.0, 5.0, 0.1)[0]
    except ZeroDivisionError:
        return Finding(True, math.nan)
    return Finding(not is_near(x, 0.5), x)


def inner_wheel_by_the_notes(alpha):
    """The inner rear wheel's speed for s = 1: as far from the centre as l cot α - w."""
    return 1.0 - WIDTH / LENGTH * math.tan(alpha)


def inner_wheel_of_our_car(alpha):
    """The same, or no car at all."""
    if not arc.is_valid(arc.Control(alpha, 1.0), CAR, 0.1):
        return math.nan
    forward, _, yaw_rate = arc.body_twist(arc.Control(alpha, 1.0), CAR)
    return forward - 0.5 * WIDTH * yaw_rate


@entry(
    line=64,
    quote="the user may control the angle α directly",
    place="the last paragraph",
    group="Limits",
    title="α has a limit",
    plain="Nothing limits the steering, so an inner wheel can roll backward while the car drives forward.",
    wrong=(
        "At atan(l / w) the inner front wheel stands at 90 degrees. Beyond, the centre of rotation is under the car, "
        "and the inner wheels roll backward."
    ),
    right="α below atan(l / w): 60 degrees with l = 2.6 m, w = 1.5 m. Ours refuses the rest.",
    effect="At 70 degrees and s = 1 m/s the inner rear wheel rolls at {printed:.2f} m/s.",
    printed=inner_wheel_by_the_notes,
    corrected=inner_wheel_of_our_car,
)
def the_angle_has_a_limit(inner_wheel):
    """Within the limit both agree; beyond, a wheel of a car that drives forward must not roll backward."""
    assert is_near(inner_wheel(0.5), 1.0 - WIDTH / LENGTH * math.tan(0.5))
    speed = inner_wheel(math.radians(70.0))
    return Finding(speed < 0.0, speed)


# ------------------------------------------------------------ speed and time


def stated_by_the_notes():
    """Line 9: "the car is moving with speed s", with p for the car. The speed there, for s = 5."""
    dt = 1e-6
    return 5.0, math.hypot(*the_notes(0.3, 5.0, dt)[:2]) / dt


def stated_by_our_car():
    """The speed given to ``drive`` is that of the middle of the rear axle. Full steer is 0.3 here."""
    params = CAR._replace(max_wheel_angle=0.3)
    return 5.0, arc.body_twist(arc.control_from_command(arc.State(), 5.0, 1.0, params, 1.0), params)[0]


@entry(
    line=9,
    quote="at some moment of time t the car is moving with speed s",
    place="the first paragraph",
    group="Speed and time",
    title="s is the speed of the car, and of a wheel",
    plain="Two points of the car share one speed, so the car is slower than the driver asked.",
    wrong=(
        "First s is the speed of the car, whose position is its centre; in step 2 it is that of the outer rear wheel, "
        "which is faster."
    ),
    right="One of them: here the outer rear wheel's in the control, and the rear axle's in `drive`.",
    effect=(
        "With s = 5 m/s, α = 0.3 the car moves at {printed:.2f} m/s; one that is told to drive at 5 m/s, at "
        "{corrected:.2f} m/s."
    ),
    printed=stated_by_the_notes,
    corrected=stated_by_our_car,
)
def the_speed_is_that_of_two_points(speeds):
    stated, measured = speeds()
    return Finding(not is_near(stated, measured, 1e-6), measured)


note(
    line=12,
    quote="for a small time step dt",
    place="the first paragraph",
    group="Speed and time",
    title="The time step need not be small",
    plain="The text asks for very short time steps, although the formula is right for long ones, too.",
    wrong="The rotation about c by ω dt is exact for any dt while α and s stay as they are.",
    right="No restriction; with a changing α the error is that of holding it for dt.",
    effect="None. (`ackermann/arc` is checked for it: a thousand steps end where one does.)",
)
