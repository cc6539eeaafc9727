"""The columns of vehicles as an editor sees them. Written by make generate; not to be edited."""

from typing import Any, Generic, TypeVar

from numpy.typing import ArrayLike

from .columns import Flags, Floats, Indices, Words
from ..studies.published.avoidance.program import Program
from .attitude.columns import Suspension
from .avoidance.columns import Autopilot
from .avoidance.columns import Avoidance
from .avoidance.columns import Perception
from .avoidance.dynamic_window.state import AvoidanceMemory
from .contact.columns import ModelVelocity
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
from .guidance.columns import GroundLimits
from .guidance.columns import Rejoin
from .guidance.columns import Route
from .gunnery.columns import Damage
from .gunnery.columns import Gun
from .model_switching.columns import ModelChoice
from .motion.columns import SplitChoice
from .recovery.columns import Freeing
from .recovery.columns import Progress
from .recovery.columns import Standstill
from .ruts.columns import Passage
from .ruts.columns import RuttedGround
from .stability.columns import Upset
from .traffic.columns import Traffic

Values = TypeVar("Values")

class Column(Generic[Values]):
    """A column: an array when read; one number, or one a vehicle, is written into it in place."""

    def __get__(self, table: Any, owner: Any = None) -> Values: ...
    def __set__(self, table: Any, value: ArrayLike) -> None: ...

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
    ground_limits: GroundLimits
    """Limits that the ground sets an autopilot, found every ``ground_ahead.DECISION_TIME``."""
    rejoin: Rejoin
    """A vehicle's way back to a route that it has left, see ``guidance.rejoining``."""
    perception: Perception
    """The nearest obstacle that an autopilot sees ahead."""
    avoidances: Avoidance
    """Avoidance state of an autopilot."""
    memory: AvoidanceMemory
    """Memory of an autopilot's avoidance, see ``dynamic_window_costs``."""
    program: Program
    """Columns of the program of 1992, named after its variables."""
    traffic: Traffic
    """Place of a vehicle on the road network, its trip, and its state at the next crossing; see ``roads.graph``."""
    standstill: Standstill
    """A vehicle that has somewhere to go and makes no headway."""
    progress: Progress
    """Place and time at which a vehicle last made headway."""
    freeing: Freeing
    """Manoeuvre with which a vehicle frees itself."""
    inputs: DriverInputs
    """Driver, its inputs (pedals, steering, switches), and the commands to the vehicle."""
    script: Script
    """Progress of a scripted driver; see ``sources.orders``."""
    gun: Gun
    """A gun and its gunner's inputs, see ``gunnery.guns.Armament``."""
    damages: Damage
    """Damage of a vehicle."""
    model_velocity: ModelVelocity
    """Velocities, besides the speed, in the state of the model that moves a vehicle; contacts change them."""
    residual: ResidualMotion
    """Motion after an impact that the state of the vehicle's model cannot represent."""
    passage: Passage
    """Cells under the left and the right wheels or track, and their ruts."""
    rutted_ground: RuttedGround
    """Values of the ground under a vehicle with its ruts, for its model; 0 in a world without ruts."""
    split_choice: SplitChoice
    """Choice of the friction split."""
    suspension: Suspension
    """State of the suspension, by the vehicle's model; 0 of a model without one."""
    upset: Upset
    """Loss of ground contact or of shape, as the model that moves a vehicle computes it; 0 of a model without."""
    entity: Entity
    """The vehicles themselves: place, motion and limits."""
    autopilot: Autopilot
    """Goal, course, perception and decision of an autopilot, and the limits of the ground."""
    x: Column[Floats]
    """east [m]"""
    y: Column[Floats]
    """north [m]"""
    z: Column[Floats]
    """of the surface under the vehicle, up [m]"""
    yaw: Column[Floats]
    """counter-clockwise from east [rad]"""
    pitch: Column[Floats]
    """nose down positive [rad]"""
    roll: Column[Floats]
    """right side down positive [rad]"""
    level: Column[Indices]
    """0 on the ground, else the number of the deck that carries it, from 1"""
    speed: Column[Floats]
    """forward positive [m/s]"""
    lateral_speed: Column[Floats]
    """of the model and of the residual motion, left positive [m/s]"""
    yaw_rate: Column[Floats]
    """of the model or the steering, and of the residual motion, counter-clockwise [rad/s]"""
    odometer: Column[Floats]
    """distance driven [m]"""
    status: Column[Flags]
    """bits of ``errors.Status``"""
    vehicle_id: Column[Indices]
    """the row in the vehicle table"""
    world_id: Column[Indices]
    """by which turns are taken: in a region the id of the whole world, 0 for those that are alone"""
    fleet_index: Column[Indices]
    """of the fleet in ``World.fleets``"""
    half_length: Column[Floats]
    """of its own body, without trailers [m]"""
    half_width: Column[Floats]
    """ [m]"""
    body_height: Column[Floats]
    """ [m]"""
    body_offset: Column[Floats]
    """centre of the body, ahead of the reference point [m]"""
    circle_offset: Column[Floats]
    """centre of the circle around body and stretched trailers, ahead of the reference point [m]"""
    circle_radius: Column[Floats]
    """of that circle [m]"""
    front_reach: Column[Floats]
    """front end of the body, ahead of the reference point [m]"""
    rear_reach: Column[Floats]
    """rear end of the body or, stretched out, of its trailers, behind the reference point [m]"""
    radius: Column[Floats]
    """of the circle around the reference point that has body and trailers inside, at any angles [m]"""
    pulls_trailers: Column[Words]
    """1 for a vehicle with trailers of its model; 0 for a remote vehicle in its row"""
    mass: Column[Floats]
    """without trailers: of the model, or estimated from the body, see ``inertia.DENSITY`` [kg]"""
    yaw_inertia: Column[Floats]
    """of the model, or that of a box of the body's size [kg m^2]"""
    full_curvature: Column[Floats]
    """of the path at full steer, less that of pivoting [1/m]"""
    pivot_yaw_rate: Column[Floats]
    """at full steer, standing [rad/s]"""
    full_lateral_acceleration: Column[Floats]
    """at full steer and speed, which tracked models keep; 1000 for others [m/s^2]"""
    turn_lag: Column[Floats]
    """how long a turn takes to build up [s]"""
    max_speed: Column[Floats]
    """ [m/s]"""
    max_reverse_speed: Column[Floats]
    """ [m/s]"""
    acceleration: Column[Floats]
    """ [m/s^2]"""
    braking: Column[Floats]
    """ [m/s^2]"""
    coasting: Column[Floats]
    """ [m/s^2]"""
    steer_rate: Column[Floats]
    """ [1/s]"""
    max_lateral_acceleration: Column[Floats]
    """ [m/s^2]"""
    uses_alternate_model: Column[Words]
    """1 while its alternate model moves it, else 0"""
    goal: Column[Words]
    """a constant of ``guidance.goal_kinds``"""
    goal_x: Column[Floats]
    """east; infinite while it is bound for no place [m]"""
    goal_y: Column[Floats]
    """north [m]"""
    desired_speed: Column[Floats]
    """ [m/s]"""
    course_yaw: Column[Floats]
    """ [rad]"""
    course_speed: Column[Floats]
    """when nothing is in the way [m/s]"""
    course_reach: Column[Floats]
    """how far the course leads: what stands beyond does not matter [m]"""
    back_off_time: Column[Floats]
    """how long it still drives back [s]"""
    turning: Column[Words]
    """a constant of ``navigation.turning``"""
    detour_time: Column[Floats]
    """how long it still drives aside of what it ran into [s]"""
    detours: Column[Words]
    """since the last waypoint"""
    route_first: Column[Indices]
    """of its waypoints"""
    route_count: Column[Indices]
    """of its waypoints"""
    route_index: Column[Indices]
    """of the next waypoint, counted from 0"""
    route_loops: Column[Words]
    """1 if it goes on from the last waypoint to the first"""
    arrival_radius: Column[Floats]
    """of a waypoint that counts as reached [m]"""
    has_arrived: Column[Words]
    """1 once it is at the end of its route"""
    leader: Column[Indices]
    """vehicle id, or -1"""
    convoy: Column[Indices]
    """id of the first vehicle of its column, or -1"""
    gap: Column[Floats]
    """to its leader when they stand, from bumper to bumper [m]"""
    headway: Column[Floats]
    """what the gap grows by with each metre a second [s]"""
    trail_mark: Column[Indices]
    """number of the nearest point of its leader's trail"""
    trail_slot: Column[Indices]
    """which trail is its own, or -1"""
    trail_count: Column[Indices]
    """trail points that it has left"""
    ground_acceleration: Column[Floats]
    """that engine and grip leave [m/s^2]"""
    ground_braking: Column[Floats]
    """that grip and slope leave [m/s^2]"""
    ground_lateral_acceleration: Column[Floats]
    """that grip and side slope leave in a bend [m/s^2]"""
    slow_speed: Column[Floats]
    """that the ground ahead allows ... [m/s]"""
    slow_odometer: Column[Floats]
    """... from this reading of the odometer on [m]"""
    turn_acceleration: Column[Floats]
    """more than for going straight, that a start at full steer asks for on tracks [m/s^2]"""
    refused_headings: Column[Indices]
    """bits of directions in which the ground is bad, see ``navigation.refused_headings``"""
    off_route_time: Column[Floats]
    """how long it has been off its route [s]"""
    rejoin_pause: Column[Floats]
    """until another way back is planned [s]"""
    least_left: Column[Floats]
    """of the leg, the shortest way to its end so far [m]"""
    left_of: Column[Indices]
    """the waypoint at that end"""
    resumed_first: Column[Indices]
    """of the route that it goes on with after its way back: its first waypoint, ..."""
    resumed_count: Column[Indices]
    """... their number; 0 for none, ..."""
    resumed_index: Column[Indices]
    """... and the next one"""
    resumed_loops: Column[Words]
    """1 if that route goes on from its last waypoint to the first"""
    seen: Column[Words]
    """a constant of ``avoidance.perception``"""
    seen_index: Column[Indices]
    """of the object or vehicle"""
    seen_distance: Column[Floats]
    """of its centre [m]"""
    seen_right: Column[Floats]
    """offset of its centre to the right [m]"""
    seen_radius: Column[Floats]
    """ [m]"""
    avoidance_rule: Column[Words]
    """index of a rule in ``avoidance.rules.RULES``"""
    desired_yaw: Column[Floats]
    """commanded heading [rad]"""
    is_avoiding: Column[Floats]
    """1 while it turns away from something, else 0"""
    avoidance_speed: Column[Floats]
    """target speed, of rules that set one [m/s]"""
    passing_side: Column[Floats]
    """side on which it passes what is in its way: 1 left, -1 right, 0 neither"""
    passing_time: Column[Floats]
    """how long it still keeps to that side [s]"""
    is_following_wall: Column[Floats]
    """1 while it looks for a way out along the wall that stopped it, else 0"""
    trap_x: Column[Floats]
    """where it was stopped, east [m]"""
    trap_y: Column[Floats]
    """north [m]"""
    trap_time: Column[Floats]
    """how long it has followed the wall on this side [s]"""
    patience: Column[Floats]
    """how long it will, before it tries the other side [s]"""
    waiting_time: Column[Floats]
    """how long it has stood [s]"""
    is_calm: Column[Words]
    """1 if its last check found the way clear: it skips the check at most decisions"""
    decision_turn: Column[Indices]
    """steps from its check of the way to the end of the rota's period"""
    is_by_program: Column[Words]
    """1 for a vehicle that the program controls"""
    program_direction: Column[Floats]
    """in the thesis's frame, positive to the right of x [rad]"""
    program_path_direction: Column[Floats]
    """ [rad]"""
    program_left_force: Column[Floats]
    """``lforce`` [N]"""
    program_right_force: Column[Floats]
    """``rforce`` [N]"""
    program_wheel_angle: Column[Floats]
    """``wheel_angle`` [rad]"""
    traffic_leg: Column[Indices]
    """that it drives along; -1 for none"""
    traffic_along: Column[Floats]
    """distance from where the lane of this leg begins; the curve behind the lane follows [m]"""
    traffic_aside: Column[Floats]
    """of its path from the lane's middle, to the right [m]"""
    traffic_lane: Column[Words]
    """lane of its direction that it drives on, or changes to; 0 is the outer one"""
    traffic_lane_before: Column[Words]
    """the other lane that it is on: it leaves it, or will move to it; else the same"""
    traffic_lane_time: Column[Floats]
    """since the last change of lanes began [s]"""
    traffic_before: Column[Indices]
    """leg before; -1 for none"""
    traffic_next: Column[Indices]
    """leg after; -1 while its path is not planned"""
    traffic_path_index: Column[Indices]
    """number of its leg in its path"""
    traffic_path_count: Column[Indices]
    """legs of its path"""
    traffic_goal: Column[Indices]
    """leg at which its trip ends; -1 for none"""
    traffic_place: Column[Indices]
    """parking place at which its trip ends; -1 for none"""
    traffic_trip: Column[Indices]
    """number of trips that it has begun"""
    traffic_phase: Column[Words]
    """a constant of ``traffic.phases``"""
    traffic_may_pass: Column[Words]
    """number of legs whose ends it may pass, that of its own first"""
    traffic_at_lights: Column[Words]
    """1 while a light that is not green stops it, or those before it on its leg"""
    traffic_wait: Column[Floats]
    """how long it has stood before this crossing [s]"""
    traffic_rotations: Column[Indices]
    """how often it has passed to end a gridlock"""
    traffic_stood: Column[Floats]
    """time for which a vehicle outside of traffic has stood on a lane [s]"""
    traffic_passes: Column[Indices]
    """how often it has passed vehicles that stood in its lane"""
    traffic_pass_room: Column[Floats]
    """distance until it is back in its lane, while it passes; else 0 [m]"""
    traffic_pass_side: Column[Floats]
    """of its path meanwhile from the lane's middle, to the right [m]"""
    traffic_cap: Column[Floats]
    """speed, at most, because of those that stand or pass; negative: back off [m/s]"""
    traffic_best: Column[Floats]
    """farthest that it has come along its leg [m]"""
    traffic_held: Column[Floats]
    """time that it is behind a slow drive although nothing bids it stand [s]"""
    traffic_turned: Column[Words]
    """1 if it has turned back there, and has not come to another leg since"""
    traffic_rest: Column[Floats]
    """how long it still stays parked [s]"""
    traffic_parks: Column[Words]
    """1 if its trips end at parking places"""
    traffic_rest_least: Column[Floats]
    """shortest stay at a parking place ... [s]"""
    traffic_rest_most: Column[Floats]
    """... and the longest [s]"""
    standing_time: Column[Floats]
    """how long it has made no headway; 0 while it moves or is meant to stand [s]"""
    standing_reason: Column[Words]
    """a constant of ``recovery.reasons``; 0 while it moves or is meant to stand"""
    blocked_by: Column[Indices]
    """id of the vehicle, or index of the object, that it stands against or waits for; -1"""
    needed_force: Column[Floats]
    """to drive on here: resistance of the soil and grade; 0 where that is not the reason [N]"""
    available_force: Column[Floats]
    """that grip and engine give here; 0 where that is not the reason [N]"""
    recovery_phase: Column[Words]
    """a constant of ``recovery.phases``"""
    headway_x: Column[Floats]
    """east [m]"""
    headway_y: Column[Floats]
    """north [m]"""
    headway_time: Column[Floats]
    """since then [s]"""
    range_x: Column[Floats]
    """middle of the circle in which it drives about, east [m]"""
    range_y: Column[Floats]
    """north [m]"""
    range_time: Column[Floats]
    """since it is in that circle although it is bound for somewhere else [s]"""
    has_stood: Column[Words]
    """1 after the event that it stands, until that it is free"""
    was_left: Column[Words]
    """1 while a person drives it, and after, until it goes on by itself or is parked"""
    left_time: Column[Floats]
    """how long it has stood without that person [s]"""
    freeing_yaw: Column[Floats]
    """heading that it keeps to [rad]"""
    freeing_speed: Column[Floats]
    """and speed, backward negative [m/s]"""
    throttle_cut: Column[Floats]
    """share of its acceleration that its driver does without; negative for more throttle [1]"""
    phase_time: Column[Floats]
    """since the phase began [s]"""
    phase_x: Column[Floats]
    """where it began, east [m]"""
    phase_y: Column[Floats]
    """north [m]"""
    stuck_x: Column[Floats]
    """where it has stood first, east [m]"""
    stuck_y: Column[Floats]
    """north [m]"""
    stuck_time: Column[Floats]
    """since then, while it stays near; 0 without [s]"""
    attempts: Column[Words]
    """to get out of there"""
    setbacks: Column[Words]
    """times that it was recovered from near there"""
    tow_point: Column[Indices]
    """number of the point of its own track that it is towed to"""
    tow_end: Column[Indices]
    """and of the last one"""
    driver: Column[Words]
    """a constant of ``drivers.kinds``"""
    throttle: Column[Floats]
    """-1..1, backward negative [1]"""
    brake: Column[Floats]
    """0..1 [1]"""
    target_steer: Column[Floats]
    """commanded by the driver, -1..1, left positive [1]"""
    commanded_speed: Column[Floats]
    """for this step, forward positive [m/s]"""
    steer: Column[Floats]
    """steering command of this step, -1..1, left positive [1]"""
    cruise: Column[Floats]
    """switch of the cruise control: 1 on, 0 off"""
    parking_brake: Column[Floats]
    """1 on, 0 off"""
    engine_stop: Column[Floats]
    """1 on, 0 off"""
    is_cruising: Column[Floats]
    """1 while the cruise control drives, else 0"""
    cruise_speed: Column[Floats]
    """that the cruise control holds [m/s]"""
    order: Column[Indices]
    """orders of the script that have begun"""
    is_parked: Column[Words]
    """1: stands with its brakes on while no person drives it"""
    muzzle_speed: Column[Floats]
    """0 without a gun [m/s]"""
    reload_duration: Column[Floats]
    """between two shots [s]"""
    slew_rate: Column[Floats]
    """of turret and barrel, at most [rad/s]"""
    round_damage: Column[Floats]
    """that one hit does [1]"""
    round_drag: Column[Floats]
    """deceleration by the air over speed squared [1/m]"""
    barrel_length: Column[Floats]
    """from the turret's middle to the muzzle [m]"""
    min_elevation: Column[Floats]
    """ [rad]"""
    max_elevation: Column[Floats]
    """ [rad]"""
    aim_yaw: Column[Floats]
    """of the turret, relative to the hull, left positive [rad]"""
    aim_elevation: Column[Floats]
    """of the barrel, up positive [rad]"""
    trigger: Column[Floats]
    """1 while it is pulled, else 0"""
    turret_yaw: Column[Floats]
    """ [rad]"""
    turret_elevation: Column[Floats]
    """ [rad]"""
    reload_time: Column[Floats]
    """until it is loaded again [s]"""
    damage: Column[Floats]
    """0 whole, 1 dead; see ``gunnery.damage`` [1]"""
    damage_time: Column[Floats]
    """since the last hit, while it is not whole [s]"""
    model_lateral_speed: Column[Floats]
    """left positive; 0 of a model without it [m/s]"""
    model_yaw_rate: Column[Floats]
    """counter-clockwise; 0 of a model without it [rad/s]"""
    has_lateral_speed: Column[Words]
    """1 if the model's state has a lateral speed, else 0"""
    has_yaw_rate: Column[Words]
    """1 if the model's state has a yaw rate, else 0"""
    residual_lateral_speed: Column[Floats]
    """left positive [m/s]"""
    residual_yaw_rate: Column[Floats]
    """beyond what the steering makes, counter-clockwise [rad/s]"""
    left_cell: Column[Indices]
    """number of the cell under the left wheels or track; -1 of an absent vehicle"""
    right_cell: Column[Indices]
    """the same of the right ones"""
    left_cell_before: Column[Indices]
    """the cell that they were in before, to which a return is no pass; -1 for none"""
    right_cell_before: Column[Indices]
    """the same of the right ones"""
    left_entry: Column[Indices]
    """the cell that they have entered in this step; -1 for none"""
    right_entry: Column[Indices]
    """the same of the right ones"""
    ground_class: Column[Indices]
    """class of the surface under the vehicle"""
    has_other_ground: Column[Words]
    """1 if the vehicle has entered a cell or a class in this step"""
    left_rut: Column[Floats]
    """depth of the rut that it met in its cell; 0 if its model does not read the ground [m]"""
    right_rut: Column[Floats]
    """the same of the right ones [m]"""
    ground_friction: Column[Floats]
    """peak friction coefficient [1]"""
    ground_sliding_friction: Column[Floats]
    """friction coefficient of sliding tyres and tracks [1]"""
    ground_resistance: Column[Floats]
    """motion resistance of its wheels or tracks over the load [1]"""
    ground_shear_length: Column[Floats]
    """shear displacement over which thrust builds up; 0 on hard ground [m]"""
    ground_cone_index: Column[Floats]
    """rating cone index after the passes before [lb/in^2]"""
    keeps_friction_split: Column[Words]
    """1 if the program states the friction split, 0 if the surface gives it"""
    heave: Column[Floats]
    """of the body above its height at rest [m]"""
    body_pitch: Column[Floats]
    """of the body on its springs, nose down positive [rad]"""
    body_roll: Column[Floats]
    """of the body on its springs, right side down positive [rad]"""
    rollover_angle: Column[Floats]
    """onto one side, wheels or track off the ground, right side down positive [rad]"""
    is_airborne: Column[Floats]
    """1 while it flies, else 0"""
    is_jack_knifed: Column[Floats]
    """1 while the trailer lies against the tractor, else 0"""
    stability_condition: Column[Words]
    """sum of bits of ``stability.component``: AIRBORNE, LIFTING, FALLEN, FOLDED"""
