"""Defects of appendix B of document 003: the dynamics of its vehicles."""

import math
from functools import partial
from itertools import pairwise

import equations_1992 as equations
import numpy as np
from defects import Finding, defect, is_near

from motorpool.studies.published.models.park1992 import attitude, file_globals

entry = partial(defect, document=3)

GRAVITY = 9.81  # [m/s^2]
TANKS = {"printed": "park1992/tracked", "corrected": "friction-circle/tracked"}
TRUCKS = {"printed": "park1992/wheeled", "corrected": "friction-circle/wheeled"}


def corrected(name):
    """The tank of 1992 as printed, and with one defect corrected."""
    return {"printed": "park1992/tracked", "corrected": f"park1992/tracked:{name}=corrected"}


def filled(structure, values):
    """A state, control or set of parameters with those of the values that it has a field for."""
    return structure()._replace(**{name: value for name, value in values.items() if name in structure._fields})


def ground_under(module, state, slope):
    """A plane that rises by ``slope`` (east, north)."""
    east, north = slope
    ahead = 2.0 * (east * math.cos(state.yaw) + north * math.sin(state.yaw))
    right = 2.0 * (east * math.sin(state.yaw) - north * math.cos(state.yaw))
    height = east * state.x + north * state.y
    heights = {"height": height, "height_ahead": height + ahead, "height_right": height + right}
    return filled(module.Ground, {**heights, "slope_x": east, "slope_y": north})


def drive(model, *, steps=1, dt=0.1, slope=(0.0, 0.0), left=0.0, right=0.0, steer=0.0, params=None, **start):
    """The states on the way, the first one included; other words set the start, or a switch of the controls."""
    module = model.module
    settings = filled(module.Params, params or {})
    speed = start.get("speed", 0.0)
    moving = {"velocity_x": speed, "acceleration": 1e-9 if speed else 0.0}  # of 0 the friction would not be looked at
    state = filled(module.State, {**moving, **start})
    control = filled(module.Control, {**start, "left_force": left, "right_force": right, "steer_angle": steer})
    way = [state]
    for _ in range(steps):
        state = module.step(state, control, settings, dt, ground_under(module, state, slope))
        way.append(state)
    return way


def acceleration(model, **settings):
    """The change of speed in a step, per second."""
    before, after = drive(model, **settings)
    return (after.speed - before.speed) / settings.get("dt", 0.1)


# ------------------------------------------------------------ 1. gravity


@entry(
    line=999,
    quote="vehobj->g_force = (vehobj->mass * GRAVITY * rad_angle);",
    place="calc_gforce",
    group="1. Gravity",
    title="Uphill, gravity pulls forward",
    plain="A tank that drives uphill is pulled forward by gravity.",
    wrong=(
        "With the nose up and a speed above zero the force is positive: forward. At rest and backward the sign is "
        "right."
    ),
    right="-m g sin θ, whatever the speed.",
    effect=(
        "At 5 m/s up a slope of 10 % gravity adds {printed:+.2f} m/s² to the acceleration; rightly "
        "{corrected:+.2f} m/s²."
    ),
    **TANKS,
)
def uphill_gravity_pulls_forward(model):
    """Against the flat, where all else is the same: friction is less by a cosine, half a per cent."""
    added = acceleration(model, speed=5.0, slope=(0.1, 0.0)) - acceleration(model, speed=5.0)
    return Finding(added > 0.0, added)


@entry(
    line=1001,
    quote="vehobj->g_force = -(vehobj->mass * GRAVITY * rad_angle);",
    place="calc_gforce",
    group="1. Gravity",
    title="Downhill, gravity brakes",
    plain="A tank that drives downhill is braked by gravity.",
    wrong="With the nose down and a speed above zero the force is negative.",
    right="It is positive.",
    effect="At 5 m/s down a slope of 10 % gravity adds {printed:+.2f} m/s²; rightly {corrected:+.2f} m/s².",
    **TANKS,
)
def downhill_gravity_brakes(model):
    added = acceleration(model, speed=5.0, slope=(-0.1, 0.0)) - acceleration(model, speed=5.0)
    return Finding(added < 0.0, added)


# ------------------------------------------------------------ 2. the dead band


@entry(
    line=1299,
    quote="if(vehobj->scalvel <= 0.3 && vehobj->scalvel >=-0.3)",
    place="calc_velocity",
    group="2. The dead band",
    title="At 60 frames a second it cannot start",
    plain="On a fast computer the tank cannot start, because small speeds are always rounded down to zero.",
    wrong=(
        "A speed of up to 0.3 m/s is set to zero in every frame. A vehicle that does not get beyond it in one frame "
        "stands for ever: it takes 0.3 m/s over dt, 1.8 m/s² at the thesis's 6 frames a second, 18 m/s² at 60."
    ),
    right="Friction that stops a vehicle and holds it, and no dead band.",
    effect=(
        "With 180 kN at the tracks, 3 m/s² and friction off that, the speed after a second is {printed:.1f} m/s; "
        "corrected, {corrected:.1f} m/s."
    ),
    **TANKS,
)
def it_cannot_start(model):
    speed = drive(model, steps=60, dt=1 / 60, left=90e3, right=90e3)[-1].speed
    return Finding(speed == 0.0, speed)


@entry(
    line=1300,
    quote="vehobj->scalvel = 0.0;",
    place="calc_velocity",
    group="2. The dead band",
    title="What is slow stops within a frame",
    plain="A slow tank stops as suddenly as if it hit a wall.",
    wrong="The same line stops whatever has become slower than 0.3 m/s, on any ground, in any time.",
    right="The ground cannot brake harder than its friction.",
    effect=(
        "From 0.29 m/s, at 60 frames a second, a vehicle brakes with {printed:.1f} m/s²; corrected, with "
        "{corrected:.1f} "
        "m/s²."
    ),
    **TANKS,
)
def what_is_slow_stops_within_a_frame(model):
    """No ground has a friction above 1."""
    braking = -acceleration(model, speed=0.29, dt=1 / 60)
    return Finding(braking > GRAVITY, braking)


# ------------------------------------------------------------ 3. position


@entry(
    line=1572,
    quote="(tvehpos.acc[X] * deltatime * deltatime / 2.0);",
    place="new_position",
    group="3. Position",
    title="The acceleration counts one and a half times",
    plain="While it brakes, the tank moves a different distance than its speed says.",
    wrong=(
        "a dt² / 2 belongs to the velocity before the step (equation 2.19). The velocity here has a dt in it already."
    ),
    right="Half the sum of the velocities before and after.",
    effect=(
        "Braking from 10 m/s with 200 kN at ten frames a second, in a second the vehicle is {printed:+.2f} m from "
        "where its speeds take it; corrected, {corrected:+.2f} m."
    ),
    **TANKS,
)
def the_acceleration_counts_one_and_a_half_times(model):
    way = drive(model, steps=10, speed=10.0, left=-100e3, right=-100e3)
    by_speeds = sum(0.05 * (one.speed + other.speed) for one, other in pairwise(way))
    return Finding(not is_near(way[-1].x, by_speeds), way[-1].x - by_speeds + 0.0)


@entry(
    line=1573,
    quote="tvehpos.pos[Z] += (tvehpos.vel[Z] * deltatime)",
    place="new_position",
    group="3. Position",
    title="It creeps while its speed is zero",
    plain="The tank creeps forward while its speed shows zero.",
    wrong="The dead band takes the speed and leaves the acceleration, which moves the vehicle every frame.",
    right="What has no speed does not move.",
    effect=(
        "With 180 kN at 60 frames a second the vehicle moves {printed:.0f} mm in a second while its speed shows 0; "
        "corrected, {corrected:.0f} mm."
    ),
    **TANKS,
)
def it_creeps_at_speed_zero(model):
    way = drive(model, steps=60, dt=1 / 60, left=90e3, right=90e3)
    crept = sum(abs(after.x - before.x) for before, after in pairwise(way) if before.speed == after.speed == 0.0)
    return Finding(crept > 0.0, 1000.0 * crept)


@entry(
    line=1304,
    quote="if(vehobj->scalvel >= MAXSPEED) vehobj->scalvel = MAXSPEED;",
    place="calc_velocity",
    group="3. Position",
    title="At top speed it is faster than its top speed",
    plain="At full power the tank moves faster than its top speed.",
    wrong="The speed is cut, the acceleration is not, and still moves the vehicle.",
    right="As far as its speed says.",
    effect=(
        "At full power the vehicle moves {printed:+.2f} m/s faster than its top speed; corrected, {corrected:+.2f} m/s."
    ),
    **TANKS,
)
def it_is_faster_than_its_top_speed(model):
    top = model.module.Params().max_speed
    before, after = drive(model, speed=top, left=100e3, right=100e3)
    excess = (after.x - before.x) / 0.1 - top
    return Finding(excess > 1e-9, excess + 0.0)


# ------------------------------------------------------------ 4. stopping the engine, 5. the parking brake


@entry(
    line=1230,
    quote="if(Stop_Engine == FALSE)",
    place="sum_linear_forces",
    group="4. Stopping the engine",
    title="A stopped engine drives on",
    plain="A tank with a stopped engine drives on and becomes faster.",
    wrong=(
        "With the engine stopped calc_engine_force is not called, and only it would set the surge to zero (line "
        "1103). So every force stays what it was."
    ),
    right="A stopped engine has no force; friction, air and gravity act on.",
    effect=(
        "A second after its engine was stopped at 5 m/s, under 150 kN, the vehicle's speed has changed by "
        "{printed:+.1f} m/s; corrected, by {corrected:+.1f} m/s."
    ),
    **TANKS,
)
def a_stopped_engine_drives_on(model):
    module = model.module
    running = drive(model, speed=5.0, left=75e3, right=75e3)[-1]
    control = filled(module.Control, {"left_force": 75e3, "right_force": 75e3, "engine_stop": 1.0})
    state = running
    for _ in range(10):
        state = module.step(state, control, module.Params(), 0.1, module.Ground())
    return Finding(state.speed > running.speed, state.speed - running.speed)


@entry(
    line=1513,
    quote="tvehpos.scalvel = 0.0;",
    place="integration",
    group="5. The parking brake",
    title="With the brake locked it glides on",
    plain="A tank with locked brakes glides on while its speed shows zero.",
    wrong="The brake sets the speed to zero, but not the velocity and the acceleration, which move the vehicle.",
    right="Locked tracks slide, and the ground's friction stops them.",
    effect=(
        "Braked from 10 m/s it moves {printed:.1f} m in a second while its speed shows 0; corrected, {corrected:.1f} m."
    ),
    **TANKS,
)
def with_the_brake_locked_it_glides_on(model):
    way = drive(model, steps=11, speed=10.0, parking_brake=1.0)
    glided = sum(after.x - before.x for before, after in pairwise(way) if before.speed == after.speed == 0.0)
    return Finding(glided > 0.0, glided)


@entry(
    line=1250,
    quote="sum_angular_forces(vehobj)",
    place="sum_angular_forces",
    group="4. Stopping the engine",
    title="A stopped engine still steers",
    plain="A tank with a stopped engine can still turn.",
    wrong="The torque is the difference of the track forces that the driver asks for; Stop_Engine is not asked.",
    right="Without the engine a track is braked or rolls, and pushes nothing.",
    effect=(
        "A second after its engine was stopped at 10 m/s, with 100 kN asked of the right track alone, the vehicle has "
        "turned by {printed:.2f} rad; corrected, by {corrected:.2f} rad."
    ),
    **TANKS,
)
def a_stopped_engine_still_steers(model):
    yaw = drive(model, steps=10, speed=10.0, right=100e3, engine_stop=1.0)[-1].yaw
    return Finding(yaw != 0.0, yaw)


# ------------------------------------------------------------ 6. friction kept in a file variable


@entry(
    line=921,
    quote="float friction; /* Friction between the vehicle and the terrain */",
    place="the head of the file",
    group="6. Friction kept in a file variable",
    title="A vehicle rolls with the friction of another",
    plain="A light car is braked with the friction of the heavy tank that was moved before it.",
    wrong=(
        "friction is one variable for all vehicles. calc_drag_force leaves it as it is for a vehicle that moves "
        "without accelerating."
    ),
    right="Each vehicle has its own.",
    effect=(
        "2 t that roll at constant speed, moved after a tank, are braked with {printed:.1f} kN; corrected, with "
        "{corrected:.1f} kN."
    ),
    **corrected("friction_memory"),
)
def it_rolls_with_the_friction_of_another(model):
    """Its own is DFRICITION and its mass: 2.3 kN."""
    module = model.module
    tank, jeep = module.Params(), module.Params()._replace(mass=2000.0)
    rolling = module.State()._replace(speed=5.0, velocity_x=5.0)
    states, controls = [rolling._replace(acceleration=-1.0), rolling], [module.Control(), module.Control()]
    after, _ = file_globals.one_after_another(module, states, controls, [tank, jeep], dt=0.1)
    return Finding(after[1].friction_force > 2300.0, after[1].friction_force / 1e3)


@entry(
    line=1062,
    quote="else if(vehobj->scalvel < 0.0 && vehobj->scalacc != 0.0)",
    place="calc_drag_force",
    group="6. Friction kept in a file variable",
    title="What does not accelerate has no friction of its own",
    plain="A vehicle at constant speed has almost no friction.",
    wrong=(
        "Of the cases, none is for a vehicle that moves at constant speed: friction is what it last was, in the first "
        "frame nothing. In behaviour mode calc_acceleration is not called, so that this holds throughout."
    ),
    right="Friction depends on moving, not on accelerating.",
    effect="In the first frame at 5 m/s a vehicle loses {printed:.3f} m/s²; corrected, {corrected:.3f} m/s².",
    **corrected("friction_memory"),
)
def constant_speed_has_no_friction(model):
    """The air alone, 10 v² over the mass, is not all."""
    braking = -acceleration(model, speed=5.0, acceleration=0.0)
    air = 10.0 * 25.0 / model.module.Params().mass
    return Finding(is_near(braking, air), braking)


# ------------------------------------------------------------ 7. the size of friction


@entry(
    line=1060,
    quote="friction = DFRICITION + (vehobj->mass);",
    place="calc_drag_force",
    group="7. The size of friction",
    title="Kilograms are added to newtons",
    plain="A mass is added to a force, so the tank is slowed down too much.",
    wrong=(
        "The mass itself is the force: every vehicle has a rolling resistance of a tenth of its weight, on any ground."
    ),
    right="A coefficient of the ground, 0.03 to 0.06 for tracks that are driven on firm ground, times the weight.",
    effect="A coasting tank loses {printed:.2f} m/s²; corrected, {corrected:.2f} m/s².",
    **TANKS,
)
def kilograms_are_added_to_newtons(model):
    braking = -acceleration(model, speed=3.0)
    return Finding(braking / GRAVITY > 0.08, braking)


@entry(
    line=1058,
    quote="else if(vehobj->scalvel > 0.0 && vehobj->scalacc != 0.0)",
    place="calc_drag_force",
    group="7. The size of friction",
    title="A slope takes nothing off it",
    plain="On a steep slope the ground holds a tank as well as on level ground.",
    wrong='Section III.B.2 has friction "dependent upon the normal force"; the program does not know the slope.',
    right="Times the cosine of the slope.",
    effect=(
        "On a slope of 60 % friction is {printed:.2f} times what it is on the flat; corrected, {corrected:.2f} times."
    ),
    **corrected("friction_law"),
)
def a_slope_takes_nothing_off_friction(model):
    flat, steep = (drive(model, speed=5.0, slope=slope)[-1].friction_force for slope in ((0.0, 0.0), (0.6, 0.0)))
    return Finding(not is_near(steep / flat, math.cos(math.atan(0.6))), steep / flat)


@entry(
    line=1056,
    quote="friction = SFRICITION + 1000.0 + (vehobj->mass);",
    place="calc_drag_force",
    group="7. The size of friction",
    title="Static friction pushes backward",
    plain="From rest the tank starts much faster backward than forward with the same force.",
    wrong="It has one sign, and its full size however small the push: in reverse it helps the engine.",
    right="Against the push, and no larger than it.",
    effect=(
        "From rest 100 kN backward accelerate {printed:.1f} times as much as 100 kN forward; corrected, "
        "{corrected:.1f} "
        "times."
    ),
    **TANKS,
)
def static_friction_pushes_backward(model):
    """The mirror image of a push has the mirror image of its effect."""
    forward, backward = (
        drive(model, dt=0.5, left=side * 50e3, right=side * 50e3, acceleration=0.1)[-1].speed for side in (1.0, -1.0)
    )
    return Finding(not is_near(forward, -backward), -backward / forward)


@entry(
    line=1051,
    quote="if(vehobj->scalvel == 0.0 && vehobj->scalacc == 0.0)",
    place="calc_drag_force",
    group="7. The size of friction",
    title="Parked nose down, it creeps up the hill",
    plain="A tank that is parked facing downhill creeps up the hill.",
    wrong=(
        "In the first frame there is no friction, and gravity sets scalacc. From the second on friction is its full "
        "size backward (line 1056), which is more than a gentle slope's pull; the dead band keeps the speed at zero, "
        "and the acceleration moves the vehicle (line 1572)."
    ),
    right="Static friction as large as what pulls, up to its limit.",
    effect=(
        "Parked nose down on 4 % a tank is {printed:.2f} m higher up after ten seconds; corrected, {corrected:.2f} m."
    ),
    **TANKS,
)
def parked_nose_down_it_creeps_up(model):
    """By its way against the slope; nothing but gravity acts on it, and that pulls down."""
    way = drive(model, steps=100, slope=(-0.04, 0.0))
    return Finding(way[-1].x < 0.0, -way[-1].x + 0.0)


# ------------------------------------------------------------ 8. inertia

BLOCK = 50e3, 7.9, 3.66, 2.4  # mass [kg], length, width, height [m]


def our_inertia(mass, length, width, height):
    """As ``calc_inertia``, by equation 2.12: a block has no products."""
    roll, yaw, pitch = equations.box_inertia(mass, length, width, height)
    moments = equations.Inertia(roll, yaw, pitch, 0.0, 0.0, 0.0)
    return moments, ((roll, 0.0, 0.0), (0.0, yaw, 0.0), (0.0, 0.0, pitch))


BLOCKS = {"printed": equations.calc_inertia, "corrected": our_inertia}


@entry(
    line=1119,
    quote="inertia[Y] = (vehobj->mass * (vehobj->width * vehobj->length)) / 12.0;",
    place="calc_inertia",
    group="8. Inertia",
    title="Two sides are multiplied, where their squares are added",
    plain="The tank turns more easily than its size allows.",
    wrong="In all three moments. Equation 2.12 has it right.",
    right="m (l² + w²) / 12.",
    effect="About the vertical 50 t, 7.9 by 3.66 m, have {printed:.0f} kg m²; rightly {corrected:.0f} kg m².",
    **BLOCKS,
)
def two_sides_are_multiplied(moments):
    """By cutting the block into 100 times 100 rods."""
    mass, length, width, _ = BLOCK
    middles = [(place + 0.5) / 100.0 - 0.5 for place in range(100)]
    exact = mass / 1e4 * sum((length * x) ** 2 + (width * z) ** 2 for x in middles for z in middles)
    yaw = moments(*BLOCK)[0].y
    return Finding(abs(yaw / exact - 1.0) > 1e-3, yaw)


@entry(
    line=1118,
    quote="inertia[X] = (vehobj->mass * (vehobj->length * vehobj->height)) / 12.0;",
    place="calc_inertia",
    group="8. Inertia",
    title="Roll and pitch are exchanged",
    plain="The tank's resistance to tipping over sideways and its resistance to tipping forward are exchanged.",
    wrong=(
        "x runs along the vehicle (equation 3.1), so the moment about it has no length in it; z runs across. The "
        "program has the length in inertia[X] and not in inertia[Z]."
    ),
    right="X from width and height, Z from length and height.",
    effect=(
        "The moment of roll is {printed:.1f} times that of pitch, for a block three times as long as high; rightly "
        "{corrected:.2f} times. (Neither moves anything: only inertia[Y] is used.)"
    ),
    **BLOCKS,
)
def roll_and_pitch_are_exchanged(moments):
    """About its long axis a long block turns most easily."""
    block = moments(*BLOCK)[0]
    return Finding(block.x > block.z, block.x / block.z)


@entry(
    line=1123,
    quote="inertia[XY] = (vehobj->mass * (vehobj->width * vehobj->height)) / 2.0;",
    place="calc_inertia",
    group="8. Inertia",
    title="A block has no products of inertia",
    plain="The table of the tank's resistance to turning is filled as if the tank were not a simple block.",
    wrong=(
        "They are set, though the products are zero in the text (line 335). With them the matrix is no inertia at "
        "all: about some axis it is negative."
    ),
    right="Zero, by symmetry.",
    effect=(
        "The determinant of the matrix, a product of three moments, is {printed:.2g} (kg m²)³; rightly {corrected:.2g}."
    ),
    **BLOCKS,
)
def a_block_has_no_products(moments):
    products, matrix = moments(*BLOCK)[0][3:], moments(*BLOCK)[1]
    return Finding(any(products), equations.determinant(matrix))


@entry(
    line=1133,
    quote="inertia_matrix[Y][Z] = inertia[YZ];",
    place="calc_inertia",
    group="8. Inertia",
    title="A minus is missing, and the matrix is not symmetric",
    plain="A sign is missing in the same table, so two numbers that must be equal are not.",
    wrong="`[Z][Y]` has the minus (line 1140).",
    right="-inertia[YZ].",
    effect="Two elements that should be equal differ by {printed:.0f} kg m²; corrected, by {corrected:.0f}.",
    **BLOCKS,
)
def the_matrix_is_not_symmetric(moments):
    matrix = moments(*BLOCK)[1]
    difference = max(abs(matrix[row][column] - matrix[column][row]) for row in range(3) for column in range(3))
    return Finding(difference > 0.0, difference)


# ------------------------------------------------------------ 9. turning by torque


@entry(
    line=1331,
    quote="rotation = (vehobj->net_torque / inertia[Y]);",
    place="calc_direction",
    group="9. Turning by torque",
    title="A torque is a rate, not a change of it",
    plain="A tank that is pushed round for twice as long does not turn faster.",
    wrong=(
        "Torque over inertia is an angular acceleration; here it is the angular velocity. The vehicle turns at its "
        "full rate at once, and stops turning at once."
    ),
    right="It changes the yaw rate, and the ground's resistance changes it, too.",
    effect=(
        "Two seconds with 150 kN forward on the right and backward on the left turn it {printed:.2f} times as fast as "
        "one; corrected, {corrected:.2f} times."
    ),
    **TANKS,
)
def a_torque_is_a_rate(model):
    """Constant moments, a rate that grows in proportion to the time."""
    way = drive(model, steps=20, left=-150e3, right=150e3)
    ratio = way[20].yaw_rate / way[10].yaw_rate
    return Finding(not is_near(ratio, 2.0, 0.05), ratio)


@entry(
    line=1256,
    quote="vehobj->torque = vehobj->lforce - vehobj->rforce;",
    place="sum_angular_forces",
    group="9. Turning by torque",
    title="The torque has no lever",
    plain="A wider tank turns more slowly in the program, although its tracks have the longer lever.",
    wrong=(
        "A difference of forces is called a torque: the distance between the tracks is missing. The factors 0.6 and "
        "0.8 of calc_torque stand where it should be."
    ),
    right="Half the gauge times the difference.",
    effect=(
        "A vehicle a fifth wider turns at {printed:.2f} times the rate, by the same forces; corrected, at "
        "{corrected:.2f} "
        "times."
    ),
    printed="park1992/tracked",
    corrected="friction-circle/tracked:turning_friction=0",
)
def the_torque_has_no_lever(model):
    """A wider one has a longer lever; a long block's inertia grows by less than that."""
    usual = model.module.Params()
    rates = []
    for factor in (1.0, 1.2):
        wider = {name: factor * getattr(usual, name, 0.0) for name in ("width", "track_gauge")}
        rates.append(drive(model, steps=10, left=-160e3, right=160e3, params=wider)[-1].yaw_rate)
    return Finding(rates[1] < rates[0], rates[1] / rates[0])


@entry(
    line=1204,
    quote="vehobj->net_torque = vehobj->torque * 0.6;",
    place="calc_torque",
    group="9. Turning by torque",
    title="Nothing holds against a turn",
    plain="The smallest difference between the tracks turns a standing tank, as if the ground were ice.",
    wrong=(
        "Tracks scrub sideways when a vehicle turns. Here the smallest difference of forces turns it, and at rest by "
        "less than when it moves."
    ),
    right="The ground resists with up to a quarter of friction times weight times track length.",
    effect=(
        "10 N forward on one track and backward on the other turn a tank by {printed:.2f} degrees in ten minutes; "
        "corrected, by {corrected:.2f}."
    ),
    **TANKS,
)
def nothing_holds_against_a_turn(model):
    degrees = math.degrees(drive(model, left=-10.0, right=10.0)[-1].yaw) / 0.1 * 600.0
    return Finding(degrees > 0.0, degrees)


def torque_by_the_comment(left, right, half_gauge):
    """Left minus right, with the lever that it lacks."""
    return half_gauge * (left - right)


def torque_by_the_right_hand(left, right, half_gauge):
    """About y, up, with x forward and z to the right: the second component of place times force."""
    return sum(
        float(np.cross((0.0, 0.0, z), (force, 0.0, 0.0))[1]) for z, force in ((-half_gauge, left), (half_gauge, right))
    )


@entry(
    line=1255,
    quote="compute the angular force to the vehicle by the right hand rule",
    place="sum_angular_forces",
    group="9. Turning by torque",
    title="It is the left hand's rule",
    plain="The program counts turns in the opposite direction to the text.",
    wrong=(
        "x is forward, y up, z to the right. By the right hand a force on the left track turns x away from z, to the "
        "left about y; it turns the vehicle to the right. The program's sign fits its direction, which grows from x "
        "toward z: by the left hand. Equations 2.14 to 2.16 hold for the right."
    ),
    right="Right minus left for equation 2.15; left minus right for the direction.",
    effect=(
        "100 kN on the left track, 1.4 m from the middle, are {printed:+.0f} kN m for the program; about the y of "
        "equation 2.15 they are {corrected:+.0f} kN m."
    ),
    printed=torque_by_the_comment,
    corrected=torque_by_the_right_hand,
)
def it_is_the_left_hands_rule(torque):
    """(0, 0, -1.4) x (100, 0, 0) has y = -140."""
    moment = torque(100.0, 0.0, 1.4)
    return Finding(not is_near(moment, -140.0), moment)


# ------------------------------------------------------------ 10. turning on wheels


@entry(
    line=1350,
    quote="rotation = fatan(0.5 * tangle);",
    place="calc_direction",
    group="10. Turning on wheels",
    title="It turns as fast at any speed",
    plain="A fast truck turns as fast as a slow one with the same steering.",
    wrong="An angle, that between the vehicle and the way of its middle, is taken for a rate.",
    right="v cos β tan α / 2d, with β that angle.",
    effect="At 6 m/s it turns {printed:.1f} times as fast as at 3 m/s; corrected, {corrected:.1f} times.",
    **TRUCKS,
)
def it_turns_as_fast_at_any_speed(model):
    """The path has one radius."""
    yaws = [drive(model, dt=1e-3, speed=speed, steer=0.2)[-1].yaw for speed in (3.0, 6.0)]
    return Finding(not is_near(yaws[1] / yaws[0], 2.0, 1e-3), yaws[1] / yaws[0])


@entry(
    line=1349,
    quote="tangle = ftan(vehobj->wheel_angle);",
    place="calc_direction",
    group="10. Turning on wheels",
    title="A long truck turns as fast as a short one",
    plain="The length of a truck makes no difference to how fast it turns.",
    wrong="The distance of the axles is not in it, though equation 3.2 has it.",
    right="Divided by the wheelbase.",
    effect="With half the wheelbase it turns {printed:.1f} times as fast; corrected, {corrected:.1f} times.",
    **TRUCKS,
)
def a_long_truck_turns_as_fast(model):
    yaws = [drive(model, dt=1e-3, speed=3.0, steer=0.2, params={"wheelbase": base})[-1].yaw for base in (4.0, 2.0)]
    return Finding(not is_near(yaws[1] / yaws[0], 2.0, 1e-3), yaws[1] / yaws[0])


@entry(
    line=1361,
    quote="if(vehobj->scalvel != 0.0)",
    place="calc_direction",
    group="10. Turning on wheels",
    title="In reverse it turns the same way",
    plain="In reverse a truck turns to the same side as forward.",
    wrong="Only whether there is a speed is asked, not its sign.",
    right="In reverse with the wheels to the left the nose goes to the right.",
    effect=(
        "At -3 m/s, wheels 0.2 rad to the left, it turns at {printed:+.3f} rad/s; corrected, at "
        "{corrected:+.3f}. (Left is "
        "positive.)"
    ),
    **TRUCKS,
)
def in_reverse_it_turns_the_same_way(model):
    rate = drive(model, dt=1e-3, speed=-3.0, steer=0.2)[-1].yaw / 1e-3
    return Finding(rate > 0.0, rate)


# ------------------------------------------------------------ 18. angles in degrees


@entry(
    line=953,
    quote="if (vehobj->pitch < 0.0) vehobj->pitch += 360.0;",
    place="angle_momentum",
    group="18. Angles in degrees",
    title="The smallest slope downward is 360 degrees, for which there is no case",
    plain="A tiny slope downhill becomes a full turn, for which there is no rule.",
    wrong=(
        "In 32 bits a negative angle below 1.5e-5 degrees plus 360 rounds to 360, and calc_gforce asks for 0, for more "
        "than 0 and less than 90, or for more than 270 and less than 360: its force is computed from a variable that "
        "nothing has set."
    ),
    right="Keep the angle as it is, in radians, and show it as you like.",
    effect=("A slope of 0.2 mm in a kilometre down is kept as {printed:.0f} degrees; corrected, as {corrected:.5f}."),
    printed=attitude.displayed,
    corrected=math.degrees,
)
def the_smallest_slope_has_no_case(displayed):
    """In the 32 bits of the program's floats; an angle that kept its sign would have a case below zero."""
    degrees = float(np.float32(displayed(-2e-7)))
    has_case = -90.0 < degrees < 90.0 or 270.0 < degrees < 360.0
    return Finding(not has_case, degrees)


@entry(
    line=957,
    quote="if (vehobj->roll < 0.0) vehobj->roll += 360.0;",
    place="angle_momentum",
    group="18. Angles in degrees",
    title="A level vehicle rolls by 360 degrees",
    plain="A tank that rocks a little from side to side is turned over once in the drawing.",
    wrong="Around zero the angle jumps between 0 and 360: no difference, mean or filter of it is any use.",
    right="Negative angles are good angles.",
    effect=(
        "From 0.1 degrees to one side to 0.1 to the other it changes by {printed:.1f} degrees; corrected, by "
        "{corrected:.1f}."
    ),
    printed=attitude.displayed,
    corrected=math.degrees,
)
def a_level_vehicle_rolls_by_a_turn(displayed):
    change = abs(displayed(math.radians(-0.1)) - displayed(math.radians(0.1)))
    return Finding(not is_near(change, 0.2), change)


# ------------------------------------------------------------ 19. slopes


@entry(
    line=934,
    quote="fp[X] = vehobj->pos[X] + fcos(vehobj->direction) * 2.0;",
    place="angle_momentum",
    group="19. Slopes",
    title="It looks at the ground on one side only",
    plain="On the top of a ridge the tank points its nose down, because it looks at the ground on one side only.",
    wrong=(
        "Pitch and roll come from a point 2 m ahead and one 2 m to the right, whatever the size of the vehicle; what "
        "is behind and to the left does not count."
    ),
    right="The slope under the vehicle.",
    effect=(
        "Across the top of a ridge of ±20 % its nose is {printed:.1f} degrees down, facing either side; corrected, "
        "{corrected:.1f} degrees. Along the top it leans by as much to the right, facing either end."
    ),
    **TANKS,
)
def it_looks_at_one_side_only(model):
    """Turned about on the same spot, a vehicle's pitch and roll change their sign. The ridge runs north."""
    module = model.module

    def attitude_facing(yaw):
        heights = {"height_ahead": -0.2 * abs(2.0 * math.cos(yaw)), "height_right": -0.2 * abs(2.0 * math.sin(yaw))}
        ridge = filled(module.Ground, heights)  # the top itself is level
        after = module.step(module.State()._replace(yaw=yaw), module.Control(), module.Params(), 0.1, ridge)
        return after.pitch, after.roll

    east, north, west, south = (attitude_facing(0.5 * math.pi * quarter) for quarter in range(4))
    keeps_sign = [not is_near(one, -other) for one, other in zip(east + north, west + south, strict=True)]
    assert keeps_sign in ([True, False, False, True], [False] * 4)  # pitch across the ridge, roll along it
    assert is_near(north[1], east[0])
    return Finding(any(keeps_sign), math.degrees(east[0]) + 0.0)


@entry(
    line=1574,
    quote="tvehpos.pos[Y] = gnd_level(tvehpos.pos[X],tvehpos.pos[Z]);",
    place="new_position",
    group="19. Slopes",
    title="Its speed is that of its shadow",
    plain="On a steep slope the tank is faster than its speed says.",
    wrong=(
        "The speed moves it on the map, and the ground lifts it: up or down a slope it is faster than its speed says."
    ),
    right="The speed is along the slope.",
    effect=(
        "On a slope of 60 % at 10 m/s it moves at {printed:.2f} m/s along the ground; corrected, at "
        "{corrected:.2f} m/s."
    ),
    **TANKS,
)
def its_speed_is_that_of_its_shadow(model):
    before, after = drive(model, dt=1e-5, speed=10.0, slope=(0.6, 0.0))
    along = (after.x - before.x) * math.hypot(1.0, 0.6) / 1e-5
    return Finding(not is_near(along, 10.0, 1e-3), along)


@entry(
    line=462,
    quote="As soon as the tilt exceeds that limit, the vehicle starts to slide.",
    place="section III.B.2",
    group="19. Slopes",
    title="Nothing slides sideways",
    plain="A tank never slides sideways, not even across a slope as steep as a roof.",
    wrong="The stick angle is described and not coded: the roll is computed, shown, and has no effect.",
    right="Beyond the friction of the ground a vehicle slides down.",
    effect="Across a slope of 100 % it slides {printed:.1f} m in two seconds; corrected, {corrected:.1f} m.",
    **TANKS,
)
def nothing_slides_sideways(model):
    """Steeper than any friction here."""
    way = drive(model, steps=20, slope=(0.0, 1.0))
    return Finding(way[-1].y == 0.0, -way[-1].y + 0.0)


@entry(
    line=462,
    quote="an object will sit motionless on that surface",
    place="section III.B.2",
    group="19. Slopes",
    title="Nothing holds on a slope",
    plain="A parked tank slides down the hill.",
    wrong=(
        "At rest without acceleration friction is zero (line 1053), and gravity is not. Once that has set an "
        "acceleration, static friction acts backward, nose up down the hill: below the dead band the vehicle creeps, "
        "beyond it, it rolls."
    ),
    right="Static friction holds it up to the stick angle.",
    effect=(
        "Parked nose up on 4 % a tank is {printed:.2f} m farther down after ten seconds; corrected, {corrected:.2f} m."
    ),
    **TANKS,
)
def nothing_holds_on_a_slope(model):
    way = drive(model, steps=100, slope=(0.04, 0.0))
    return Finding(way[-1].x != 0.0, -way[-1].x + 0.0)


# ------------------------------------------------------------ 20. out of date by a frame


@entry(
    line=1306,
    quote="vehobj->vel[X] = vehobj->scalvel * fcos(vehobj->direction);",
    place="calc_velocity",
    group="20. Out of date by a frame",
    title="It moves where it pointed before it turned",
    plain="In a bend the tank drives in the direction in which it pointed a moment before.",
    wrong=(
        "The velocity is taken along the direction before calc_direction changes it: half a turn of a frame too far "
        "outside."
    ),
    right="Along the mean of both.",
    effect=(
        "At 5 m/s, turning, it moves {printed:.2f} turns of a frame off its mean direction; corrected, {corrected:.2f}."
    ),
    **TANKS,
)
def it_moves_where_it_pointed_before(model):
    """Once the turn is under way, so that the rate hardly changes within a frame."""
    way = drive(model, steps=20, dt=0.05, speed=5.0, left=-100e3, right=200e3)
    before, after = way[-2:]
    turn = after.yaw - before.yaw
    direction = math.atan2(after.y - before.y, after.x - before.x)
    off = abs(direction - before.yaw - 0.5 * turn) / abs(turn)
    return Finding(off > 0.25, round(off, 6))


@entry(
    line=1494,
    quote="tvehpos.scalvel = tvehpos.cruise_speed;",
    place="integration",
    group="20. Out of date by a frame",
    title="On cruise control the last acceleration still moves it",
    plain="On cruise control the tank is faster than the speed that was set.",
    wrong=(
        "calc_acceleration is not called, so acc keeps what it was before the cruise control was switched on, and "
        "new_position adds it. So in behaviour mode (line 1527)."
    ),
    right="A constant speed has no acceleration.",
    effect=(
        "Cruising at 5 m/s, switched on in an acceleration of 2 m/s², it moves at {printed:.2f} m/s at ten frames a "
        "second; corrected, at {corrected:.2f} m/s."
    ),
    **TANKS,
)
def on_cruise_control_the_acceleration_remains(model):
    way = drive(model, steps=10, speed=5.0, cruise=1.0, cruise_speed=5.0, acceleration=2.0, acceleration_x=2.0)
    speed = way[-1].x
    return Finding(not is_near(speed, 5.0), speed)


# ------------------------------------------------------------ 21. air, 22. the engine at rest, 23. the last clamp


@entry(
    line=1031,
    quote="air_resist = vehobj->scalvel * vehobj->scalvel * 10;",
    place="calc_drag_force",
    group="21. Air",
    title="Every vehicle has the air drag of a barn",
    plain="Every vehicle has the air resistance of a barn.",
    wrong="10 v² newtons for every vehicle: twice a tank's, 25 times a car's.",
    right="Half the air's density times drag coefficient times area, of this vehicle.",
    effect="The drag coefficient times area of the tank is {printed:.1f} m²; corrected, {corrected:.1f} m².",
    **corrected("air_drag_law"),
)
def every_vehicle_has_the_drag_of_a_barn(model):
    """No more than a flat plate (coefficient 1.2) as wide as the tank and 2.4 m high has."""
    drag = drive(model, speed=10.0)[-1].air_drag
    drag_area = drag / (0.5 * 1.225 * 100.0)
    return Finding(drag_area > 1.2 * 3.66 * 2.4, drag_area)


@entry(
    line=1079,
    quote="if(vehobj->scalvel > 0.0)",
    place="calc_engine_force",
    group="22. The engine at rest",
    title="At rest the engine has no limit",
    plain="At rest the engine pulls harder than its limit allows.",
    wrong=(
        "The limits are for a positive speed and for a negative one. At zero the surge is whatever the driver asks "
        "for, and only the sum of all forces has a limit, MAXFORCE (line 1241)."
    ),
    right="MAXPOWER at any speed.",
    effect=(
        "From rest, asked for 2000 kN, with a MAXPOWER of 200 kN and a MAXFORCE of 500 kN, it accelerates as by "
        "{printed:.0f} kN; corrected, by {corrected:.0f} kN."
    ),
    **corrected("standing_power_unlimited"),
)
def at_rest_the_engine_has_no_limit(model):
    """Nothing else acts: the ground is level, and without acceleration there is no friction."""
    params = model.module.Params()
    force = acceleration(model, left=1e6, right=1e6) * params.mass
    return Finding(force > params.max_drive_force * (1.0 + 1e-9), force / 1e3)


@entry(
    line=1081,
    quote="if(vehobj->surge_force >= MAXPOWER)",
    place="calc_engine_force",
    group="22. The engine at rest",
    title="A force is called a power, and so has none",
    plain="A force is called a power, so at high speed the engine gives several times the power that it has.",
    wrong="The engine's force has one limit at all speeds, so its power grows with the speed.",
    right="The smaller of what the tracks grip and engine power over speed.",
    effect=(
        "At 18 m/s, asked for 400 kN, the tracks do {printed:.1f} MW; corrected, {corrected:.1f} MW. The engine "
        "of the tank "
        "has 1.1 MW."
    ),
    **TANKS,
)
def a_force_is_called_a_power(model):
    """The engine: 1500 hp."""
    power = 18.0 * drive(model, dt=0.01, speed=18.0, left=200e3, right=200e3)[-1].surge_force
    return Finding(power > 1500.0 * 745.7, power / 1e6)


@entry(
    line=1241,
    quote="if(tvehpos.force > MAXFORCE) tvehpos.force = MAXFORCE;",
    place="sum_linear_forces",
    group="23. The last clamp",
    title="The limit of the engine cuts gravity",
    plain="A heavy vehicle rolls down a hill too slowly, because a limit that is meant for the engine cuts gravity.",
    wrong="The sum of all forces is limited, gravity included: heavy vehicles fall more slowly.",
    right="Limit what the engine and the brakes do.",
    effect=(
        "200 t roll back from rest on a slope of 60 % with {printed:.1f} m/s²; corrected, with {corrected:.1f} m/s²."
    ),
    **corrected("clamp_cuts_gravity"),
)
def the_last_clamp_cuts_gravity(model):
    """Nothing else acts on it there: as printed there is no friction at rest."""
    rolling = -acceleration(model, dt=0.5, slope=(0.6, 0.0), params={"mass": 200e3})
    return Finding(not is_near(rolling, GRAVITY * math.sin(math.atan(0.6))), rolling)


# ------------------------------------------------------------ 24. autocruise and behaviour


@entry(
    line=1492,
    quote="cruise_on(&tvehpos);",
    place="integration",
    group="24. Autocruise and behaviour",
    title="Autocruise climbs anything",
    plain="On cruise control the tank climbs any hill without slowing down.",
    wrong=(
        "The speed is set to cruise_speed whatever the forces are: they are summed, limited, and not used. So in "
        "behaviour mode, where a vehicle has its full speed in the first frame (line 1527)."
    ),
    right="Autocruise asks for a force; the engine gives what it can.",
    effect=(
        "After two seconds up a slope of 60 % at 10 m/s, which takes 2.9 MW and friction, the speed is "
        "{printed:.1f} m/s; with the tank's engine, {corrected:.1f} m/s."
    ),
    **TANKS,
)
def autocruise_climbs_anything(model):
    """57 t times g sin(31 degrees) times 10 m/s is 2.9 MW without friction, the engine has 1.1."""
    speed = drive(model, steps=20, speed=10.0, cruise=1.0, cruise_speed=10.0, slope=(0.6, 0.0))[-1].speed
    return Finding(is_near(speed, 10.0), speed)
