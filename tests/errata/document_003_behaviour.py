"""Defects of chapter IV and appendix C of document 003: how a vehicle avoids objects."""

import math
from functools import partial

from avoidance_1992 import (
    Circle,
    Point,
    Side,
    behavior_motion,
    deciding_side,
    detect_bounds,
    direction_case,
    dist_in_2d,
    figure_4_2,
    figure_4_3,
    overlapped_side,
    published_side,
    search_advance,
    search_object,
    seq_search,
)
from defects import Finding, Subject, defect, is_near, noted
from listing_1992 import LEFT, TRACKED, WHEELED, Program, Vehicle

from motorpool.studies.published.avoidance.defects import CORRECTED
from motorpool.studies.published.models.park1992 import inverse

entry = partial(defect, document=3)
note = partial(noted, document=3)

ORIGIN = Point(0.0, 0.0)
TRIANGLE = detect_bounds(0.0, 0.0, 0.0, 10.0)  # of a vehicle at the origin that faces along x


def flag(name):
    """The two forms of a check that takes a ``Defects``: with only that defect, and with none."""
    only = CORRECTED._replace(**{name: True})
    return {"printed": Subject(f"park1992 with {name}", only), "corrected": Subject("park1992 without", CORRECTED)}


def turn_for(objects, printed, speed=10.0):
    """By how much [degrees] a vehicle at the origin that faces along x turns; to the right is positive."""
    return math.degrees(behavior_motion(0.0, 0.0, 0.0, speed, objects, printed).direction_value)


# ------------------------------------------------------------ 11: steering tracks


@entry(
    line=1434,
    quote="vehobj->lforce -= (rad_direction * 10.0) * (vehobj->mass /1000.0);",
    place="calc_inverse_direction",
    group="11. Steering tracks toward a direction",
    title="Wanted left, it turns right",
    plain="A tank that should turn left turns right.",
    wrong=(
        "In this branch rad_direction is negative, so subtracting it adds to the left track, as the other branch does: "
        "whatever is wanted, a tank turns right."
    ),
    right="The same two lines for both signs: add to the left, take from the right.",
    effect=(
        "50 t that want to turn 0.5 rad to the left get {printed:+.0f} N more on the left track than on the right; "
        "rightly {corrected:+.0f} N."
    ),
    printed=Subject("track_forces_towards, printed", partial(inverse.track_forces_towards, is_as_published=True)),
    corrected=Subject("track_forces_towards, corrected", partial(inverse.track_forces_towards, is_as_published=False)),
)
def wanted_left_it_turns_right(track_forces):
    """More force on the left turns to the right."""
    forces = track_forces(inverse.TrackForces(0.0, 0.0), 0.0, -0.5, mass=50e3)
    return Finding(forces.left > forces.right, forces.left - forces.right)


class Seeing(Program):
    """The listing, whose search reports an object on the left for some frames and then a clear way."""

    def __init__(self, frames):
        super().__init__(lambda x, z: 0.0, lambda x, z: [])
        self.frames = frames

    def search_object(self, vehobj, searchtri, vehicle_dir):
        self.frames -= 1
        return (self.frames >= 0), LEFT


class Releasing(Seeing):
    """Mended: the difference of the forces is set anew in every frame."""

    def calc_inverse_direction(self, vehobj, rad_direction, deltatime):
        vehobj.lforce = vehobj.rforce = 0.5 * (vehobj.lforce + vehobj.rforce)
        super().calc_inverse_direction(vehobj, rad_direction, deltatime)


class TorqueAfterForces(Seeing):
    """Mended: the torque is that of the forces as they are now."""

    def calc_torque(self, vehobj):
        self.sum_angular_forces(vehobj)
        super().calc_torque(vehobj)


def tank_after(program, frames):
    """A tank of 50 t that headed 1 rad, after so many frames at ten a second; and how fast it turned in the last."""
    tank = Vehicle(TRACKED, 50e3, 7.9, 3.66, [0.0, 0.0, 0.0], 1.0, 5.0, lforce=50e3, rforce=50e3)
    before = tank.direction
    for _ in range(frames):
        before = tank.direction
        program.new_position(tank, 0.1)
    return tank, math.remainder(tank.direction - before, math.tau) / 0.1


def listed(program):
    """A form that runs the listing."""
    return Subject(f"{program.__name__} (listing_1992)", program)


@entry(
    line=1429,
    quote="vehobj->lforce += (rad_direction * 10.0) * (vehobj->mass /1000.0);",
    place="calc_inverse_direction",
    group="11. Steering tracks toward a direction",
    title="Track forces accumulate and are never released",
    plain="A tank keeps turning after the object that it avoided is gone.",
    wrong=(
        "Every frame with an object adds to one track and takes from the other (lines 1429 to 1435), the more frames "
        "a second the more; nothing ever takes it back. With a clear way 0 is added: the tank goes on turning."
    ),
    right="A difference for the turn that is left, and none when it is done.",
    effect=(
        "After ten frames with an object on the left and a hundred with a clear way, a tank of 50 t still turns to "
        "the right at {printed:.2f} rad/s; corrected, at {corrected:.2f} rad/s."
    ),
    printed=listed(Seeing),
    corrected=listed(Releasing),
)
def track_forces_are_never_released(program):
    """With a clear way nothing should turn a vehicle; and the difference should not grow with the frames."""
    difference = [tank.lforce - tank.rforce for tank in (tank_after(program(n), n)[0] for n in (10, 20))]
    assert difference[0] > 0.0
    rate = tank_after(program(10), 110)[1]
    return Finding(rate != 0.0 and difference[1] > 1.5 * difference[0], rate)


@entry(
    line=1524,
    quote="sum_angular_forces(&tvehpos);",
    place="integration",
    group="20. Out of date by a frame",
    title="In behaviour mode the torque is that of the frame before",
    plain="A tank that drives by itself begins to turn one frame too late.",
    wrong=(
        "sum_angular_forces takes the difference of the track forces before calc_inverse_direction changes them (line "
        "1532), and calc_torque uses that."
    ),
    right="Change the forces first.",
    effect=(
        "In the frame in which an object is seen a tank turns at {printed:.3f} rad/s; in the right order at "
        "{corrected:.3f} rad/s."
    ),
    printed=listed(Seeing),
    corrected=listed(TorqueAfterForces),
)
def the_torque_is_that_of_the_frame_before(program):
    rate = tank_after(program(1), 1)[1]
    return Finding(rate == 0.0, rate)


class Braking(Seeing):
    """The listing with its brake locked."""

    def __init__(self, frames):
        super().__init__(frames)
        self.SIDE_BREAK = True


class BrakingFirst(Braking):
    """Mended: what ``integration`` does to a vehicle that a user drives."""

    def integration(self, vehobj, deltatime):
        vehobj.rforce = vehobj.lforce = vehobj.scalvel = 0.0


@entry(
    line=1516,
    quote="else /* behavioral function */",
    place="integration",
    group="24. Autocruise and behaviour",
    title="Behaviour mode knows no parking brake",
    plain="A tank that drives by itself drives on with its parking brake locked.",
    wrong="SIDE_BREAK is asked where a user drives (line 1470), not in the other branch; only friction knows it.",
    right="The brake first, whoever drives.",
    effect=(
        "With its brake locked an autonomous tank gets {printed:.1f} m far in a second; corrected, {corrected:.1f} m."
    ),
    printed=listed(Braking),
    corrected=listed(BrakingFirst),
)
def behaviour_mode_knows_no_parking_brake(program):
    tank, _ = tank_after(program(0), 10)
    distance = math.hypot(tank.pos[0], tank.pos[2])
    return Finding(distance > 0.0, distance)


# ------------------------------------------------------------ 12: steering wheels

WHEELS = {
    "printed": Subject("wheel_angle_towards, printed", partial(inverse.wheel_angle_towards, is_as_published=True)),
    "corrected": Subject("wheel_angle_towards, corrected", partial(inverse.wheel_angle_towards, is_as_published=False)),
}


@entry(
    line=1406,
    quote="if(vehobj->wheel_angle >= 45.0)",
    place="calc_inverse_direction",
    group="12. Steering wheels toward a direction",
    title="45 radians are no limit",
    plain="The program allows the wheels to turn more than seven times round, because it mixes up degrees and radians.",
    wrong="The angle is in radians, the limit in degrees: seven turns. No wheel ever gets there.",
    right="π / 4.",
    effect=(
        "With frames of a second and 1.5 rad wanted the wheels stand at {printed:.0f} degrees; limited, at "
        "{corrected:.0f}."
    ),
    **WHEELS,
)
def forty_five_radians_are_no_limit(wheel_angle):
    angle = math.degrees(wheel_angle(0.0, 1.5, dt=1.0))
    return Finding(angle > 45.0 + 1e-9, angle)


@entry(
    line=1404,
    quote="vehobj->wheel_angle = deltatime * del_angle;",
    place="calc_inverse_direction",
    group="12. Steering wheels toward a direction",
    title="The wheels' angle depends on the frame rate",
    plain="On a faster computer the wheels of the truck turn less.",
    wrong="An angle is multiplied by the time of a frame; not a rate, and it is not added to anything.",
    right="The angle of equation 4.2 itself, or a rate at which the wheels get there.",
    effect=(
        "At 60 frames a second the wheels stand at {printed:.1f} times the angle that they have at 30; corrected, "
        "{corrected:.1f}."
    ),
    **WHEELS,
)
def the_wheels_depend_on_the_frame_rate(wheel_angle):
    ratio = wheel_angle(0.0, 0.2, dt=1 / 60) / wheel_angle(0.0, 0.2, dt=1 / 30)
    return Finding(not is_near(ratio, 1.0), ratio)


@entry(
    line=1403,
    quote="del_angle = fatan(2.0 * ftan(rad_direction));",
    place="equation 4.2 and calc_inverse_direction",
    group="12. Steering wheels toward a direction",
    title="Behind the vehicle right is left",
    plain="When the goal is behind the truck, the truck steers to the wrong side.",
    wrong="The tangent repeats after half a turn: a direction more than 90 degrees to the right steers to the left.",
    right="The arc tangent of two components, limited.",
    effect=(
        "For 2 rad to the right, in a frame of a second, the wheels go to {printed:+.0f} degrees; corrected, "
        "{corrected:+.0f}. (Right is positive.)"
    ),
    **WHEELS,
)
def behind_the_vehicle_right_is_left(wheel_angle):
    angle = math.degrees(wheel_angle(0.0, 2.0, dt=1.0))
    return Finding(angle < 0.0, angle)


# ------------------------------------------------------------ 13: directions and turns


class Straightening(Program):
    """Mended: wheels that have nothing to do stand straight."""

    def calc_inverse_direction(self, vehobj, rad_direction, deltatime):
        if vehobj.direction == rad_direction:
            vehobj.wheel_angle = 0.0
        super().calc_inverse_direction(vehobj, rad_direction, deltatime)


@entry(
    line=1420,
    quote="rad_direction = 0.0;",
    place="calc_inverse_direction",
    group="12. Steering wheels toward a direction",
    title="A truck that is where it should be keeps its wheels turned",
    plain="A truck that has reached its direction keeps its wheels turned and leaves the direction again.",
    wrong="The branch sets a variable that moves nothing; the wheels stay at the angle of the frame before.",
    right="wheel_angle = 0.",
    effect=(
        "A truck that heads 0 with a clear way, its wheels at 0.1 rad, has turned by {printed:.3f} rad a frame later; "
        "corrected, by {corrected:.3f} rad."
    ),
    printed=listed(Program),
    corrected=listed(Straightening),
)
def wheels_stay_turned(program):
    truck = Vehicle(WHEELED, 8e3, 7.0, 2.4, [0.0, 0.0, 0.0], 0.0, 5.0, scalvel=5.0, wheel_angle=0.1)
    run = program(lambda x, z: 0.0, lambda x, z: [])
    run.calc_inverse_direction(truck, 0.0, 0.1)
    run.calc_direction(truck, 1e4, 0.1)
    return Finding(truck.direction != 0.0, truck.direction)


@entry(
    line=1401,
    quote="if(vehobj->direction != rad_direction)",
    place="calc_inverse_direction",
    group="13. Directions and turns",
    title="A direction is compared as one, and used as a turn",
    plain="A direction on the map is used as if it were a turn, so the truck steers to the wrong side.",
    wrong=(
        "rad_direction comes in as the vehicle's direction and an eighth of a turn, is compared with a direction, and "
        "two lines later its tangent is taken as if it were the angle still to turn."
    ),
    right="The difference of the two directions, by the shorter way.",
    effect=(
        "A vehicle that heads 1 rad and wants 0.9 rad, to its left, sets its wheels at {printed:+.0f} degrees; "
        "corrected, {corrected:+.0f}. (Right is positive; a frame of a second.)"
    ),
    **WHEELS,
)
def a_direction_is_used_as_a_turn(wheel_angle):
    angle = math.degrees(wheel_angle(1.0, 0.9, dt=1.0))
    return Finding(angle > 0.0, angle)


@entry(
    line=866,
    quote="dir_value = 0.0;",
    place="behavior_motion, Figure 5.7",
    group="13. Directions and turns",
    title="With nothing in the way 0 is a turn, elsewhere a direction",
    plain="One number means a free way and also a direction of the map, so a repaired program steers there.",
    wrong=(
        "dir_value is the direction, elsewhere in the figure and in integration (line 1465); 0 is meant as no turn, "
        "and calc_inverse_direction takes it so: a truck's wheels stand straight, a tank's forces stay as they are. "
        "Two mistakes cancel here, and nothing ever leads back to a course."
    ),
    right="The direction that it has, or its course.",
    effect=(
        "None as printed: straight on. As soon as the steering takes directions for directions, a truck that heads 2 "
        "rad with a clear way sets its wheels at {printed:+.0f} degrees, toward x; corrected, at {corrected:+.0f}."
    ),
    **flag("added_directions"),
)
def a_clear_way_is_zero(printed):
    """By the steering as printed a vehicle goes straight on either way."""
    wanted = behavior_motion(0.0, 0.0, 2.0, 10.0, [], printed).direction_value
    assert inverse.wheel_angle_towards(2.0, 0.0, dt=0.1) == 0.0
    assert inverse.track_forces_towards(inverse.TrackForces(3.0, 3.0), 2.0, 0.0, mass=50e3) == (3.0, 3.0)
    angle = math.degrees(inverse.wheel_angle_towards(2.0, wanted, dt=0.1, is_as_published=False))
    return Finding(angle != 0.0, angle)


def the_loop(direction_wanted, *, away=True, close_enough=0.0):
    """Figure 4.3 for an object on the left, turned the right way."""
    return figure_4_3(0.0, direction_wanted, True, 1e-6, away=away, close_enough=close_enough)


@entry(
    line=597,
    quote="do while (New_Orientation != Desired_Orientation) {",
    place="Figure 4.3",
    group="13. Directions and turns",
    title="The loop waits for two floats to be equal",
    plain="The program waits until two numbers are exactly equal, which almost never happens.",
    wrong="Orientations grow in steps and jump over the one that is waited for. No time passes in the loop, either.",
    right="A tolerance; and a step of it in every frame.",
    effect=(
        "It goes on after {printed:.0f} passes, where the check gives up; within 0.01 rad it ends after "
        "{corrected:.0f}."
    ),
    printed=the_loop,
    corrected=Subject("the_loop with a tolerance", partial(the_loop, close_enough=0.01)),
)
def the_loop_waits_for_equal_floats(loop):
    end = loop(0.25 * math.pi)
    return Finding(not end.has_ended, end.passes)


note(
    line=598,
    quote="if (Object_In_Left_Search_Tri)",
    place="Figure 4.3",
    group="13. Directions and turns",
    title="The branches have no braces",
    plain="Brackets are missing, so the program cannot be started.",
    wrong=(
        "Of two indented lines only the first belongs to the `if`; then comes an `else` without one. (So in Figure "
        "4.2.)"
    ),
    right="Braces. Both figures are read here by their indentation.",
    effect="As C it does not compile.",
)

# ------------------------------------------------------------ 14: left and right


@entry(
    line=1634,
    quote="langle = segdir + HFOS;",
    place="detect_bounds",
    group="14. Left and right",
    title="Left is right",
    plain="The tank turns into the object instead of away from it.",
    wrong=(
        "Directions grow to the right here: the side point of the same program is at direction + HALFPI (line 938). "
        "Figure 4.2 has left at direction - HFOS, the listing at direction + HFOS."
    ),
    right="Left at direction - HFOS.",
    effect=(
        "An object 20 m ahead and 2 m to the right calls for a turn of {printed:+.0f} degrees, into it; corrected, of "
        "{corrected:+.0f}. (Right is positive.)"
    ),
    **flag("swapped_sides"),
)
def left_is_right(printed):
    turn = turn_for([Circle(20.0, 2.0)], printed)
    return Finding(turn > 0.0, turn)


@entry(
    line=599,
    quote="Left_Track_Force = Left_Track_Force - Delta;",
    place="Figure 4.3",
    group="14. Left and right",
    title="The figure steers toward the object",
    plain="The drawing of the rule steers the tank into the object.",
    wrong="Less force on the left track turns to the left, where the object is.",
    right='"It changes its direction to the right" (line 621): more force on the left.',
    effect=(
        "For an object on the left the loop turns the vehicle to the side {printed:+.0f}; corrected, {corrected:+.0f}. "
        "(Right is +1.)"
    ),
    printed=Subject("the_loop as printed", partial(the_loop, away=False)),
    corrected=the_loop,
)
def the_figure_steers_toward_the_object(loop):
    side = math.copysign(1.0, loop(0.25 * math.pi).direction)
    return Finding(side < 0.0, side)


@entry(
    line=1833,
    quote="if(ldistance >= rdistance)",
    place="search_object",
    group="14. Left and right",
    title="The farther object decides",
    plain="Of two objects the tank avoids the one that is farther away.",
    wrong="If the left one is farther, the listing answers LEFT. Figure 4.2 has the opposite, as the text has.",
    right='"The vehicle avoids the nearest obstacle" (line 621).',
    effect=(
        "Of an object 12 m away on the left and one 25 m away on the right, that at {printed:.0f} m is avoided; "
        "corrected, that at {corrected:.0f} m."
    ),
    **flag("farther_object"),
)
def the_farther_object_decides(printed):
    on_left, on_right = Circle(12.0, -1.0), Circle(25.0, 1.0)
    side = deciding_side(ORIGIN, on_right, on_left, printed)  # the listing's left is + HFOS: the right
    distance = math.floor(math.dist(ORIGIN, (on_left if side is Side.LEFT else on_right)[:2]))
    return Finding(distance != 12, distance)


def same_object_in_the_figure(each):
    """Figure 4.2 for an object that both triangles show."""
    return figure_4_2(ORIGIN, each, each)


def same_object_mended(each):
    """By its centre."""
    return overlapped_side(ORIGIN, 0.0, each, CORRECTED)


@entry(
    line=558,
    quote="DETECTION = LEFT;",
    place="Figure 4.2",
    group="14. Left and right",
    title="What both triangles show counts as left",
    plain="An object straight ahead counts as being on the left, even if it is on the right.",
    wrong=(
        "Such an object is nearly ahead, but its centre may be on the right, and the vehicle turns into it. The "
        "listing has eight cases for this (16)."
    ),
    right="The side of its centre.",
    effect=(
        "Of ten objects from 0.9 m left to 0.9 m right {printed:.0f} are put on the wrong side; corrected, "
        "{corrected:.0f}."
    ),
    printed=same_object_in_the_figure,
    corrected=same_object_mended,
)
def what_both_show_counts_as_left(side):
    offsets = [-0.9 + 0.2 * place for place in range(10)]
    wrong = sum((side(Circle(20.0, each)) is Side.LEFT) != (each < 0.0) for each in offsets)
    return Finding(wrong > 0, wrong)


# ------------------------------------------------------------ 15: found or not


@entry(
    line=1828,
    quote="if(left_search && right_search)",
    place="search_object",
    group="15. Found or not",
    title="Two objects are none",
    plain="Two objects ahead at once are not seen at all.",
    wrong=(
        "With a different object in each triangle a side is chosen, but find_object stays FALSE: only the other "
        "branches set it."
    ),
    right="*find_object = TRUE.",
    effect="With an object in each triangle {printed:.0f} detections are reported; corrected, {corrected:.0f}.",
    **flag("lost_detection"),
)
def two_objects_are_none(printed):
    found = search_object(TRIANGLE, [Circle(20.0, 2.0), Circle(25.0, -3.0)], 0.0, printed).is_found
    return Finding(not found, float(found))


@entry(
    line=1692,
    quote="if((lobjx == robjx) && (lobjz == robjz)) {",
    place="search_object",
    group="15. Found or not",
    title="No object is one",
    plain="In an empty field the tank avoids something that is not there.",
    wrong=(
        "If both searches fail, four variables that nobody has set are compared. Where they happen to be equal an "
        "object is found, on a side that depends on what was in memory."
    ),
    right="Compare only what was found.",
    effect=(
        "In an empty field {printed:.0f} object is found (unset variables are read as 0 here); corrected, "
        "{corrected:.0f}."
    ),
    **flag("false_detection"),
)
def no_object_is_one(printed):
    found = search_object(TRIANGLE, [], 0.0, printed).is_found
    return Finding(found, float(found))


# ------------------------------------------------------------ 16: the eight cases


@entry(
    line=1704,
    quote="else if(vehicle_dir > 0.0 && vehicle_dir < QTR_PI)",
    place="search_object",
    group="16. The eight cases",
    title="The quadrants end at half of where they should",
    plain="For more than half of all directions the program uses the rule of another direction.",
    wrong=(
        "The cases are cut at QTR_PI, HALFPI and THREE_QTR_PI; the comments beside them say 0.5pi, pi and 1.5pi. The "
        "header is lost, but HALFPI is π/2 (line 938). More than half of all directions are treated as the last "
        "quadrant."
    ),
    right="π/2, π and 3π/2.",
    effect=(
        "Of 360 directions, a degree apart, {printed:.0f} fall in another case than their comment says; corrected, "
        "{corrected:.0f}."
    ),
    **flag("quadrants"),
)
def the_quadrants_end_too_early(printed):
    """Case 1 is 0, 2 what follows, 3 is 90 degrees, and so on."""
    wrong = 0
    for degrees in range(360):
        quadrant, rest = divmod(degrees, 90)
        direction = quadrant * 0.5 * math.pi if rest == 0 else math.radians(degrees)
        wrong += direction_case(direction, printed) != 2 * quadrant + (2 if rest else 1)
    return Finding(wrong > 0, wrong)


@entry(
    line=1702,
    quote="if(vehicle_dir == 0.0 || vehicle_dir == 360.0)",
    place="search_object",
    group="16. The eight cases",
    title="A whole turn is no case at all",
    plain="For one direction of the compass the program has no rule.",
    wrong=(
        "It is compared with 360.0, and the last case ends below DPI (line 1723). calc_direction leaves a direction "
        "at exactly 2π as it is; intdir is then unset, and the switch jumps wherever that points."
    ),
    right="2π among the first case.",
    effect="At 2π intdir is {printed:.0f} (unset, read as 0 here); corrected, {corrected:.0f}.",
    **flag("quadrants"),
)
def a_whole_turn_is_no_case(printed):
    case = direction_case(math.tau, printed)
    return Finding(case == 0, case)


def wrong_sides(case, direction, lines):
    """Count of 100 objects 20 m ahead, up to a metre to either side, that are put on the wrong side.

    In the listing's own names, whose left is at + HFOS; in the others as many would be right by chance.
    """
    wrong = 0
    for place in range(100):
        beside = -0.99 + 0.02 * place
        x = 20.0 * math.cos(direction) - beside * math.sin(direction)
        z = 20.0 * math.sin(direction) + beside * math.cos(direction)
        is_left = lines(case, ORIGIN, direction, Point(x, z)) is Side.LEFT
        wrong += is_left != (beside > 0.0)
    return wrong


def our_lines(case, vehicle, direction, each):
    """The vehicle's axis itself, by the listing's names."""
    return overlapped_side(vehicle, direction, each, CORRECTED._replace(swapped_sides=True))


@entry(
    line=1740,
    quote="if(searchtri[2][X] >= lobjx)",
    place="search_object, cases 1, 3, 5 and 7",
    group="16. The eight cases",
    title="Along an axis it asks whether the object is ahead",
    plain="When the tank drives exactly along an axis of the map, it puts half of all objects on the wrong side.",
    wrong="Heading along x it compares x: an object in sight is always ahead, and so always on the same side.",
    right="Across the heading: z for x, x for z.",
    effect=(
        "Of 400 objects a little to the left or right of the four axes {printed:.0f} are put on the wrong side; "
        "corrected, {corrected:.0f}."
    ),
    printed=published_side,
    corrected=our_lines,
)
def along_an_axis_it_asks_what_is_ahead(lines):
    wrong = sum(wrong_sides(1 + 2 * axis, 0.5 * math.pi * axis, lines) for axis in range(4))
    return Finding(wrong > 0, wrong)


@entry(
    line=1749,
    quote="tempz = ftan(inverse_dir) * tempz;",
    place="search_object, cases 2, 4, 6 and 8",
    group="16. The eight cases",
    title="Between the axes it compares with other lines",
    plain="When the tank drives between the axes of the map, it puts half of all objects on the wrong side.",
    wrong=(
        "The tangent of the angle from an axis stands where that of its complement is needed, some offsets have the "
        "wrong sign, and case 4 adds tempx, which nothing has set (lines 1767 and 1773). Cases 2 and 8 call opposite "
        "sides left."
    ),
    right="One formula for all: (z - z₀) cos - (x - x₀) sin.",
    effect=(
        "Of 400 objects beside a heading in the middle of each quadrant {printed:.0f} are put on the wrong side, with "
        "the quadrants as the comments have them; corrected, {corrected:.0f}."
    ),
    printed=published_side,
    corrected=our_lines,
)
def between_the_axes_it_compares_with_other_lines(lines):
    wrong = sum(wrong_sides(2 + 2 * place, math.radians(30.0 + 90.0 * place), lines) for place in range(4))
    return Finding(wrong > 0, wrong)


# ------------------------------------------------------------ 17: the search


@entry(
    line=1683,
    quote="boundary(&searchtri[2][X],&searchtri[0][X],&searchtri[3][X],&leftminx,&leftmaxx);",
    place="search_object",
    group="17. The search",
    title="It searches a box around the triangle",
    plain="The tank sees objects far to its side that are not in its way.",
    wrong="The box has its sides along the axes: on a diagonal it reaches far to both sides of the triangle.",
    right="The triangle: two lines and a distance.",
    effect=(
        "Heading 45 degrees it sees an object up to {printed:.0f} degrees to the side; corrected, up to "
        "{corrected:.0f} "
        "degrees."
    ),
    **flag("boxes"),
)
def it_searches_a_box(printed):
    """The farthest to the side, in tenths of a degree, at which an object 15 m away is seen."""
    triangle = detect_bounds(0.0, 0.0, 0.25 * math.pi, 10.0)
    angle = 0.0
    for tenths in range(1, 900):
        way = 0.25 * math.pi + math.radians(0.1 * tenths)
        each = Circle(15.0 * math.cos(way), 15.0 * math.sin(way))
        if search_object(triangle, [each], 0.25 * math.pi, printed).is_found:
            angle = 0.1 * tenths
    return Finding(angle > 10.0, angle)


@entry(
    line=1886,
    quote="return(TRUE);",
    place="seq_search",
    group="17. The search",
    title="The first in the list is taken for the nearest",
    plain="The tank avoids the first object of the list instead of the nearest.",
    wrong="The search ends with the first object in the box, in the order of the list.",
    right='"The nearest imminent obstacle" (line 635).',
    effect=(
        "Of objects at 29 and 12 m in the same triangle, that at {printed:.0f} m is taken; corrected, that at "
        "{corrected:.0f} m."
    ),
    **flag("first_listed"),
)
def the_first_is_taken_for_the_nearest(printed):
    taken = seq_search(TRIANGLE, TRIANGLE.left, [Circle(29.0, 1.0), Circle(12.0, 1.0)], printed)
    assert taken
    return Finding(taken.x != 12.0, taken.x)


@entry(
    line=1878,
    quote="tempobjx = avoidlist[ix].center[X];",
    place="seq_search",
    group="17. The search",
    title="An object is its centre",
    plain="A large object counts as a point, so the tank drives into the edge of a wood.",
    wrong='"Their center coordinates and radius" (line 523) are known; the radius is not read.',
    right="An object is seen where its circle touches the triangle.",
    effect=(
        "A wood of 6 m radius, 15 m ahead and 7 m to the right, is seen {printed:.0f} times; corrected, "
        "{corrected:.0f} time."
    ),
    **flag("points"),
)
def an_object_is_its_centre(printed):
    found = search_object(TRIANGLE, [Circle(15.0, 7.0, 6.0)], 0.0, printed).is_found
    return Finding(not found, float(found))


@entry(
    line=1876,
    quote="for(ix=0;ix<=100;ix++)",
    place="seq_search",
    group="17. The search",
    title="101 objects, however many there are",
    plain="The tank never looks at more than the first hundred and one objects of the world.",
    wrong="With more, the others are not seen. With fewer, whatever stands behind the last is taken for an object.",
    right="As many as there are: the terrain has 40 000 (line 523).",
    effect="With 200 objects, of which the last is in the way, {printed:.0f} is seen; corrected, {corrected:.0f}.",
    **flag("short_list"),
)
def objects_after_the_hundred_and_first_are_not_seen(printed):
    objects = [Circle(-50.0, 0.0)] * 199 + [Circle(20.0, 2.0)]
    found = search_object(TRIANGLE, objects, 0.0, printed).is_found
    return Finding(not found, float(found))


@entry(
    line=1928,
    quote="dist = (int)fsqrt((distx+distz));",
    place="dist_in_2d",
    group="17. The search",
    title="Distances are cut to whole metres",
    plain="Distances lose everything behind the point, so the tank cannot tell which of two objects is nearer.",
    wrong="Two objects within the same metre are equally far, and then the order of the branches decides.",
    right="Distances as they are.",
    effect="20.9 m and 20.1 m differ by {printed:.1f} m; corrected, by {corrected:.1f} m.",
    **flag("whole_metres"),
)
def distances_are_cut_to_whole_metres(printed):
    difference = dist_in_2d(Point(20.9, 0.0), ORIGIN, printed) - dist_in_2d(Point(20.1, 0.0), ORIGIN, printed)
    return Finding(not is_near(difference, 0.8), difference)


@entry(
    line=854,
    quote="search_distance = fabs(velocity * 3.6);",
    place="behavior_motion, Figure 5.7",
    group="17. The search",
    title="It looks ahead by its speed in km/h",
    plain="The tank looks twice as far ahead as the text says, because the program takes another unit of speed.",
    wrong=(
        "Equation 4.1 has metres a second. The corridor that the text says is 12.9 m wide (line 525) is that of "
        "equation 4.1."
    ),
    right="fabs(velocity), times a second.",
    effect="At 60 km/h it looks {printed:.1f} m ahead; by equation 4.1 {corrected:.1f} m.",
    **flag("range_in_kmh"),
)
def it_looks_ahead_by_its_speed_in_kmh(printed):
    """Across so far, 10 degrees to each side are 12.9 m: 2 d tan 10."""
    triangle = detect_bounds(0.0, 0.0, 0.0, search_advance(60.0 / 3.6, printed))
    reach = math.dist(triangle.tip, triangle.left)
    width = 2.0 * reach * math.tan(math.radians(10.0))
    return Finding(abs(width - 12.9) > 0.05, reach)


def seen_in_the_cone(ahead, beside):
    """By the search with all its other defects corrected."""
    return search_object(TRIANGLE, [Circle(ahead, beside)], 0.0, CORRECTED).is_found


def seen_in_the_way(ahead, beside):
    """Objects that a vehicle 3.66 m wide would touch within 20 m, going straight on."""
    return abs(beside) < 0.5 * 3.66 and 0.0 < ahead < 20.0


@entry(
    line=1640,
    quote="searchtri[2][X] = vehobj->pos[X];",
    place="detect_bounds",
    group="17. The search",
    title="The vehicle has no width",
    plain="The tank does not see posts that only its sides will hit.",
    wrong=(
        "The triangle begins as a point in the middle of the vehicle: within 10 m it is narrower than a tank, and the "
        "nearest objects are those that it does not see."
    ),
    right="A strip as wide as the vehicle, and the triangle beyond.",
    effect=(
        "Of ten posts 8 m ahead, up to 1.8 m to either side of the middle of a tank 3.66 m wide, {printed:.0f} are not "
        "seen; in the strip {corrected:.0f}."
    ),
    printed=seen_in_the_cone,
    corrected=seen_in_the_way,
)
def the_vehicle_has_no_width(is_seen):
    """All ten would be run over."""
    unseen = sum(not is_seen(8.0, -1.8 + 0.4 * place) for place in range(10))
    return Finding(unseen > 0, unseen)
