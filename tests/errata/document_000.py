"""Defects of document 000, "tracked vehicle movement"."""

import math
from functools import partial

import pytest
from defects import Finding, defect, is_near, noted

from motorpool.models import frames
from motorpool.models.kinematic.tracked import arc

entry = partial(defect, document=0)
note = partial(noted, document=0)


# ------------------------------------------------------------ the printed forms, and ours in the same frame


def the_ratio(left, right, d, heading):
    """Lines 26 to 82: r from the ratio of the tracks, g and t from r. Returns x, y, heading."""
    r = 2.0 * d / (left / right - 1.0)
    g = (left + right) / (4.0 * (r + d))
    t = 2.0 * math.sin(g) * (r + d)
    return t * math.sin(heading + g), t * math.cos(heading + g), heading + 2.0 * g


def the_program(left, right, size, heading=0.0, updates=1):
    """Lines 207 to 227 of the program, in the frame of the text; Java divides whole numbers to whole numbers."""
    x = y = 0.0
    d = float(size // 2)
    for _ in range(updates):
        g = (left - right) / (d * 4.0) if d else math.nan
        t = left if left == right else d * (left + right) * 2.0 * math.sin(g) / (left - right)
        x, y = x + t * math.sin(heading + g), y + t * math.cos(heading + g)
        heading += 2.0 * g
    return x, y, heading


def our_arc(left, right, d, heading):
    """``tracked/arc``: d is half its gauge, a distance per update is a speed over one second."""
    start = arc.State(*frames.from_tracks(0.0, 0.0, heading))
    return frames.to_tracks(*arc.step(start, arc.Control(left, right), arc.Params(track_gauge=2.0 * d), 1.0))


def our_updates(left, right, size, heading=0.0, updates=1):
    """``tracked/arc`` for a vehicle of that size, several times; the heading as the model keeps it."""
    state = arc.State(*frames.from_tracks(0.0, 0.0, heading))
    for _ in range(updates):
        state = arc.step(state, arc.Control(left, right), arc.Params(track_gauge=float(size)), 1.0)
    return state.x, state.y, frames.yaw_of_heading(state.yaw)  # the map is its own inverse


# ------------------------------------------------------------ the approximation


@entry(
    line=68,
    quote="the change in heading is actually **2g**",
    place="the simple method",
    group="The approximation",
    title="It turns half as far as its tracks say",
    plain="The tank turns half as fast as its tracks allow.",
    wrong=(
        "The simple method changes the heading by g = (T1 - T2) / 4d. The document names this, but says that the "
        "error grows with the length of an update (line 243). It is the same at every length: the method does not "
        "converge."
    ),
    right="The heading changes by 2g.",
    effect=(
        "With T1 = 3, T2 = 1, d = 2 and a thousand updates a second, a vehicle has turned by {printed:.3f} rad after "
        "a second. Its tracks say {corrected:.3f} rad."
    ),
    printed="tracked/simple",
    corrected="tracked/arc",
)
def the_approximation_turns_half_as_far(model):
    """The difference of the tracks' speeds over the gauge is the yaw rate: (3 - 1) / 4 = 0.5 rad/s."""
    module = model.module
    params, state = module.Params(track_gauge=4.0), module.State()
    for _ in range(1000):
        state = module.step(state, module.Control(3.0, 1.0), params, 1e-3)
    return Finding(not is_near(abs(state.yaw), 0.5), abs(state.yaw))


@entry(
    line=6,
    quote="x' = x + s * sin(h + g)",
    place="the simple method",
    group="The approximation",
    title="It takes the arc for its chord",
    plain="In tight turns the tank drives too large a circle, because it takes each bend as one straight piece.",
    wrong="The vehicle moves straight on by s, which is the length of its path. The path is an arc.",
    right="It moves by the chord, t = s sin(g) / g.",
    effect=(
        "With T1 = 3, T2 = 1, d = 2 and half a circle in one update the vehicle gets {printed:.2f} m far. The "
        "diameter of the circle is {corrected:.2f} m."
    ),
    printed="tracked/simple:heading_factor=2",
    corrected="tracked/arc",
)
def the_approximation_takes_the_arc_for_its_chord(model):
    """The radius is d (T1 + T2) / (T1 - T2) = 4 m; at 0.5 rad/s half a circle takes 2 pi seconds."""
    module = model.module
    after = module.step(module.State(), module.Control(3.0, 1.0), module.Params()._replace(track_gauge=4.0), math.tau)
    distance = math.hypot(after.x, after.y)
    return Finding(not is_near(distance, 8.0), distance)


# ------------------------------------------------------------ the formulas


@entry(
    line=27,
    quote="r = 2d",
    place="solving for r",
    group="The formulas",
    title="The radius divides by a track that stands still",
    plain="The calculation breaks off when one track stands still, although a tank can turn like that.",
    wrong=(
        "r = 2d / (T1 / T2 - 1) does not exist for T2 = 0, where the vehicle turns about its right track, nor for T1 "
        "= T2; for T1 = -T2, where it turns on the spot, r + d is 0, and g is divided by that. Of the three divisions "
        "by zero only the second is named (line 112), and only the last forms of g and t survive the others."
    ),
    right="The chord is s sin(g) / g, which is s when g is 0: no radius, no case.",
    effect=(
        "With T1 = 1, T2 = 0, d = 2 the vehicle should get {corrected:.4f} m far; the formula ends in a division "
        "by zero."
    ),
    printed=the_ratio,
    corrected=our_arc,
)
def a_track_that_stands_still_divides_by_zero(move):
    """About the right track, by 1 / 4 rad: a chord of 2 d sin(1 / 8). On the spot, by 2 / 4 rad and no chord."""
    try:
        x, y, _ = move(1.0, 0.0, 2.0, 0.0)
    except ZeroDivisionError:
        with pytest.raises(ZeroDivisionError):
            move(1.0, -1.0, 2.0, 0.0)
        return Finding(True, math.nan)
    assert move(1.0, -1.0, 2.0, 0.0) == pytest.approx((0.0, 0.0, 0.5))
    return Finding(not is_near(math.hypot(x, y), 4.0 * math.sin(0.125)), math.hypot(x, y))


def drive_by_updates(rate):
    """Return the distance in a second of a vehicle with 0.1 an update, at that many updates a second."""
    return the_program(0.1, 0.1, 4, updates=rate)[1]


def drive_by_seconds(rate):
    """Return the distance in a second of a vehicle with 0.1 m/s."""
    state = arc.State()
    for _ in range(rate):
        state = arc.step(state, arc.Control(0.1, 0.1), arc.Params(), 1.0 / rate)
    return state.x


@entry(
    line=115,
    quote="x' = x + T1 * sin(h)",
    place="the straight line",
    group="The formulas",
    title="There is no time in it",
    plain="On a computer that is twice as fast the tank drives twice as fast.",
    wrong=(
        "T1 and T2 are called speeds, but they are the distance of one update. A vehicle goes as fast as the program "
        "runs."
    ),
    right="Speeds, and an update of dt seconds; the arc is then exact for any dt.",
    effect=(
        "With T1 = T2 = 0.1 a vehicle goes {printed:.1f} m farther in a second at 60 updates than at 30; with time in "
        "the model, {corrected:.1f} m."
    ),
    printed=drive_by_updates,
    corrected=drive_by_seconds,
)
def the_speed_is_that_of_the_computer(distance_in_a_second):
    more = distance_in_a_second(60) - distance_in_a_second(30)
    return Finding(abs(more) > 1e-12, abs(round(more, 12)))


def the_product_on_the_line():
    """As it stands."""
    return 0.37476 * 2.0


def the_chord_of_the_example():
    """By ``tracked/arc``."""
    return math.hypot(*our_arc(1.0, 0.5, 2.0, 2.0)[:2])


@entry(
    line=156,
    quote="= 0.37476 * 2",
    place="the example",
    group="The formulas",
    title="The example is rounded on the way, and its product is not its result",
    plain="The worked example rounds a number too early, so its last line does not follow from the line above it.",
    wrong=(
        "0.37476 * 2 is 0.74952, printed is 0.74951. The result is right; 0.374756 in the line before it was rounded "
        'up. (And "0 +" on line 154 belongs to x\', not to t.)'
    ),
    right="t = 0.749512.",
    effect="The line gives {printed:.5f}, the formula {corrected:.5f}.",
    printed=the_product_on_the_line,
    corrected=the_chord_of_the_example,
)
def the_example_is_rounded_on_the_way(t):
    """t = d (T1 + T2) 2 sin(g) / (T1 - T2) with g = 1 / 16."""
    return Finding(abs(t() - 12.0 * math.sin(0.0625)) > 5e-6, t())


note(
    line=123,
    quote="T1 = 1.0 (Track 1 Speed)",
    place="the example",
    group="The formulas",
    title="Which track is the left one is not said",
    plain="The text does not say which number is the left track, so a tank may be built that turns the wrong way.",
    wrong="Figure 2 is lost, and the text only calls them T1 and T2.",
    right="T1 is the left track: the heading grows with T1 - T2, and it grows clockwise, from y toward x.",
    effect="The other way round a vehicle turns to the wrong side.",
)

note(
    line=260,
    quote="the initial technique caused lots of over-rotating",
    place="the last paragraph",
    group="The approximation",
    title="It rotates too little, not too much",
    plain="The text blames the wrong thing: the tank circles because it turns too little, not too much.",
    wrong=(
        "The unsteady movement is put down to over-rotating. The simple method changes the heading by half of what the "
        "tracks say (line 68), so its circles are wider (line 256), and it circles round what is close (line 10)."
    ),
    right="Under-rotating.",
    effect="None of its own: by how much is under `the_approximation_turns_half_as_far`.",
)

# ------------------------------------------------------------ the program


@entry(
    line=210,
    quote="double d = this.size / 2;",
    place="update()",
    group="The program",
    title="Half the size is a whole number",
    plain="A tank of odd width turns too fast, because half its width loses the fraction behind the point.",
    wrong=(
        "size is an int: in Java 3 / 2 is 1, so the tracks of a vehicle of size 3 are 2 apart; of size 1, 0, and the "
        "vehicle is lost to NaN."
    ),
    right="d is a positive real number.",
    effect="With T1 = 1, T2 = 0.5 a vehicle of size 3 turns by {printed:.3f} rad instead of {corrected:.3f} rad.",
    printed=the_program,
    corrected=our_updates,
)
def half_the_size_is_a_whole_number(move):
    """The turn is (T1 - T2) / size."""
    turn = move(1.0, 0.5, 3)[2]
    is_lost = math.isnan(move(1.0, 0.5, 1)[0])
    return Finding(not is_near(turn, 0.5 / 3.0) and is_lost, turn)


@entry(
    line=227,
    quote="this.heading += 2 * g;",
    place="update()",
    group="The program",
    title="The heading grows without end",
    plain="The direction grows with every turn instead of starting again after a full circle.",
    wrong="Nothing brings it back into one turn. Its digits get fewer, and comparing two headings takes care.",
    right="A heading is kept within one turn.",
    effect=(
        "After 1000 updates with T1 = 1, T2 = -1, d = 2 the heading is {printed:.0f} rad; kept within a turn, "
        "{corrected:.2f} rad."
    ),
    printed=the_program,
    corrected=our_updates,
)
def the_heading_grows_without_end(move):
    heading = move(1.0, -1.0, 4, updates=1000)[2]
    return Finding(not -math.pi <= heading <= math.pi, heading)


note(
    line=207,
    quote="double tracks[2] = controller.getTrackSpeeds();",
    place="update()",
    group="The program",
    title="It does not compile",
    plain="The program cannot be started: its language does not know two of the things that it writes.",
    wrong="Java has no `double tracks[2]`, and a double has no `equals` (line 214).",
    right="`double[] tracks`, and `==`, which the chord s sin(g) / g makes unnecessary.",
    effect="None: there is no program.",
)
