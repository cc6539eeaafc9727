"""The columns of vehicles as an editor sees them. Written by tools/column_names.py; not to be edited."""

from .columns import Flags, Floats, Indices, Words
from .avoidance.columns import Autopilot
from .avoidance.columns import Avoidance
from .avoidance.columns import Perception
from .avoidance.dynamic_window import AvoidanceMemory
from .avoidance.park1992.program_search import Program
from .contact.columns import ResidualMotion
from .drivers.columns import DriverInputs
from .drivers.columns import Script
from .entity.columns import Body
from .entity.columns import Entity
from .entity.columns import Motion
from .entity.columns import Performance
from .entity.columns import Pose
from .guidance.columns import Convoy
from .guidance.columns import Course
from .guidance.columns import Goal
from .guidance.columns import Route
from .gunnery.columns import Damage
from .gunnery.columns import Gun
from .model_switching.columns import ModelChoice

class Columns:
    pose: Pose
    """Position and attitude."""
    motion: Motion
    """Velocities, and the vehicle's status."""
    body: Body
    """Size and inertia."""
    performance: Performance
    """Limits of how a vehicle turns, accelerates and brakes; see ``drivers.manual_control.Handling``."""
    model_choice: ModelChoice
    """Choice of the model that moves a vehicle."""
    goals: Goal
    """Goal of an autopilot."""
    course: Course
    """Heading and speed that lead an autopilot to its goal, and its manoeuvres on the way."""
    route: Route
    """A vehicle's stretch of the shared waypoints, see ``guidance.component.Guidance``."""
    convoys: Convoy
    """The leader that a vehicle follows, and the trail that it leaves for its own followers."""
    perception: Perception
    """The nearest obstacle that an autopilot sees ahead."""
    avoidances: Avoidance
    """Avoidance state of an autopilot."""
    memory: AvoidanceMemory
    """Memory of an autopilot's avoidance, see ``dynamic_window_costs``."""
    program: Program
    """Columns of the program of 1992, in its own variables."""
    inputs: DriverInputs
    """Driver, its inputs (pedals, steering, switches), and the commands to the vehicle."""
    script: Script
    """Progress of a scripted driver; see ``sources.orders``."""
    gun: Gun
    """A gun and its gunner's inputs, see ``gunnery.guns.Armament``."""
    damages: Damage
    """Damage of a vehicle."""
    residual: ResidualMotion
    """Motion that an impact has left in a vehicle, and that its model does not know."""
    entity: Entity
    """The vehicles themselves: where they are, how they move and what they can do."""
    autopilot: Autopilot
    """An autopilot's goal, its way there, what it sees and what it does about that."""
    x: Floats
    """east [m]"""
    y: Floats
    """north [m]"""
    z: Floats
    """of the ground under the vehicle, up [m]"""
    yaw: Floats
    """counter-clockwise from east [rad]"""
    pitch: Floats
    """nose down positive [rad]"""
    roll: Floats
    """right side down positive [rad]"""
    speed: Floats
    """forward positive [m/s]"""
    lateral_speed: Floats
    """of the model and of the residual motion, left positive [m/s]"""
    yaw_rate: Floats
    """of the model or the steering, and of the residual motion, counter-clockwise [rad/s]"""
    odometer: Floats
    """distance driven [m]"""
    status: Flags
    """bits of ``errors.Status``"""
    vehicle_id: Indices
    """the row in the vehicle table"""
    fleet_index: Indices
    """of the fleet in ``World.fleets``"""
    half_length: Floats
    """ [m]"""
    half_width: Floats
    """ [m]"""
    body_height: Floats
    """ [m]"""
    radius: Floats
    """of the circle around the body [m]"""
    mass: Floats
    """of the model, or estimated from the body, see ``inertia.DENSITY`` [kg]"""
    yaw_inertia: Floats
    """of the model, or that of a box of the body's size [kg m^2]"""
    full_curvature: Floats
    """of the path at full steer, less that of pivoting [1/m]"""
    pivot_yaw_rate: Floats
    """at full steer, standing [rad/s]"""
    turn_lag: Floats
    """how long a turn takes to build up [s]"""
    max_speed: Floats
    """ [m/s]"""
    max_reverse_speed: Floats
    """ [m/s]"""
    acceleration: Floats
    """ [m/s^2]"""
    braking: Floats
    """ [m/s^2]"""
    coasting: Floats
    """ [m/s^2]"""
    steer_rate: Floats
    """ [1/s]"""
    max_lateral_acceleration: Floats
    """ [m/s^2]"""
    uses_alternate_model: Words
    """1 while its alternate model moves it, else 0"""
    goal: Words
    """a constant of ``guidance.goal_kinds``"""
    goal_x: Floats
    """east; infinite while it is bound for no place [m]"""
    goal_y: Floats
    """north [m]"""
    desired_speed: Floats
    """ [m/s]"""
    course_yaw: Floats
    """ [rad]"""
    course_speed: Floats
    """when nothing is in the way [m/s]"""
    course_reach: Floats
    """how far the course leads: what stands beyond does not matter [m]"""
    back_off_time: Floats
    """how long it still drives back [s]"""
    turning: Words
    """a constant of ``guidance.turning``"""
    detour_time: Floats
    """how long it still drives aside of what it ran into [s]"""
    detours: Words
    """since the last waypoint"""
    route_first: Indices
    """of its waypoints"""
    route_count: Indices
    """of its waypoints"""
    route_index: Indices
    """of the next waypoint, counted from 0"""
    route_loops: Words
    """1 if it goes on from the last waypoint to the first"""
    arrival_radius: Floats
    """of a waypoint that counts as reached [m]"""
    has_arrived: Words
    """1 once it is at the end of its route"""
    leader: Indices
    """vehicle id, or -1"""
    convoy: Indices
    """id of the first vehicle of its column, or -1"""
    gap: Floats
    """to its leader when they stand, from bumper to bumper [m]"""
    headway: Floats
    """what the gap grows by with each metre a second [s]"""
    trail_mark: Indices
    """number of the nearest point of its leader's trail"""
    trail_slot: Indices
    """which trail is its own, or -1"""
    trail_count: Indices
    """trail points that it has left"""
    seen: Words
    """a constant of ``avoidance.perception``"""
    seen_index: Indices
    """of the object or vehicle"""
    seen_distance: Floats
    """of its centre [m]"""
    seen_right: Floats
    """offset of its centre to the right [m]"""
    seen_radius: Floats
    """ [m]"""
    avoidance_rule: Words
    """index of a rule in ``avoidance.rules.RULES``"""
    desired_yaw: Floats
    """commanded heading [rad]"""
    is_avoiding: Floats
    """1 while it turns away from something, else 0"""
    avoidance_speed: Floats
    """target speed, of rules that set one [m/s]"""
    passing_side: Floats
    """of itself on which it passes what is in its way: 1 left, -1 right, 0 neither"""
    passing_time: Floats
    """how long it still keeps to that side [s]"""
    is_following_wall: Floats
    """1 while it looks for a way out along the wall that stopped it, else 0"""
    trap_x: Floats
    """where it was stopped, east [m]"""
    trap_y: Floats
    """north [m]"""
    trap_time: Floats
    """how long it has followed the wall on this side [s]"""
    patience: Floats
    """how long it will, before it tries the other side [s]"""
    waiting_time: Floats
    """how long it has stood [s]"""
    is_calm: Words
    """1 while it need not look around at every decision: its way was clear"""
    is_by_program: Words
    """1 for a vehicle that drives by it now"""
    program_direction: Floats
    """document 003's, to the right of x [rad]"""
    program_path_direction: Floats
    """ [rad]"""
    program_left_force: Floats
    """``lforce`` [N]"""
    program_right_force: Floats
    """``rforce`` [N]"""
    program_wheel_angle: Floats
    """``wheel_angle`` [rad]"""
    driver: Words
    """a constant of ``drivers.kinds``"""
    throttle: Floats
    """-1..1, backward negative [1]"""
    brake: Floats
    """0..1 [1]"""
    target_steer: Floats
    """that the driver wants, -1..1, left positive [1]"""
    commanded_speed: Floats
    """for this step, forward positive [m/s]"""
    steer: Floats
    """steering command of this step, -1..1, left positive [1]"""
    cruise: Floats
    """switch of the cruise control: 1 on, 0 off"""
    parking_brake: Floats
    """1 on, 0 off"""
    engine_stop: Floats
    """1 on, 0 off"""
    is_cruising: Floats
    """1 while the cruise control drives, else 0"""
    cruise_speed: Floats
    """that the cruise control holds [m/s]"""
    order: Indices
    """orders of the script that have begun"""
    is_parked: Words
    """1: stands with its brakes on while no person drives it"""
    muzzle_speed: Floats
    """0 without a gun [m/s]"""
    reload_duration: Floats
    """between two shots [s]"""
    slew_rate: Floats
    """of turret and barrel, at most [rad/s]"""
    round_damage: Floats
    """that one hit does [1]"""
    round_drag: Floats
    """deceleration by the air over speed squared [1/m]"""
    barrel_length: Floats
    """from the turret's middle to the muzzle [m]"""
    min_elevation: Floats
    """ [rad]"""
    max_elevation: Floats
    """ [rad]"""
    aim_yaw: Floats
    """of the turret, relative to the hull, left positive [rad]"""
    aim_elevation: Floats
    """of the barrel, up positive [rad]"""
    trigger: Floats
    """1 while it is pulled, else 0"""
    turret_yaw: Floats
    """ [rad]"""
    turret_elevation: Floats
    """ [rad]"""
    reload_time: Floats
    """until it is loaded again [s]"""
    damage: Floats
    """0 whole, 1 dead; see ``gunnery.damage`` [1]"""
    damage_time: Floats
    """since the last hit, while it is not whole [s]"""
    residual_lateral_speed: Floats
    """left positive [m/s]"""
    residual_yaw_rate: Floats
    """beyond what the steering makes, counter-clockwise [rad/s]"""
