"""Planar impacts by other ways than the program's: Brach's equations, and overlaps by clipping polygons."""

import math

import numpy as np

from motorpool.ground.objects.contact_points import TwoRectangles, contact_on_face, nearest_face


def by_brach(first, second, gap, contact, restitution, friction):
    """Velocities after an impact by the six equations of planar impact mechanics, and whether the point sticks.

    Unknown are both velocities and both yaw rates. The equations are: momentum along both axes, the change of each
    yaw rate by the moment of the impulse, the restitution at the impact centre, and either a common tangential
    velocity there or the impulse ratio. Source: R. M. Brach and R. M. Brach, "Vehicle Accident Analysis and
    Reconstruction Methods", SAE (2005), chapter 6, without a moment impulse.
    """
    m1, m2, i1, i2 = (1.0 / value for value in (first[3], second[3], first[4], second[4]))
    n, t = np.array([contact.normal_x, contact.normal_y]), np.array([-contact.normal_y, contact.normal_x])
    r1 = np.array([contact.x, contact.y])
    r2 = r1 - np.array(gap)

    def at_point(way):  # of the second's point relative to the first's, as a row for (v1, v2, w1, w2)
        moments = -(r1[0] * way[1] - r1[1] * way[0]), r2[0] * way[1] - r2[1] * way[0]
        return np.array([-way[0], -way[1], way[0], way[1], *moments])

    before = np.array([*first[:2], *second[:2], first[2], second[2]])
    total = np.zeros((2, 6))
    total[0, [0, 2]], total[1, [1, 3]] = (m1, m2), (m1, m2)
    # I (w' - w) = r x J, with J = -m1 (v1' - v1) on the second and its opposite on the first
    spins = np.zeros((2, 6))
    spins[0, [0, 1, 4]] = m1 * r1[1], -m1 * r1[0], i1
    spins[1, [2, 3, 5]] = m2 * r2[1], -m2 * r2[0], i2
    rows, right = (
        [*total, *spins, at_point(n)],
        [*(total @ before), *(spins @ before), -restitution * at_point(n) @ before],
    )
    sticking = np.linalg.solve(np.array([*rows, at_point(t)]), [*right, 0.0])
    impulse = m2 * (sticking[2:4] - before[2:4])
    if abs(impulse @ t) <= friction * (impulse @ n):
        return sticking, True
    ratio = -friction * np.sign(at_point(t) @ before)
    sliding = np.zeros(6)
    sliding[2:4] = m2 * (t - ratio * n)
    return np.linalg.solve(np.array([*rows, sliding]), [*right, sliding @ before]), False


def box_contact(*rectangles):
    """Contact of two rectangles, the numbers of ``TwoRectangles``, on the face of smallest penetration."""
    two = TwoRectangles(*rectangles)
    face, depth = nearest_face(two)
    return contact_on_face(face, depth if depth > 0.0 else 0.0, two)  # the depth is 0 for NaN, too


def corners(x, y, yaw, half_length, half_width):
    """Corners of a rectangle, counter-clockwise."""
    ahead, left = np.array([math.cos(yaw), math.sin(yaw)]), np.array([-math.sin(yaw), math.cos(yaw)])
    return [(x, y) + a * half_length * ahead + b * half_width * left for a, b in ((1, 1), (-1, 1), (-1, -1), (1, -1))]


def clipped(polygon, window):
    """The part of a polygon within a convex one: Sutherland and Hodgman (1974)."""
    for begin, end in zip(window, [*window[1:], window[0]], strict=True):
        way = end - begin
        sides = [way[0] * (corner - begin)[1] - way[1] * (corner - begin)[0] for corner in polygon]
        kept = []
        for k, (corner, side) in enumerate(zip(polygon, sides, strict=True)):
            before, side_before = polygon[k - 1], sides[k - 1]
            if (side < 0.0) != (side_before < 0.0):
                kept.append(before + (corner - before) * side_before / (side_before - side))
            if side >= 0.0:
                kept.append(corner)
        polygon = kept
    return polygon


def area_and_centroid(polygon):
    """Area of a polygon and its centroid; 0 and nothing for an empty one."""
    area, moment = 0.0, np.zeros(2)
    for k, corner in enumerate(polygon):
        before = polygon[k - 1]
        cross = before[0] * corner[1] - before[1] * corner[0]
        area, moment = area + 0.5 * cross, moment + cross * (before + corner) / 6.0
    return (area, moment / area) if area > 0.0 else (0.0, None)
