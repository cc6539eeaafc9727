"""Defects of document 004, "Simple 2D car steering physics in games", and of its comments."""

import math
from functools import partial

from defects import Finding, Subject, defect, is_near

from motorpool.models import find
from motorpool.models.kinematic.bicycle import drift_heading, steering_return
from motorpool.models.mathematics import wrap_angle

entry = partial(defect, document=4)

WHEELBASE = 2.5  # where nothing else is said [m]
HARD = math.radians(45.0)  # a steering angle at which it shows [rad]
INSTANT = 1e-6  # a frame so short that only what stays in the limit is left [s]


def wheels_after(model, *, speed=1.0, steer=HARD, wheelbase=WHEELBASE, dt=INSTANT, steps=1):
    """Where the front and the rear wheel of a car are that began at the origin along x, and its yaw."""
    module = model.module
    params, control = module.Params()._replace(wheelbase=wheelbase), module.Control(steer, speed)
    state = module.State()
    for _ in range(steps):
        state = module.step(state, control, params, dt)
    half_x, half_y = 0.5 * wheelbase * math.cos(state.yaw), 0.5 * wheelbase * math.sin(state.yaw)
    return (state.x + half_x, state.y + half_y), (state.x - half_x, state.y - half_y), state.yaw


def front_motion(model, **settings):
    """Speed of the front wheel, and the angle between its way and its plane [rad]."""
    steer = settings.get("steer", HARD)
    (x, y), _, _ = wheels_after(model, **settings)
    dx, dy = x - 0.5 * WHEELBASE, y
    return math.hypot(dx, dy) / INSTANT, wrap_angle(steer - math.atan2(dy, dx))


def rear_speed(model, **settings):
    """Speed of the rear wheel [m/s]."""
    _, (x, y), _ = wheels_after(model, **settings)
    return math.hypot(x + 0.5 * WHEELBASE, y) / INSTANT


def radius(model, steer):
    """Of the rear wheel's circle [m]."""
    _, _, yaw = wheels_after(model, steer=steer)
    return rear_speed(model, steer=steer) * INSTANT / yaw


# ------------------------------------------------------------ consistency


@entry(
    line=12,
    quote="each wheel can only move in the direction it is pointing",
    place="the assumption",
    group="Consistency",
    title="The front wheel slides sideways",
    plain="The front wheel of the car slides sideways, although the article says that it rolls where it points.",
    wrong=(
        "Each wheel is moved the way it points, but then both are moved again, onto the car: the average of the two "
        "places and the line between them, a wheelbase apart. The front wheel ends up beside its own line, at any "
        "frame rate."
    ),
    right="Both wheels move along circles about one point, where their axles meet.",
    effect=(
        "At 45 degrees the front wheel moves {printed:.2f} degrees off the way it points; on the arc, {corrected:.2f}."
    ),
    printed="bicycle/six-line",
    corrected="bicycle/arc",
)
def the_front_wheel_slides_sideways(model):
    slip = math.degrees(abs(front_motion(model)[1]))
    return Finding(slip > 1e-3, slip)


@entry(
    line=348,
    quote="your accuracy will be better the smaller your dt is",
    place="comment 24, and the answer to it",
    group="Consistency",
    title="No frame rate makes the six lines right",
    plain="In tight turns the car drives too large a circle, however fast the computer is.",
    wrong="They converge, but to a circle of radius b / (2 tan(δ / 2)) for the rear wheel.",
    right="b / tan δ.",
    effect=(
        "At 45 degrees, with a wheelbase of 2.5 m and frames of a microsecond, the radius is {printed:.2f} m; it "
        "should be {corrected:.2f} m."
    ),
    printed="bicycle/six-line",
    corrected="bicycle/arc",
)
def no_frame_rate_makes_it_right(model):
    """The rear axle's line and the front wheel's axle meet b / tan(delta) beside the rear wheel."""
    measured = radius(model, HARD)
    return Finding(not is_near(measured, WHEELBASE, 1e-4), measured)


@entry(
    line=363,
    quote='"normal" car turning speeds the error is very small (less than 1%)',
    place="the answer to comment 24",
    group="Consistency",
    title="The error is not below one per cent",
    plain="A comment says that the error is below one per cent, but at twenty degrees of steering it is three.",
    wrong="It is, up to 11 degrees: it grows with the angle, not with dt.",
    right="The arc has none.",
    effect="At 20 degrees the curvature is off by {printed:.1f} %; on the arc, by {corrected:.1f} %.",
    printed="bicycle/six-line",
    corrected="bicycle/arc",
)
def the_error_is_not_below_one_per_cent(model):
    error = 100.0 * abs(1.0 - WHEELBASE / math.tan(math.radians(20.0)) / radius(model, math.radians(20.0)))
    return Finding(error > 1.0, round(error, 6))


@entry(
    line=38,
    quote="backWheel += carSpeed * dt",
    place="step 2",
    group="Consistency",
    title="carSpeed is the speed of both wheels",
    plain="Both wheels get the same speed, although the front wheel has the longer way in a bend.",
    wrong=(
        "In a bend the front wheel goes a longer way. With the same speed for both, neither has it: the rear wheel is "
        'slower, the front wheel faster. "No physical reason why the front wheel should be treated any differently" '
        "(line 296) overlooks that they are parts of one body."
    ),
    right="The front wheel is faster by 1 / cos δ, and a model says whose speed its speed is.",
    effect=(
        "At 45 degrees the front wheel is {printed:.2f} times as fast as the rear wheel; on the arc "
        "{corrected:.2f} times."
    ),
    printed="bicycle/six-line",
    corrected="bicycle/arc",
)
def both_wheels_have_one_speed(model):
    """On circles about one point speeds are as radii: 1 / cos 45."""
    ratio = front_motion(model)[0] / rear_speed(model)
    return Finding(not is_near(ratio, math.sqrt(2.0), 1e-4), ratio)


@entry(
    line=107,
    quote="at a 90 degree steer angle the rear wheel should stay stationary",
    place="comment 7",
    group="Consistency",
    title="At 90 degrees the rear wheel does not stay where it is",
    plain="A car that steers as far as possible should turn about its rear wheel, but the rear wheel moves.",
    wrong="As the comment says. The six lines push it forward at half the speed.",
    right="The car turns about it: the arc, with the speed that of the front wheel.",
    effect="At a speed of 1 m/s the rear wheel moves at {printed:.2f} m/s; on the arc at {corrected:.2f} m/s.",
    printed="bicycle/six-line",
    corrected="bicycle/arc:speed_reference=front",
)
def at_90_degrees_the_rear_wheel_moves(model):
    speed = rear_speed(model, steer=0.5 * math.pi)
    return Finding(speed > 1e-3, round(speed, 9))


@entry(
    line=290,
    quote="wheel base of 2 units, a speed of 1 unit per second and a steer angle of 5 degrees",
    place="the answer to comment 20",
    group="Consistency",
    title="The comparison is made where nothing shows",
    plain="A comparison in the comments drives so gently that no difference can be seen.",
    wrong=(
        "At 5 degrees the six lines are 0.2 % off, and nobody sees that it stays when dt goes to zero. The error of "
        "the other algorithm is larger at ten frames a second, but it goes to zero. So the wrong one wins."
    ),
    right="At a large angle, and with dt going to zero: the front wheel of comment 20 then rolls the way it points.",
    effect=(
        "At 45 degrees and frames of a microsecond the front wheel of the winner slides by {printed:.2f} degrees, "
        "that of comment 20 by {corrected:.2f}."
    ),
    printed="bicycle/six-line",
    corrected="bicycle/rear-follows",
)
def the_comparison_is_made_where_nothing_shows(model):
    slips = [math.degrees(abs(front_motion(model, steer=math.radians(angle))[1])) for angle in (5.0, 45.0)]
    assert slips[0] < 0.01
    return Finding(slips[1] > 1e-3, slips[1])


# ------------------------------------------------------------ order


@entry(
    line=46,
    quote="carLocation = (frontWheel + backWheel) / 2;",
    place="step 3",
    group="Order",
    title="The path depends on the frame rate",
    plain="The same drive ends in another place on a slower computer.",
    wrong=(
        "It should not, the author says, where he answers comment 20 (line 294). His own converges with order 1, too."
    ),
    right="The arc is exact for any dt.",
    effect=(
        "At 45 degrees and 3 m/s, a second in 10 frames and one in 1000 bring the car to places {printed:.3f} m apart; "
        "on the arc {corrected:.3f} m."
    ),
    printed="bicycle/six-line",
    corrected="bicycle/arc",
)
def the_path_depends_on_the_frame_rate(model):
    """The ends of carLocation, the middle between the wheels."""
    ways = [wheels_after(model, speed=3.0, dt=1.0 / steps, steps=steps)[:2] for steps in (10, 1000)]
    ends = [[0.5 * (front + rear) for front, rear in zip(*wheels, strict=True)] for wheels in ways]
    return Finding(math.dist(*ends) > 1e-9, round(math.dist(*ends), 9))


@entry(
    line=281,
    quote="carHeading = atan2( frontWheel.Y - backWheel.Y , frontWheel.X - backWheel.X );",
    place="comment 20",
    group="Order",
    title="Comment 20 looks back at where the rear wheel was",
    plain="The repair in one comment turns the car too little, because it uses the old place of the rear wheel.",
    wrong=(
        "The new heading is that from the old rear wheel to the new front wheel: it lags by v dt cos δ / b of itself."
    ),
    right="From the new rear wheel (comment 49), or along the arc.",
    effect=(
        "With the document's example, 5 degrees, b = 2, 1 m/s, ten frames a second, the car has turned by "
        "{printed:.3f} degrees after a second; with comment 49 by {corrected:.3f}. With the front wheel's speed it is "
        "2.497."
    ),
    printed="bicycle/rear-follows",
    corrected="bicycle/old-line",
)
def comment_20_looks_back(model):
    """The front wheel's component across the car, v sin(delta), over the wheelbase; line 292 prints 2.378."""
    _, _, yaw = wheels_after(model, steer=math.radians(5.0), wheelbase=2.0, dt=0.1, steps=10)
    exact = math.degrees(math.sin(math.radians(5.0)) / 2.0)
    return Finding(abs(math.degrees(yaw) / exact - 1.0) > 0.01, math.degrees(yaw))


# ------------------------------------------------------------ the comments' remedies


def wheels_on_their_own(frames):
    """Comment 4: each wheel keeps its own place from frame to frame. How far apart they are in the end [m]."""
    front, back = [25.0, 0.0], [-25.0, 0.0]
    for _ in range(frames):
        heading = math.atan2(front[1] - back[1], front[0] - back[0])
        for wheel, angle in ((front, heading + math.radians(20.0)), (back, heading)):
            wheel[0] += 50.0 / 60.0 * math.cos(angle)
            wheel[1] += 50.0 / 60.0 * math.sin(angle)
    return math.dist(front, back)


def wheels_of_the_six_lines(frames):
    """The same with ``bicycle/six-line``, whose wheels are placed anew every frame."""
    model = find("bicycle/six-line")
    front, back, _ = wheels_after(model, speed=50.0, steer=math.radians(20.0), wheelbase=50.0, dt=1 / 60, steps=frames)
    return math.dist(front, back)


def wheels_with_the_longer_step(frames):
    """Comment 4's remedy: the front wheel moves farther, and each wheel still keeps its own place."""
    front, back, steer, r = [25.0, 0.0], [-25.0, 0.0], math.radians(20.0), 50.0 / 60.0
    along, square = (50.0 - r) * math.cos(steer), r * (100.0 - r)
    for _ in range(frames):
        heading = math.atan2(front[1] - back[1], front[0] - back[0])
        for wheel, angle, way in (
            (front, heading + steer, math.sqrt(along * along + square) - along),
            (back, heading, r),
        ):
            wheel[0] += way * math.cos(angle)
            wheel[1] += way * math.sin(angle)
    return math.dist(front, back)


@entry(
    line=81,
    quote="By frame 500 the baseline had shrunk down to 26.2",
    place="comment 4",
    group="The comments' remedies",
    title="The car shrinks when its wheels are tracked on their own",
    plain="The car becomes shorter while it drives.",
    wrong=(
        "The comment blames the six lines, but has left out that they place both wheels anew in every frame. (Nor is "
        "it 26.2: that is frame 484. Comment 49 cures the same mistake.) Line 109 blames rounding; "
        "that is all there is only with the comment's longer "
        "front step."
    ),
    right="The state is the middle of the car and its heading; the wheels follow from them.",
    effect="Of 50 units {printed:.1f} are left after 500 frames; by the six lines, {corrected:.1f}.",
    printed=wheels_on_their_own,
    corrected=wheels_of_the_six_lines,
)
def a_car_with_wheels_on_their_own_shrinks(wheels_apart):
    distance = wheels_apart(500)
    assert wheels_apart(484) >= 26.15
    assert is_near(wheels_with_the_longer_step(500), 50.0)
    return Finding(not is_near(distance, 50.0), distance)


@entry(
    line=83,
    quote="sqrt(B^2+C)-B",
    place="comment 4",
    group="The comments' remedies",
    title="Near 90 degrees the longer front step jumps",
    plain="The repair in one comment makes the car spin wildly when it steers as far as possible.",
    wrong=(
        "With the rear wheel's speed given, the front wheel would have to be infinitely fast at 90 degrees. The step "
        "there is sqrt(r (2b - r)): it shrinks with the square root of dt, so the car turns the faster the shorter "
        "the frames."
    ),
    right="At such angles the speed has to be that of the front wheel.",
    effect=(
        "At 90 degrees and 1 m/s, frames of 0.1 ms turn the car at {printed:.0f} rad/s; by the front wheel's speed at "
        "{corrected:.2f} rad/s."
    ),
    printed="bicycle/longer-front",
    corrected="bicycle/old-line",
)
def near_90_degrees_the_longer_front_step_jumps(model):
    """A front wheel at 1 m/s across a wheelbase of 2.5 m: 0.4 rad/s."""
    _, _, yaw = wheels_after(model, steer=0.5 * math.pi, dt=1e-4)
    return Finding(not is_near(yaw / 1e-4, 0.4, 1e-3), yaw / 1e-4)


def the_longer_step(steer, distance):
    """Line 83 to 88: how far the front wheel moves; NaN for the root of a negative number."""
    along = (WHEELBASE - distance) * math.cos(steer)
    square = along * along + distance * (2.0 * WHEELBASE - distance)
    return math.sqrt(square) - along if square >= 0.0 else math.nan


def the_step_of_the_arc(steer, distance):
    """Straight distance that the front wheel of ``bicycle/arc`` moves, at the rear wheel's speed."""
    (x, y), _, _ = wheels_after(find("bicycle/arc"), speed=distance, steer=steer, dt=1.0)
    return math.dist((x, y), (0.5 * WHEELBASE, 0.0))


@entry(
    line=86,
    quote="C = r(2b-r)",
    place="comment 4",
    group="The comments' remedies",
    title="In reverse the longer front step may not exist",
    plain="The repair in one comment has no answer for a sharp turn in reverse.",
    wrong=(
        "B^2 + C is negative where no place on the front wheel's line is a wheelbase from the rear wheel's new place."
    ),
    right="The arc always has one; `bicycle/longer-front` refuses such a step.",
    effect=(
        "At 80 degrees, half a metre back in one frame, the front wheel moves by {corrected:.2f} m on the arc, "
        "straight; "
        "the formula asks for the root of a negative number."
    ),
    printed=the_longer_step,
    corrected=the_step_of_the_arc,
)
def in_reverse_the_longer_step_may_not_exist(front_step):
    step = front_step(math.radians(80.0), -0.5)
    return Finding(math.isnan(step), step)


# ------------------------------------------------------------ the comments' programs


def whole_positions(frames):
    """Comment 8: posx and posy are whole numbers. The way of a car with 2.4 a frame at 100 degrees."""
    x = y = 0
    for _ in range(frames):
        x, y = int(x + 2.4 * math.cos(math.radians(100.0))), int(y + 2.4 * math.sin(math.radians(100.0)))
    return math.hypot(x, y)


def real_positions(frames):
    """The same with real numbers."""
    return math.hypot(*(sum(2.4 * part for _ in range(frames)) for part in (math.cos(1.7453), math.sin(1.7453))))


@entry(
    line=115,
    quote="posx and posy are natural numbers",
    place="comment 8",
    group="The comments' programs",
    title="Whole positions lose what is behind the point",
    plain="The car loses a little of its way in every frame, because its place is kept in whole numbers.",
    wrong=(
        "Each frame cuts the fraction off, so the car is slower than its speed and moves along a few directions only. "
        "Line 123 says so, too."
    ),
    right="Real numbers, rounded for drawing only.",
    effect=(
        "A car with 2.4 units a frame gets {printed:.0f} units far in 100 frames; with real numbers, {corrected:.0f}."
    ),
    printed=whole_positions,
    corrected=real_positions,
)
def whole_positions_lose_the_fraction(distance):
    far = distance(100)
    return Finding(not is_near(far, 240.0, 1e-9), far)


def six_lines(x, y, heading, steer, *, cosine=math.cos, sine=math.sin, arc_tangent=math.atan2, frames=1):
    """The document's six lines, its wheelbase 2, with 0.025 a frame and the words of a comment in their place."""
    for _ in range(frames):
        front_x = x + cosine(heading) + 0.025 * cosine(heading + steer)
        front_y = y + sine(heading) + 0.025 * sine(heading + steer)
        back_x = x - cosine(heading) + 0.025 * cosine(heading)
        back_y = y - sine(heading) + 0.025 * sine(heading)
        x, y = (front_x + back_x) / 2.0, (front_y + back_y) / 2.0
        heading = arc_tangent(front_y - back_y, front_x - back_x)
    return x, y, heading


PRINTED_LINES = Subject("the six lines", six_lines)


@entry(
    line=230,
    quote="carLocation.x + wheelBase/2 * MathUtils.sin(carHeading);",
    place="comment 19",
    group="The comments' programs",
    title="Sine and cosine exchanged, the arc tangent not",
    plain="The car drives in a mirrored direction, because two functions are exchanged.",
    wrong=(
        "x by the sine and y by the cosine measure the heading from y; atan2(dy, dx) gives it from x. Each frame "
        "mirrors the heading on the diagonal, and the car jitters along it, wherever it was to go."
    ),
    right="Either exchange the arguments of atan2, too, or nothing.",
    effect=(
        "In 100 frames of 0.025 units with straight wheels the car gets {printed:.2f} units far; rightly "
        "{corrected:.2f}."
    ),
    printed=Subject("comment 19", partial(six_lines, cosine=math.sin, sine=math.cos)),
    corrected=PRINTED_LINES,
)
def exchanged_sines_mirror_the_heading(lines):
    x, y, _ = lines(0.0, 0.0, 0.2, 0.0, frames=100)
    return Finding(not is_near(math.hypot(x, y), 2.5), math.hypot(x, y))


def sine_of_degrees(degrees):
    """Comment 19: an angle in degrees, given to a sine that takes radians. The direction [rad] that it finds."""
    return math.atan2(math.sin(degrees), math.cos(degrees))


def sine_of_radians(degrees):
    """The same, converted."""
    return math.atan2(math.sin(math.radians(degrees)), math.cos(math.radians(degrees)))


@entry(
    line=238,
    quote="MathUtils.sin(carHeading+steerAngle)",
    place="comment 19",
    group="The comments' programs",
    title="Degrees are added to radians",
    plain="The wheels point in a wrong direction, because degrees are added to radians.",
    wrong=(
        "steerAngle is made of two angles in degrees (lines 224 to 226); carHeading comes from atan2, in radians, and "
        "the sine takes radians. The comment suspects it (line 222), the answer does not say so."
    ),
    right="One unit: radians.",
    effect=(
        "With the control at 45 the wheels of a car that faces +x point {printed:.0f} degrees to its left; rightly "
        "{corrected:.0f}."
    ),
    printed=sine_of_degrees,
    corrected=sine_of_radians,
)
def degrees_are_added_to_radians(direction):
    angle = math.degrees(direction(45.0))
    return Finding(not is_near(angle, 45.0), angle)


def steer_by_the_body(heading):
    """Comment 19: "angle from Car to Control", with the control at 45 degrees in the world."""
    return math.radians(45.0) - heading


def steer_by_the_control(heading):
    """Steer as the answer says: relative to straight ahead."""
    return math.radians(45.0)


@entry(
    line=226,
    quote="steerAngle = controlAngle - carFacingAngle;",
    place="comment 19",
    group="The comments' programs",
    title="A direction in the world read as a steering angle",
    plain="The car stops turning after a while, because a compass direction is used as a steering angle.",
    wrong=(
        "The steering angle is that of the wheels to the car; the car's own rotation is subtracted from it. The wheel "
        "then straightens as the car turns, and the car never goes in a circle."
    ),
    right="controlAngle.",
    effect=(
        "A car held at 45 degrees of steering has turned by {printed:.2f} rad after 1000 frames of 0.025 units; "
        "rightly by {corrected:.2f} rad."
    ),
    printed=steer_by_the_body,
    corrected=steer_by_the_control,
)
def a_direction_is_read_as_a_steering_angle(steering):
    """It should go round and round: 1000 frames of 0.025 at sin(45) / 2 rad a unit are more than a whole turn."""
    heading = turned = 0.0
    for _ in range(1000):
        before = heading
        heading = six_lines(0.0, 0.0, heading, steering(heading))[2]
        turned += wrap_angle(heading - before)
    return Finding(turned < math.tau, turned)


@entry(
    line=335,
    quote="math.atan((frontY- backY)/(frontX - backX))",
    place="comment 23",
    group="The comments' programs",
    title="An arc tangent of one argument knows half a circle",
    plain="A car that drives west is suddenly drawn facing east.",
    wrong="A car that drives toward -x is turned to face +x, and dividing by frontX - backX fails when it faces ±y.",
    right="atan2(frontY - backY, frontX - backX), as in the document.",
    effect=(
        "A car with straight wheels that faces 2.5 rad faces {printed:+.2f} rad a frame later; rightly "
        "{corrected:+.2f} "
        "rad."
    ),
    printed=Subject("comment 23", partial(six_lines, arc_tangent=lambda dy, dx: math.atan(dy / dx))),
    corrected=PRINTED_LINES,
)
def one_argument_knows_half_a_circle(lines):
    heading = lines(0.0, 0.0, 2.5, 0.0)[2]
    return Finding(not is_near(heading, 2.5), heading)


def the_angle_stays(angle, direction):
    """Comment 23, line 335: the new heading goes into ``direction``, which is the steering angle."""
    return angle, six_lines(0.0, 0.0, angle, direction)[2]


def the_angle_follows(angle, direction):
    """As the answer has it: into ``angle``."""
    return six_lines(0.0, 0.0, angle, direction)[2], direction


@entry(
    line=335,
    quote="direction = math.atan(",
    place="comment 23",
    group="The comments' programs",
    title="The heading written into the steering angle",
    plain="The car does not turn, because its new direction is stored as its steering.",
    wrong="direction is the angle of the wheels, angle that of the car. The car never turns, its wheels do.",
    right="angle = ...: line 342 says so, too.",
    effect=(
        "At 0.5 rad of steering the car has turned by {printed:.3f} rad after 100 frames; rightly by "
        "{corrected:.3f} rad."
    ),
    printed=the_angle_stays,
    corrected=the_angle_follows,
)
def the_heading_is_written_into_the_steering_angle(frame):
    angle, direction = 0.0, 0.5
    for _ in range(100):
        angle, direction = frame(angle, direction)
    return Finding(abs(angle) < 1e-9 and direction != 0.5, angle)


# ------------------------------------------------------------ drift


def rear_slip(model, rate):
    """Between where the car points and where its rear wheel goes, in a steady bend [rad]."""
    module = model.module
    params = module.Params()._replace(wheelbase=WHEELBASE)
    name = "delay" if "delay" in params._fields else "delay_frames"
    params = params._replace(**{name: 0.1 if name == "delay" else 6.0})
    state, before = module.State(), module.State()
    for _ in range(2 * rate):
        before, state = state, module.step(state, module.Control(0.3, 5.0), params, 1.0 / rate)
    ends = [(s.x - 0.5 * WHEELBASE * math.cos(s.yaw), s.y - 0.5 * WHEELBASE * math.sin(s.yaw)) for s in (before, state)]
    way = math.atan2(ends[1][1] - ends[0][1], ends[1][0] - ends[0][0])
    return abs(wrap_angle(before.yaw + 0.5 * wrap_angle(state.yaw - before.yaw) - way))


@entry(
    line=160,
    quote="is the value from a few frames earlier",
    place="comment 13",
    group="Drift",
    title="The drift is counted in frames",
    plain="On a faster computer the car drifts less.",
    wrong="A delay of some frames is a time at one frame rate only: twice the rate, half the drift.",
    right="A delay in seconds.",
    effect=(
        "At 120 frames a second the rear slides at {printed:.2f} times the angle that it slides at with 60; corrected, "
        "{corrected:.2f} times."
    ),
    printed="bicycle/drift-frames",
    corrected="bicycle/drift",
)
def the_drift_is_counted_in_frames(model):
    """It should be the same, within the first order error of a frame, 5 %."""
    ratio = rear_slip(model, 120) / rear_slip(model, 60)
    return Finding(abs(ratio - 1.0) > 0.05, ratio)


@entry(
    line=210,
    quote="(steerAngle * (carSpeed/carSpeedMax) * driftDampening)",
    place="comment 18",
    group="Drift",
    title="The drawn drift has no limit",
    plain="A fast car is drawn almost across its way, because nothing limits the drift.",
    wrong=(
        "Downhill, or after a push, carSpeed is above carSpeedMax, and the car is drawn turned farther than its wheels."
    ),
    right="carSpeed / carSpeedMax at most 1.",
    effect=(
        "At twice the top speed and 0.5 rad of steering the car is drawn turned by {printed:.2f} rad; limited, "
        "{corrected:.2f} rad."
    ),
    printed=drift_heading.drift_heading_as_written,
    corrected=drift_heading.drift_heading,
)
def the_drawn_drift_has_no_limit(heading):
    drawn = heading(0.0, 0.5, 40.0, 20.0, 1.0)
    return Finding(drawn > 0.5, drawn)


@entry(
    line=210,
    quote="carDriftHeading = carHeading + (steerAngle",
    place="comment 18",
    group="Drift",
    title="In reverse the car drifts to the other side",
    plain="In reverse the car is drawn sliding to the side, although it does not slide.",
    wrong="carSpeed is negative, and so is the drift: backing up, the car is drawn turned out of its bend.",
    right="No drift in reverse.",
    effect=(
        "Backing up at half the top speed with 0.5 rad of steering it is drawn turned by {printed:+.2f} rad; limited, "
        "{corrected:+.2f} rad."
    ),
    printed=drift_heading.drift_heading_as_written,
    corrected=drift_heading.drift_heading,
)
def in_reverse_the_drift_changes_sides(heading):
    drawn = heading(0.0, 0.5, -10.0, 20.0, 1.0)
    return Finding(drawn < 0.0, drawn)


# ------------------------------------------------------------ steering


def time_to_centre(rate):
    """Time [s] in which the wheels return from 0.3 rad by comment 17's rule."""
    steer, frames = 0.3, 0
    while steer > 1e-9:
        steer, frames = steering_return.returned(steer, rate, 1.0 / 60.0), frames + 1
    return frames / 60.0


@entry(
    line=193,
    quote="const float returnRate = 0.01 * dt;",
    place="comment 17",
    group="Steering",
    title="The wheels return too slowly",
    plain="The wheels need half a minute to return to the middle.",
    wrong=(
        "0.01 rad/s is half a degree a second, and it should be faster than the wheels turn by hand (line 202). "
        "(It may have been meant a frame.)"
    ),
    right="1 to 2 rad/s.",
    effect="From 0.3 rad the wheels take {printed:.0f} s to the middle; at 1 rad/s {corrected:.1f} s.",
    printed=Subject("a rate of 0.01", 0.01),
    corrected=Subject("a rate of 1", 1.0),
)
def the_wheels_return_too_slowly(rate):
    """Nobody would wait longer than a second."""
    seconds = time_to_centre(rate)
    return Finding(seconds > 1.0, seconds)


def return_to_the_heading(steer, heading, dt):
    """Comment 16: "adding or subtracting to the steering angle until it is the same as the car heading"."""
    most = dt
    return steer + max(-most, min(most, heading - steer))


def return_to_the_middle(steer, heading, dt):
    """Comment 17, at 1 rad/s."""
    return steering_return.returned(steer, 1.0, dt)


@entry(
    line=184,
    quote="until it is the same as the car heading",
    place="comment 16",
    group="Steering",
    title="Straight ahead is not the car's heading",
    plain="The wheels return to a direction of the map instead of straight ahead of the car.",
    wrong=(
        "The steering angle is relative to the car. Brought to the heading, the wheels stand straight only in a car "
        "that faces +x."
    ),
    right="To zero, as comment 17 has it.",
    effect="In a car that faces 0.8 rad the wheels come to rest at {printed:.1f} rad; rightly at {corrected:.1f} rad.",
    printed=return_to_the_heading,
    corrected=return_to_the_middle,
)
def straight_ahead_is_not_the_heading(returned):
    steer = 0.3
    for _ in range(120):
        steer = returned(steer, 0.8, 1.0 / 60.0)
    return Finding(abs(steer) > 1e-9, steer)
