"""Defects of document 003, Park's thesis: its equations and references; ``document_003_motion`` has appendix B,
``document_003_behaviour`` appendix C and chapter IV."""

import math
from functools import partial

import document_003_behaviour
import document_003_motion
import equations_1992 as equations
from defects import Finding, defect, is_near, noted

__all__ = ["document_003_behaviour", "document_003_motion"]

entry = partial(defect, document=3, group="Misprinted equations")
note = partial(noted, document=3, group="References and units")


# ------------------------------------------------------------ equations


def centre_by_velocities(places, velocities, masses):
    """Equation 2.1 with its dots: what it says of the position."""
    return sum(m * v for m, v in zip(masses, velocities, strict=True)) / sum(masses)


def centre_by_places(places, velocities, masses):
    """The definition of the mass centre."""
    return sum(m * x for m, x in zip(masses, places, strict=True)) / sum(masses)


@entry(
    line=256,
    quote=r"m\dot{\vec{r}} = \Sigma m_i \dot{r}_i",
    place="equation 2.1",
    title="The mass centre is located by velocities",
    plain="A printed formula uses speeds where it needs places, so a body at rest has its centre in the wrong place.",
    wrong=(
        'The sentence above locates the mass centre by r, "from the definition of the mass center"; the equation has '
        "dots: it is the derivative of that definition. (m there is M in the line below.)"
    ),
    right="M r = Σ m_i r_i.",
    effect=(
        "Of 1 kg at 2 m and 3 kg at 6 m that stand still the equation gives {printed:.0f} m; the mass centre is at "
        "{corrected:.0f} m."
    ),
    printed=centre_by_velocities,
    corrected=centre_by_places,
)
def the_mass_centre_is_located_by_velocities(centre):
    """(1 * 2 + 3 * 6) / 4 = 5, moving or not."""
    place = centre((2.0, 6.0), (0.0, 0.0), (1.0, 3.0))
    return Finding(not is_near(place, 5.0), place)


def sum_over_places(in_the_body, centre):
    """Equation 2.3 with its r_i(t), the places in the world; masses of 1 and 3 kg."""
    return centre_by_places([centre + place for place in in_the_body], (0.0, 0.0), (1.0, 3.0))


def sum_over_places_in_the_body(in_the_body, centre):
    """The same with r_oi."""
    return centre_by_places(in_the_body, (0.0, 0.0), (1.0, 3.0))


@entry(
    line=268,
    quote=r"\frac{\Sigma m_i r_i(t)}{M} = \vec{0}",
    place="equation 2.3",
    title="The world's places stand for those in the body",
    plain="The formula measures places from the corner of the map instead of from the middle of the body.",
    wrong="r_i(t) are the places in the world, whose mean is c(t) by equation 2.4: the two contradict each other.",
    right="Σ m_i r_oi / M = 0, as the line below it has it.",
    effect="For a body whose centre is 100 m from the origin the sum is {printed:.0f} m; rightly {corrected:.0f} m.",
    printed=sum_over_places,
    corrected=sum_over_places_in_the_body,
)
def the_places_are_those_in_the_world(mean):
    """1 kg 3 m behind the centre, 3 kg 1 m before it."""
    place = mean((-3.0, 1.0), 100.0)
    return Finding(not is_near(place, 0.0), place)


def momentum_as_printed(arm, velocity, mass):
    """Equation 2.8 knows no velocity."""
    return equations.published_angular_momentum(arm, mass)


@entry(
    line=298,
    quote=r"l_i(t) = (r_i(t) - c(t)) \times m_i(r_i(t) - c(t))",
    place="equations 2.8 and 2.9",
    title="The angular momentum of everything is zero",
    plain="A spinning body has no spin in the printed formula.",
    wrong="A vector is multiplied by itself: the velocity is missing, here and in the sum of equation 2.9.",
    right="(r - c) × m (dr/dt - dc/dt), as the sentence below says: displacement times momentum.",
    effect=(
        "A kilogram that goes round at 2 m/s, 3 m from the centre, has {printed:.0f} instead of {corrected:.0f} "
        "kg m²/s."
    ),
    printed=momentum_as_printed,
    corrected=equations.angular_momentum,
)
def the_angular_momentum_is_zero(momentum):
    """Arm times speed times mass."""
    about_the_vertical = momentum((3.0, 0.0, 0.0), (0.0, 2.0, 0.0), 1.0)[2]
    return Finding(not is_near(about_the_vertical, 6.0), about_the_vertical)


def orientation_as_printed(orientation, rate, acceleration, dt):
    """Equation 2.18 knows no angular acceleration."""
    return equations.published_orientation_after(orientation, rate, dt)


@entry(
    line=353,
    quote=r"+ 0.5 \omega_t \Delta t^2 \quad (\text{Eq. 2.18})",
    place="equation 2.18",
    title="The angular velocity counts one and a half times",
    plain="A vehicle that turns steadily turns one and a half times too far.",
    wrong="ω Δt + 0.5 ω Δt²: the dot of the angular acceleration is missing. A radian and a radian second are added.",
    right="ω Δt + 0.5 dω/dt Δt², as equation 2.19 has it for the position.",
    effect=(
        "At a steady 0.2 rad/s a vehicle has turned by {printed:.1f} rad after a second; rightly by "
        "{corrected:.1f} rad."
    ),
    printed=orientation_as_printed,
    corrected=equations.orientation_after,
)
def the_angular_velocity_counts_one_and_a_half_times(orientation_after):
    angle = orientation_after(0.0, 0.2, 0.0, 1.0)
    return Finding(not is_near(angle, 0.2), angle)


def turning_by_the_text(left, right):
    """Line 395: "the sum of two internal forces"."""
    return left + right


def turning_by_the_program(left, right):
    """Line 1256, to the right."""
    return left - right


@entry(
    line=395,
    quote="Rotational velocity is merely calculated by the sum of two internal forces",
    place="section III.A.1",
    title="Two equal forces would turn a tracked vehicle",
    plain="A tank turns when both tracks push equally, although it should drive straight ahead.",
    wrong="The text takes the sum of the track forces for the torque, and that for a rotational velocity.",
    right="Their difference, as the program has it, times half the gauge; and a torque changes a velocity.",
    effect="With 1 N on each track the vehicle is turned by {printed:.0f} N; it should be {corrected:.0f} N.",
    printed=turning_by_the_text,
    corrected=turning_by_the_program,
)
def two_equal_forces_turn_it(turning):
    return Finding(turning(1.0, 1.0) != 0.0, turning(1.0, 1.0))


def advance_as_printed(angle, distance, half_wheelbase):
    """Equation 3.5, given the advance that it asks for on its right side."""
    right = equations.rear_advance(angle, distance, half_wheelbase)
    return equations.published_rear_advance(angle, distance, half_wheelbase, right)


@entry(
    line=431,
    quote=r"\alpha = -\Delta s \cos\theta_i + \sqrt{d^2 - \Delta s^2} a \sin\theta_i",
    place="equation 3.5",
    title="The steering angle is a distance, and the root ends too early",
    plain="The formula for the new direction mixes up an angle and a distance, and gives an arrow of the wrong length.",
    wrong=(
        "What is computed is a, how far the new rear axle is behind the old mass centre, not the steering angle α; "
        "and a stands on the right side, too."
    ),
    right="a = -Δs cos θ + √(d² - Δs² sin² θ), which is what |p'| = 1 gives.",
    effect=(
        "With θ = 0.1, Δs = 0.5 m, d = 1.65 m the vehicle's new axis has the length {printed:.2f}; rightly "
        "{corrected:.2f}."
    ),
    printed=advance_as_printed,
    corrected=equations.rear_advance,
)
def the_new_orientation_is_no_unit_vector(advance):
    length = math.hypot(*equations.next_orientation(0.1, 0.5, 1.65, advance(0.1, 0.5, 1.65)))
    return Finding(not is_near(length, 1.0), length)


@entry(
    line=435,
    quote=r"\theta_{i+1} = \text{acos}(p_{i+1} \cdot t_{i+1})",
    place="equation 3.6",
    title="An arc cosine has no sign",
    plain="A car that steers to one side is calculated as steering to the other.",
    wrong="Whether the path lies to the left or to the right of the vehicle is lost: every θ is positive after a step.",
    right="The arc tangent of both components.",
    effect="From θ = -0.3 rad, Δs = 0.2 m, d = 1.65 m comes {printed:+.3f} rad; rightly {corrected:+.3f} rad.",
    printed=equations.published_next_angle,
    corrected=equations.next_angle,
)
def an_arc_cosine_has_no_sign(next_angle):
    """Along a straight path the mirror image of a vehicle moves as its mirror image."""
    angle = next_angle(-0.3, 0.2, 1.65)
    return Finding(not is_near(angle, -next_angle(0.3, 0.2, 1.65)), angle)


@entry(
    line=496,
    quote=r"F_{grv} = -\hat{n} \cdot f_{grv} = mg \cos\theta",
    place="equation 3.15",
    title="What presses on the slope is called what pulls down it",
    plain="In the printed formula a tank on level ground is pulled along by its whole weight.",
    wrong=(
        "The next sentence compares it with friction to see whether the vehicle slides. On level ground it would be "
        "largest."
    ),
    right="m g sin θ, which the program has (line 980).",
    effect="On level ground 50 t would be pulled along by {printed:.1f} kN; rightly by {corrected:.1f} kN.",
    printed=equations.normal_force,
    corrected=equations.sliding_force,
)
def level_ground_pulls(force):
    along = force(50e3, 9.81, 0.0) / 1e3
    return Finding(along != 0.0, along)


def gravity_torque_as_printed(place):
    """Equation 3.16 about the vertical plane's normal: c × f for 50 t whose centre of mass is ``place`` [m] east."""
    return -place * 9.81 * 50e3


def gravity_torque(place):
    """About the centre of mass gravity has no arm."""
    return 0.0 * place


@entry(
    line=502,
    quote=r"\tau_{grv} = c \times f_{grv}",
    place="equation 3.16",
    title="Gravity turns a vehicle about its own centre of mass",
    plain="A vehicle begins to turn when the corner of the map is put elsewhere.",
    wrong="c is the place of the centre of mass in the world, so the torque depends on where the map begins.",
    right="About the centre of mass gravity has none. What pitches and rolls a vehicle are the forces of the ground.",
    effect=(
        "A vehicle of 50 t gets {printed:.0f} N m more when the map's origin is moved by a metre; rightly "
        "{corrected:.0f}."
    ),
    printed=gravity_torque_as_printed,
    corrected=gravity_torque,
)
def gravity_depends_on_the_origin(torque):
    more = abs(torque(101.0) - torque(100.0))
    return Finding(more > 1e-9, more)


def upward_force_as_printed(mass):
    """Equation 3.9 along the upward direction, for a vehicle at rest on level ground [N]."""
    return -mass * 9.81


def upward_force(mass):
    """With the ground's normal force."""
    return mass * 9.81 - mass * 9.81


@entry(
    line=472,
    quote="The reaction force in the",
    place="equation 3.9",
    title="Nothing carries the vehicle",
    plain="In the printed formula a tank at rest falls through the ground.",
    wrong=(
        'The normal force is "neglected", and with it the third projection, on r: gravity has nothing against it. '
        'Friction, "dependent upon the normal force" (line 460), then depends on nothing.'
    ),
    right="R r on the left side; its projection, R = m g k_r + m κ n_r v², is what the tyres' friction is limited by.",
    effect=(
        "On 50 t at rest on level ground {printed:.0f} kN are left over; with the normal force {corrected:.0f} kN."
    ),
    printed=upward_force_as_printed,
    corrected=upward_force,
)
def nothing_carries_the_vehicle(force):
    """Check that a standing vehicle is in balance."""
    upward = force(50e3) / 1e3
    return Finding(not is_near(upward, 0.0), upward)


noted(
    document=3,
    group="Misprinted equations",
    line=262,
    quote=r"\frac{\Sigma m_i r_i(t)}{\Sigma m_i} = \frac{\Sigma m_i r_i(t)}{M}",
    place="equation 2.2",
    title="What is computed is not named",
    plain="A formula gives a number, and the text does not say what the number is.",
    wrong="Both sides are the weighted sum that the sentence above announces; the place that it gives is missing.",
    right="c(t) = Σ m_i r_i(t) / M, as equation 2.4 ends.",
    effect="None.",
)
noted(
    document=3,
    group="Misprinted equations",
    line=315,
    quote=r"\rho(x, y, z) (xy) dx dy dz =",
    place="equation 2.11",
    title="The density is lost on the way",
    plain="A letter for the density is missing in the next line of the calculation.",
    wrong="The first integral has ρ, the second has not: a product of inertia would be m^5, not kg m².",
    right="ρ before the second integral, as it is the same everywhere.",
    effect="None: the integral is zero.",
)
noted(
    document=3,
    group="Misprinted equations",
    line=454,
    quote="The force $f_t$ is the internal force of the vehicle.",
    place="equations 3.7 to 3.10",
    title="f_t is the engine's force, and the ground's",
    plain="One letter means two different forces.",
    wrong=(
        "In equation 3.7 it is what engine and brakes give, in line 395 the sum of the tracks, from 3.8 on the part of "
        "the friction along the path."
    ),
    right="Two letters. They are equal only while nothing slips and nothing else acts between vehicle and ground.",
    effect="None: the program has surge_force and friction.",
)
noted(
    document=3,
    group="Misprinted equations",
    line=317,
    quote="Thus for the symmetrical block with width",
    place="equations 2.10 and 2.12",
    title="a and c change places",
    plain="Two letters are exchanged between a formula and the sentence that explains it.",
    wrong=(
        "For 2.10 the block is c in x and a in z (line 309), for 2.12 a in x and c in z. Besides, a is the "
        "acceleration and c the mass centre in the same chapter."
    ),
    right="One set of letters: length, height, width.",
    effect="None as long as each is read with its own sentence; mixed, the moment about z gets the length of x.",
)
noted(
    document=3,
    group="Misprinted equations",
    line=470,
    quote="f_t t + f_q q - mgk = mknv^2 + mta^2",
    place="equation 3.9",
    title="k is a curvature and a direction, and a has a square",
    plain="One letter means two different things, and another has an exponent that does not belong there.",
    wrong="On the left k is the upward direction, on the right the curvature of the path; the acceleration is squared.",
    right="Two letters, and m t a, as equation 3.10 has it.",
    effect="None: the program does not use it.",
)
noted(
    document=3,
    group="Misprinted equations",
    line=532,
    quote="d = d_{minimum} + d_{speed}",
    place="equation 4.1",
    title="A speed is added to a distance",
    plain="The formula adds a speed to a distance, which only works by luck of the chosen units.",
    wrong="d_speed is the speed in metres a second.",
    right="The speed times a second.",
    effect="None in SI units; in any other the range changes. (Figure 5.7 takes km/h.)",
)

# ------------------------------------------------------------ references and units

note(
    line=349,
    quote="The Euler method uses six equations",
    place="section II.C.2",
    title="Six equations are five",
    plain="The text counts six equations where it prints five.",
    wrong="Equation 2.13 has two, 2.14 to 2.16 three. The one for y is missing: the ground gives the height.",
    right="Five.",
    effect="None.",
)
note(
    line=881,
    quote="## IV. CONCLUSIONS AND FURTHER WORK",
    place="the heading",
    title="Chapter VI is headed IV",
    plain="A chapter has the number of another one.",
    wrong="Chapter IV is Behavioral Control; the table of contents (line 135) and the outline (line 211) have VI.",
    right="VI.",
    effect="None.",
)
note(
    line=843,
    quote="Function details are attached in Appendix B",
    place="section V.D",
    title="Appendix B is meant to be C",
    plain="A sentence points to the wrong appendix.",
    wrong="Appendix B has the dynamics. Detection and avoidance are in appendix C.",
    right="Appendix C; and `behavior_motion` itself is in neither.",
    effect="None.",
)
note(
    line=714,
    quote="we use improved Newton-Euler equations defined in Chapter II",
    place="section V.C.2",
    title="Chapter II improves nothing",
    plain="The text promises an improvement in a chapter that contains none.",
    wrong=(
        "It has the Newton-Euler equations, and Euler's method with half the acceleration added to the position. (And "
        'a speed is constant "unless users do not change" it: as long as they do not.)'
    ),
    right="Equations 2.13 to 2.19.",
    effect="None.",
)
note(
    line=700,
    quote="rolling moment",
    place="Figure 5.2",
    title="Angles are called moments, forces powers",
    plain="Angles are called moments and forces are called powers, so a reader calculates the wrong thing.",
    wrong=(
        "roll and pitch hold degrees (lines 952 and 956). max_power and min_power are compared with forces (line "
        '1081), and min_power, "maximum brake power", limits the engine backward; the brakes have MINBREAK.'
    ),
    right="Roll and pitch angle; maximum drive force forward and backward.",
    effect="What a force for a power does is under 22.",
)
note(
    line=617,
    quote="Algorithm For Orientation And Desired Path",
    place="Figure 4.3",
    title="A figure has two titles",
    plain="One drawing has two different titles.",
    wrong='In the list of figures (line 152) it is "Algorithm For Avoidance Direction".',
    right="One of them.",
    effect="None.",
)
note(
    line=917,
    quote='#include "vehsim.h"',
    place="appendix B",
    title="Headers and six functions are missing",
    plain="Parts of the program are missing, so some of its numbers cannot be known.",
    wrong=(
        "With the headers all constants are lost: HFOS, QTR_PI, MAXPOWER, SFRICITION and the rest. Called and not "
        "printed are cruise_on, behavior_motion, calc_gas, calc_rpm, gnd_level and, in Figure 5.7, inverse_dynamics."
    ),
    right="They would be needed to run it. Where they are here, they are ours, made from the text.",
    effect="Numbers on this page that depend on a lost constant do so with ours.",
)
note(
    line=946,
    quote="}",
    place="angle_momentum, and four more",
    title="Braces close at the ends of pages",
    plain="Brackets of the program are closed at the ends of pages instead of where they belong.",
    wrong=(
        "Lines 946, 1039, 1087, 1412 and 1905 close functions that go on overleaf. Line 738 calls a function with a "
        "comma for its arguments, line 1127 ends a comment that nothing begins."
    ),
    right="The functions are read here without those braces.",
    effect="As C it does not compile.",
)
note(
    line=472,
    quote="dot multiplying both sides of Equation 3.6",
    place="section III.B.2",
    title="Equation 3.6 is meant to be 3.9",
    plain="A sentence points to the wrong equation.",
    wrong="Equation 3.6 is an arc cosine.",
    right="Equation 3.9, whose projections are 3.10 and 3.11.",
    effect="None.",
)
note(
    line=611,
    quote="/* Equation 4.1 */",
    place="Figure 4.3",
    title="Equation 4.1 is meant to be 4.2",
    plain="A drawing names the wrong equation for the direction that it describes.",
    wrong="Equation 4.1 is the range of the search.",
    right="Equation 4.2, the angle of the wheels.",
    effect="None.",
)
note(
    line=655,
    quote="kg m /sec",
    place="Table 5.1",
    title="An acceleration in newtons",
    plain="An acceleration is given in the unit of a force.",
    wrong="kg m/s² is the unit of a force.",
    right="m/s².",
    effect="None.",
)
note(
    line=797,
    quote="angular velocity by Euler method  $w = w * dt$",
    place="Figure 5.5 and calc_direction",
    title="Euler's method is not w = w * dt",
    plain="The text gives a rule for small time steps that leaves the old value out.",
    wrong="The comment multiplies a velocity by a time and calls the result a velocity.",
    right="ω := ω + dω/dt dt, then θ := θ + ω dt.",
    effect="What the function does instead is under 9, turning by torque.",
)
note(
    line=1741,
    quote="*lvalue = LEFT;",
    place="search_object",
    title="lvalue is not declared",
    plain="The program uses a name that it never introduces.",
    wrong="The function's parameter is lrvalue; half of its lines write to lvalue.",
    right="lrvalue.",
    effect="The listing does not compile. It is read here as if it said lrvalue everywhere.",
)
note(
    line=1917,
    quote="this function computes the 3D distance between two points",
    place="dist_in_2d",
    title="Of the functions that measure distances one is missing, one misnamed",
    plain="A function measures on the flat map although its comment says in space, and another one is missing.",
    wrong="The comment says 3D, the function 2D. `distbetween2` (line 1597) is declared and never written.",
    right="Two dimensions are enough: all objects stand on the ground.",
    effect="None.",
)
note(
    line=1603,
    quote="detect_nonmoving_objects(vehobj)",
    place="appendix C",
    title="A function that finds nothing",
    plain="A function that should search for objects ends before it has searched.",
    wrong="It computes the vehicle's grid square and ends. RADIUS (line 1595) is not used anywhere either.",
    right="The rest of it is lost, or was never written.",
    effect="None.",
)
