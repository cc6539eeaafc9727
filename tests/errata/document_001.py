"""Defects of document 001, "Using Polar Coordinates for Movement in a Game"."""

import math
from functools import partial

from defects import Finding, defect, is_near, noted

from motorpool.models.mathematics import wrap_angle
from motorpool.studies.published.models.polar import faithful

entry = partial(defect, document=1)
note = partial(noted, document=1)

TOP_SPEED = 10.0  # the models' default [m/s]
KEY, NO_KEY = 1.0, -1.0  # what the code's ``acceleration`` is with a key held, and with none


def after(model, *, speed, yaw=0.0, yaw_rate=0.0, key=KEY, wanted=0.0, seconds=1.0, rate=60, **params):
    """The state after so many seconds at so many frames a second."""
    module = model.module
    settings = module.Params()._replace(**params)
    state = module.State()._replace(yaw=yaw, speed=speed, yaw_rate=yaw_rate)
    for _ in range(round(seconds * rate)):
        state = module.step(state, module.Control(key, wanted), settings, 1.0 / rate)
    return state


def damping(model, *, rate=60, turn_rate=5.0):
    """Decay rate of a small angular velocity [1/s] at top speed, where nothing turns the vehicle."""
    left = after(model, speed=TOP_SPEED, yaw_rate=1e-3, seconds=0.1, rate=rate, turn_rate=turn_rate).yaw_rate
    return -math.log(left / 1e-3) / 0.1


# ------------------------------------------------------------ damping


@entry(
    line=124,
    quote="+ angularVelocityMod ) * frameTime * TURN_RATE",
    place="steps 5 and 7 of the code",
    group="Damping",
    title="The damping carries the frame time twice",
    plain="On a faster computer the character brakes less and turns past its goal.",
    wrong=(
        "angularVelocityMod has been multiplied by frameTime already, and is multiplied by it again: the faster the "
        "program runs, the less it brakes, and the farther a turn overshoots."
    ),
    right="The frame time once, and a damping constant of its own.",
    effect=(
        "At 60 frames a second the damping is {printed:.1f} times what it is at 240; corrected, {corrected:.1f} times."
    ),
    printed="polar/faithful",
    corrected="polar/corrected",
)
def the_damping_depends_on_the_frame_rate(model):
    """It should not; within the first order error of a frame, 5 %."""
    ratio = damping(model, rate=60) / damping(model, rate=240)
    return Finding(abs(ratio - 1.0) > 0.05, ratio)


@entry(
    line=121,
    quote="-*angularVelocity * angleCosine * frameTime * TURN_RATE",
    place="steps 5 and 7 of the code",
    group="Damping",
    title="The damping carries the turn rate twice",
    plain="A player who sets twice the turning speed gets four times the braking.",
    wrong='TURN_RATE is to "make the character turn faster". It also brakes, by its square.',
    right="Turn and damping both grow with it, once.",
    effect="Twice the TURN_RATE damps {printed:.1f} times as fast; corrected, {corrected:.1f} times.",
    printed="polar/faithful",
    corrected="polar/corrected",
)
def the_damping_grows_with_the_square_of_the_turn_rate(model):
    ratio = damping(model, rate=2400, turn_rate=4.0) / damping(model, rate=2400, turn_rate=2.0)
    return Finding(abs(ratio - 2.0) > 0.05, ratio)


@entry(
    line=68,
    quote="-angularVelocity * ( 1 - angleDelta / 180 )",
    place="the linear brake of the text",
    group="Damping",
    title="The linear brake knows right from left",
    plain="A swing to one side is braked three times as hard as the same swing to the other side.",
    wrong=(
        "angleDelta is between -180 and 180. Where it is negative, which is to the left on the document's screen (line "
        "37) and to the right here, the factor is between 1 and 2 and takes off more than there is."
    ),
    right="1 - |angleDelta| / 180.",
    effect=(
        "At 90 degrees a swing to that side is braked {printed:.1f} times as hard as one to the other; corrected, "
        "{corrected:.1f} times."
    ),
    printed="polar/faithful:brake_law=signed",
    corrected="polar/faithful:brake_law=linear",
)
def the_linear_brake_knows_right_from_left(model):
    """A mirrored vehicle brakes in the mirror image."""
    left, right = (
        1e-3
        - abs(after(model, speed=TOP_SPEED, yaw_rate=side * 1e-3, wanted=side * 0.5 * math.pi, seconds=1 / 60).yaw_rate)
        for side in (1.0, -1.0)
    )
    return Finding(not is_near(right, left, 1e-6), right / left)


# ------------------------------------------------------------ coasting


@entry(
    line=105,
    quote="in which case it will be -1 and the character will coast to a stop",
    place="step 6 of the code",
    group="Coasting",
    title="At top speed it does not coast to a stop",
    plain="At top speed the character never slows down when the key is let go.",
    wrong="Without a key the acceleration is (cos D - p) (-1). Straight on at top speed that is nothing, ever.",
    right="A deceleration of its own, whatever the direction wanted.",
    effect="A second after the key is let go at 10 m/s the speed is {printed:.1f} m/s; corrected, {corrected:.1f} m/s.",
    printed="polar/faithful",
    corrected="polar/corrected",
)
def at_top_speed_it_does_not_coast(model):
    speed = after(model, speed=TOP_SPEED, key=NO_KEY).speed
    return Finding(speed >= TOP_SPEED, speed)


@entry(
    line=123,
    quote="( angleCosine - speedPrc ) * frameTime * acceleration * ACCELERATION",
    place="step 6 of the code",
    group="Coasting",
    title="With the wanted direction behind it, it runs away",
    plain="A character whose last key pointed backward becomes faster and faster after the key is let go.",
    wrong="There cos D - p is negative, and times -1 it drives on, the faster the faster it goes.",
    right="Without a key nothing drives.",
    effect=(
        "From 5 m/s, top speed 10 m/s, it has reached {printed:.1f} m/s a second after the key was let go; corrected, "
        "{corrected:.1f} m/s."
    ),
    printed="polar/faithful",
    corrected="polar/corrected",
)
def without_a_key_it_runs_away(model):
    speed = after(model, speed=5.0, key=NO_KEY, wanted=math.pi).speed
    return Finding(speed > 5.0, speed)


@entry(
    line=24,
    quote="if for some reason the speed would go beyond the top speed",
    place="accelerationPercent",
    group="Coasting",
    title="Above top speed it coasts faster and faster",
    plain="A character that is too fast, for example after a push, becomes faster and faster when no key is pressed.",
    wrong=(
        "Beyond the top speed cos D - p is negative even straight ahead, and without a key it is multiplied by -1. The "
        "system is self regulating only while a key is held."
    ),
    right="Without a key nothing drives.",
    effect=(
        "From 15 m/s, top speed 10 m/s, it has reached {printed:.1f} m/s a second after the key was let go; corrected, "
        "{corrected:.1f} m/s."
    ),
    printed="polar/faithful",
    corrected="polar/corrected",
)
def above_top_speed_it_coasts_faster(model):
    speed = after(model, speed=15.0, key=NO_KEY).speed
    return Finding(speed > 15.0, speed)


@entry(
    line=132,
    quote="*speedMagnitude *= -1;",
    place="step 10 of the code",
    group="Coasting",
    title="At rest it creeps",
    plain="A character that should stand still creeps back and forth.",
    wrong="Coasting overshoots zero, step 10 turns the speed about, the next frame brakes it again: it never stands.",
    right="Coasting ends at rest.",
    effect="Coasting from 0.05 m/s it goes {printed:.2f} m in a second; corrected, {corrected:.4f} m.",
    printed="polar/faithful",
    corrected="polar/corrected",
)
def at_rest_it_creeps(model):
    """Even without any brake 0.05 m/s are 0.05 m in a second."""
    end = after(model, speed=0.05, key=NO_KEY)
    distance = math.hypot(end.x, end.y)
    return Finding(distance > 0.05, distance)


# ------------------------------------------------------------ speed


@entry(
    line=24,
    quote="so the system would be self regulating",
    place="accelerationPercent",
    group="Speed",
    title="Above top speed it turns the wrong way",
    plain="Above its top speed the character turns away from the direction that the player chose.",
    wrong=(
        "The speed regulates itself, but the same 1 - speed / TOP_SPEED multiplies the turn, and turns its sign, too."
    ),
    right="For the turn, never less than nothing.",
    effect=(
        "At 15 m/s, top speed 10 m/s, wanted 0.5 rad to the left: a frame later it turns at {printed:+.3f} rad/s; "
        "corrected, {corrected:+.3f} rad/s."
    ),
    printed="polar/faithful",
    corrected="polar/corrected",
)
def above_top_speed_it_turns_the_wrong_way(model):
    yaw_rate = after(model, speed=15.0, wanted=0.5, seconds=1 / 60).yaw_rate
    return Finding(yaw_rate < 0.0, yaw_rate)


note(
    line=120,
    quote="*speedMagnitude / MAX_SPEED;",
    place="step 4 of the code",
    group="Speed",
    title="One speed has two names, one brake three",
    plain="The same thing has two names in the text and in the program, so a reader must guess which belong together.",
    wrong=(
        "TOP_SPEED of the text is MAX_SPEED in the code; angularVelocityBrake (line 64) is angularVelocityBreak (line "
        "68) and angularVelocityMod."
    ),
    right="One each.",
    effect="None.",
)

# ------------------------------------------------------------ turning


def overshoot_of_the_text(wanted, seconds):
    """Line 56 as it says: angularVelocity = sin D (1 - p), at half the top speed. How far beyond ``wanted`` it gets."""
    angle = farthest = 0.0
    for _ in range(round(1000 * seconds)):
        angle += 1e-3 * 5.0 * math.sin(wanted - angle) * 0.5
        farthest = max(farthest, angle)
    return max(0.0, farthest - wanted)


def overshoot_of_the_code(wanted, seconds):
    """Line 124 without its brake: that is added to the angular velocity, so it is an acceleration."""
    angle = rate = farthest = 0.0
    for _ in range(round(1000 * seconds)):
        rate += 1e-3 * 5.0 * math.sin(wanted - angle) * 0.5
        angle += 1e-3 * rate
        farthest = max(farthest, angle)
    return max(0.0, farthest - wanted)


@entry(
    line=56,
    quote="angularVelocity = sine( angleDelta ) * ( 1 - speed / TOP_SPEED )",
    place="angular velocity",
    group="Turning",
    title="What is called an angular velocity is an angular acceleration",
    plain="The formula in the text cannot swing past its goal, although the text says that it should.",
    wrong=(
        "The equations of lines 44 to 56 set a velocity, which is gone when the angle is: no memory (line 41), and "
        "nothing that could swing beyond its target (line 60)."
    ),
    right="angularVelocity += ... times the frame time, as the code has it (line 124).",
    effect=(
        "Turning to 1 rad at half the top speed, without the brake, the vector swings {printed:.2f} rad beyond it by "
        "the text, {corrected:.2f} rad by the code."
    ),
    printed=overshoot_of_the_text,
    corrected=overshoot_of_the_code,
)
def a_velocity_has_no_memory(overshoot):
    """The oscillations of line 60: without a brake it swings as far beyond as it came from."""
    beyond = overshoot(1.0, 5.0)
    return Finding(beyond < 0.9, beyond)


# ------------------------------------------------------------ angles


def the_printed_difference(wanted, yaw):
    """Lines 113 to 115, without the two lines that were lost."""
    return wanted - yaw


def the_difference_by_the_text(wanted, yaw):
    """Step 2 as the text describes it: one turn taken off or put on."""
    return faithful.wrapped_once(wanted - yaw)


@entry(
    line=115,
    quote="angleDelta;",
    place="steps 2 and 9 of the code",
    group="Angles",
    title="The comparisons of the normalisation are lost",
    plain="Two lines of the program have lost their signs, so the character can turn the long way round.",
    wrong=(
        "What was between < and > is gone: of three lines each, one and two are left. The sine and cosine of the code "
        "do not mind; the linear laws of the text turn the long way round."
    ),
    right='"An interval of -180 to 180 but in radians" (line 102), and 0 to 360 for the direction (line 108).',
    effect="From 0.1 rad to 6.2 rad the difference is {printed:+.2f} rad; the shorter way, {corrected:+.2f} rad.",
    printed=the_printed_difference,
    corrected=the_difference_by_the_text,
)
def the_normalisation_is_lost(difference):
    turn = difference(6.2, 0.1)
    return Finding(abs(turn) > math.pi, turn)


@entry(
    line=108,
    quote="in order to keep it within 0° and 360°",
    place="steps 2 and 9 of the code",
    group="Angles",
    title="One turn is taken off, however many there are",
    plain="After several full turns the angles no longer match, and the character turns far too fast.",
    wrong=(
        "An angle more than a turn outside stays outside: after a spin in one frame, or with a wanted direction that "
        "counts turns."
    ),
    right="The remainder of the division by a whole turn.",
    effect=(
        "Wanted is 0.5 rad, given as two turns more. By the linear law the speed vector then turns at {printed:.3f} "
        "rad/s after a frame; corrected, {corrected:.3f} rad/s."
    ),
    printed="polar/faithful:turn_law=linear",
    corrected="polar/corrected:turn_law=linear",
)
def one_turn_is_taken_off_however_many_there_are(model):
    """Whole turns make no difference."""
    turns, none = (
        after(model, speed=2.0, wanted=0.5 + angle, seconds=1 / 60).yaw_rate for angle in (2.0 * math.tau, 0.0)
    )
    assert wrap_angle(0.5 + 2.0 * math.tau - 0.5) < 1e-12
    return Finding(not is_near(turns, none), turns)
