"""Appendices B and C of document 003, line by line: the oracle that the world of 1992 as listed is held against.

Every function has the listing's name, its variables, its order and its mistakes; directions are the document's (to the
right of x). What the document does not print is marked "ours": the constants of its headers, ``cruise_on``,
``behavior_motion`` (after Figure 5.7), and 0 for what a C program reads without having set it. ``calc_gas`` and
``calc_rpm`` move nothing and are left out, and so is ``calc_inverse_inertia``, which nobody calls.
"""

import math
from dataclasses import dataclass, field

X, Y, Z = 0, 1, 2
TRACKED, WHEELED = "tracked", "wheeled"
LEFT, RIGHT = 1, 2
PI, DPI = math.pi, 2.0 * math.pi
HALFPI, QTR_PI, THREE_QTR_PI = 0.5 * PI, 0.25 * PI, 0.75 * PI
DEGTORAD = PI / 180.0


@dataclass
class Constants:
    """The header vehsim.h, which is lost: ours. Of one kind of vehicle, for ours differ by kind."""

    SFRICITION: float = 500.0
    DFRICITION: float = 300.0
    MAXPOWER: float = 200e3
    MINBREAK: float = -300e3
    MAXFORCE: float = 500e3
    MAXSPEED: float = 18.5
    MINSPEED: float = -11.0
    GRAVITY: float = 9.81
    HFOS: float = math.radians(10.0)
    SEARCHOFFSET: float = 20.0
    FINE_PI: float = 0.25 * PI


@dataclass
class Vehicle:
    """``struct vehicle`` of Figure 5.2, and the constants that it is driven with."""

    type: str
    mass: float
    length: float
    width: float
    pos: list
    direction: float
    cruise_speed: float
    scalvel: float = 0.0
    scalacc: float = 0.0
    vel: list = field(default_factory=lambda: [0.0, 0.0, 0.0])
    acc: list = field(default_factory=lambda: [0.0, 0.0, 0.0])
    wheel_angle: float = 0.0
    force: float = 0.0
    lforce: float = 0.0
    rforce: float = 0.0
    surge_force: float = 0.0
    drag_force: float = 0.0
    g_force: float = 0.0
    torque: float = 0.0
    net_torque: float = 0.0
    pitch: float = 0.0
    roll: float = 0.0
    constants: Constants = field(default_factory=Constants)


class Program:
    """The variables of the files, which all vehicles share, and the functions.

    Args:
        gnd_level: the ground's height at x, z.
        avoidlist: the objects' centres (x, z) that the vehicle at x, z has in its list.
    """

    def __init__(self, gnd_level, avoidlist, side_break=False, stop_engine=False):
        self.friction = 0.0
        self.air_resist = 0.0
        self.SIDE_BREAK, self.Stop_Engine = side_break, stop_engine
        self.gnd_level, self.objects_around = gnd_level, avoidlist

    # ------------------------------------------------------------ appendix B

    def angle_momentum(self, vehobj):
        fx = vehobj.pos[X] + math.cos(vehobj.direction) * 2.0
        fz = vehobj.pos[Z] + math.sin(vehobj.direction) * 2.0
        sx = vehobj.pos[X] + math.cos(vehobj.direction + HALFPI) * 2.0
        sz = vehobj.pos[Z] + math.sin(vehobj.direction + HALFPI) * 2.0
        ypos = self.gnd_level(vehobj.pos[X], vehobj.pos[Z])
        vehobj.pitch = math.atan((self.gnd_level(fx, fz) - ypos) / 2.0) / DEGTORAD
        if vehobj.pitch < 0.0:
            vehobj.pitch += 360.0
        vehobj.roll = math.atan((ypos - self.gnd_level(sx, sz)) / 2.0) / DEGTORAD
        if vehobj.roll < 0.0:
            vehobj.roll += 360.0

    def calc_gforce(self, vehobj):
        pitch_angle = vehobj.pitch
        rad_angle = 0.0  # ours where no case sets it
        if 0.0 < pitch_angle < 90.0:
            rad_angle = math.sin(pitch_angle * DEGTORAD)
        if 270.0 < pitch_angle < 360.0:
            rad_angle = math.sin((360.0 - pitch_angle) * DEGTORAD)
        weight = vehobj.mass * vehobj.constants.GRAVITY
        is_up = 0.0 < pitch_angle < 90.0
        if vehobj.scalvel > 0.0:
            vehobj.g_force = weight * rad_angle if is_up else -(weight * rad_angle)
        else:
            vehobj.g_force = -(weight * rad_angle) if is_up else weight * rad_angle

    def calc_drag_force(self, vehobj):
        if vehobj.scalvel > 0.0:
            self.air_resist = vehobj.scalvel * vehobj.scalvel * 10
        elif vehobj.scalvel != 0.0:
            self.air_resist = -(vehobj.scalvel * vehobj.scalvel * 10)
        else:
            self.air_resist = 0.0
        if not self.SIDE_BREAK:
            if vehobj.scalvel == 0.0 and vehobj.scalacc == 0.0:
                self.friction = 0.0
            elif vehobj.scalvel == 0.0 and vehobj.scalacc != 0.0:
                self.friction = vehobj.constants.SFRICITION + 1000.0 + vehobj.mass
            elif vehobj.scalvel > 0.0 and vehobj.scalacc != 0.0:
                self.friction = vehobj.constants.DFRICITION + vehobj.mass
            elif vehobj.scalvel < 0.0 and vehobj.scalacc != 0.0:
                self.friction = -(vehobj.constants.DFRICITION + vehobj.mass)
        vehobj.drag_force = -(self.friction + self.air_resist)

    def calc_engine_force(self, vehobj):
        limits = vehobj.constants
        vehobj.surge_force = vehobj.rforce + vehobj.lforce
        if vehobj.scalvel > 0.0:
            vehobj.surge_force = max(min(vehobj.surge_force, limits.MAXPOWER), limits.MINBREAK)
        if vehobj.scalvel < 0.0:
            vehobj.surge_force = min(max(vehobj.surge_force, -limits.MAXPOWER), -limits.MINBREAK)

    def calc_torque(self, vehobj):
        if vehobj.lforce == vehobj.rforce:
            vehobj.net_torque = 0.0
        elif vehobj.scalvel == 0.0:
            vehobj.net_torque = vehobj.torque * 0.6
        else:
            vehobj.net_torque = vehobj.torque * 0.8
        if vehobj.type == WHEELED and vehobj.scalvel == 0.0:
            vehobj.net_torque = 0.0

    def sum_linear_forces(self, vehobj):
        if not self.Stop_Engine:
            self.calc_drag_force(vehobj)
            self.calc_gforce(vehobj)
            self.calc_engine_force(vehobj)
        limit = vehobj.constants.MAXFORCE
        vehobj.force = vehobj.drag_force + vehobj.surge_force + vehobj.g_force
        vehobj.force = max(min(vehobj.force, limit), -limit)

    def sum_angular_forces(self, vehobj):
        vehobj.torque = vehobj.lforce - vehobj.rforce
        if vehobj.type == WHEELED and abs(vehobj.torque) <= 100.0:
            vehobj.torque = 0.0
        limit = vehobj.constants.MAXPOWER
        vehobj.torque = max(min(vehobj.torque, limit), -limit)

    def calc_direction(self, vehobj, inertia_y, deltatime):
        if vehobj.type == TRACKED:
            rotation = vehobj.net_torque / inertia_y
        else:
            rotation = math.atan(0.5 * math.tan(vehobj.wheel_angle))
            if vehobj.lforce != vehobj.rforce:
                rotation += vehobj.net_torque / inertia_y
            if vehobj.scalvel == 0.0:
                return
        dt_rot = rotation * deltatime
        if dt_rot < 0.0:
            dt_rot = dt_rot + DPI
        elif dt_rot > DPI:
            dt_rot = dt_rot - DPI
        vehobj.direction += dt_rot
        if vehobj.direction < 0:
            vehobj.direction += DPI
        elif vehobj.direction > DPI:
            vehobj.direction -= DPI

    def calc_inverse_direction(self, vehobj, rad_direction, deltatime):
        if vehobj.type == WHEELED:
            if vehobj.direction != rad_direction:
                del_angle = math.atan(2.0 * math.tan(rad_direction))
                vehobj.wheel_angle = deltatime * del_angle
                if vehobj.wheel_angle >= 45.0:
                    vehobj.wheel_angle = 45.0
                if vehobj.wheel_angle <= -45.0:
                    vehobj.wheel_angle = -45.0
        elif vehobj.direction != rad_direction:
            if rad_direction > 0.0:
                vehobj.lforce += (rad_direction * 10.0) * (vehobj.mass / 1000.0)
                vehobj.rforce -= (rad_direction * 10.0) * (vehobj.mass / 1000.0)
            else:
                vehobj.lforce -= (rad_direction * 10.0) * (vehobj.mass / 1000.0)
                vehobj.rforce += (rad_direction * 10.0) * (vehobj.mass / 1000.0)

    def integration(self, vehobj, deltatime):
        """The behavioral branch of ``integration``, which reads neither SIDE_BREAK nor a cruise flag."""
        path_direction = vehobj.direction
        inertia_y = (vehobj.mass * (vehobj.width * vehobj.length)) / 12.0
        self.angle_momentum(vehobj)
        self.sum_linear_forces(vehobj)
        self.sum_angular_forces(vehobj)
        # cruise_on(vehobj), ours: nothing, for what moves it is set on the next line
        vehobj.scalvel = vehobj.cruise_speed
        vehobj.vel[X] = vehobj.scalvel * math.cos(vehobj.direction)
        vehobj.vel[Z] = vehobj.scalvel * math.sin(vehobj.direction)
        path_direction = self.behavior_motion(vehobj, path_direction)
        self.calc_inverse_direction(vehobj, path_direction, deltatime)
        self.calc_torque(vehobj)
        self.calc_direction(vehobj, inertia_y, deltatime)

    def new_position(self, vehobj, deltatime):
        self.integration(vehobj, deltatime)
        for axis in (X, Z):
            vehobj.pos[axis] += vehobj.vel[axis] * deltatime + vehobj.acc[axis] * deltatime * deltatime / 2.0
        vehobj.pos[Y] = self.gnd_level(vehobj.pos[X], vehobj.pos[Z])

    # ------------------------------------------------------------ Figure 5.7 and appendix C

    def behavior_motion(self, vehobj, dir_value):
        """Figure 5.7; its last line is the call that ``integration`` makes."""
        search_distance = abs(vehobj.scalvel * 3.6)
        searchtri = self.detect_bounds(vehobj, dir_value, search_distance)
        find_object, lrvalue = self.search_object(vehobj, searchtri, dir_value)
        if find_object:
            return dir_value + vehobj.constants.FINE_PI if lrvalue == LEFT else dir_value - vehobj.constants.FINE_PI
        return 0.0

    def detect_bounds(self, vehobj, segdir, advance):
        reach, half = vehobj.constants.SEARCHOFFSET + advance, vehobj.constants.HFOS
        rangle, langle = segdir - half, segdir + half
        if rangle < 0.0:
            rangle = DPI + rangle
        if langle > DPI:
            langle = langle - DPI
        x, z = vehobj.pos[X], vehobj.pos[Z]
        left = (x + math.cos(langle) * reach, z + math.sin(langle) * reach)
        right = (x + math.cos(rangle) * reach, z + math.sin(rangle) * reach)
        return [left, right, (x, z), ((left[0] + right[0]) / 2.0, (left[1] + right[1]) / 2.0)]

    def search_object(self, vehobj, searchtri, vehicle_dir):
        lobj, robj, intdir, tempx = (0.0, 0.0), (0.0, 0.0), 0, 0.0  # ours: never set in the listing
        lrvalue = 0
        avoidlist = self.objects_around(vehobj.pos[X], vehobj.pos[Z])
        left_search = self.seq_search(avoidlist, searchtri[2], searchtri[0], searchtri[3])
        right_search = self.seq_search(avoidlist, searchtri[2], searchtri[1], searchtri[3])
        lobjx, lobjz = left_search or lobj
        robjx, robjz = right_search or robj
        overlapped = lobjx == robjx and lobjz == robjz

        if vehicle_dir < 0.0:
            vehicle_dir += DPI
        if vehicle_dir == 0.0 or vehicle_dir == 360.0:
            intdir = 1
        elif 0.0 < vehicle_dir < QTR_PI:
            intdir = 2
        elif vehicle_dir == QTR_PI:
            intdir = 3
        elif QTR_PI < vehicle_dir < HALFPI:
            intdir = 4
        elif vehicle_dir == HALFPI:
            intdir = 5
        elif HALFPI < vehicle_dir < THREE_QTR_PI:
            intdir = 6
        elif vehicle_dir == THREE_QTR_PI:
            intdir = 7
        elif THREE_QTR_PI < vehicle_dir < DPI:
            intdir = 8

        x, z = searchtri[2]
        if overlapped:
            if intdir == 1:
                lrvalue = LEFT if x >= lobjx else RIGHT
            elif intdir == 2:
                tempz = z - math.tan(QTR_PI - vehicle_dir) * abs(lobjx - x)
                lrvalue = RIGHT if lobjz >= tempz else LEFT
            elif intdir == 3:
                lrvalue = LEFT if z >= lobjz else RIGHT
            elif intdir == 4:
                tempx = x + tempx
                lrvalue = LEFT if lobjx >= tempx else RIGHT
            elif intdir == 5:
                lrvalue = LEFT if x <= lobjx else RIGHT
            elif intdir == 6:
                tempx = x - abs(math.tan(vehicle_dir - PI) * abs(lobjz - z))
                lrvalue = LEFT if lobjx >= tempx else RIGHT
            elif intdir == 7:
                lrvalue = LEFT if z <= lobjz else RIGHT
            elif intdir == 8:
                tempz = z - abs(math.tan(vehicle_dir - THREE_QTR_PI) * abs(lobjx - x))
                lrvalue = LEFT if lobjz >= tempz else RIGHT
            return True, lrvalue
        if left_search and right_search:
            # the listing chooses a side here, and find_object stays FALSE: behavior_motion does not read the side
            return False, 0
        if left_search:
            return True, LEFT
        return bool(right_search), RIGHT

    def seq_search(self, avoidlist, tip, corner, middle):
        minx, maxx = min(tip[0], corner[0], middle[0]), max(tip[0], corner[0], middle[0])
        minz, maxz = min(tip[1], corner[1], middle[1]), max(tip[1], corner[1], middle[1])
        for each in avoidlist[:101]:
            if minx <= each[0] <= maxx and minz <= each[1] <= maxz:
                return each
        return None
