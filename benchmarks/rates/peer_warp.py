"""The arc of ``bicycle/arc`` as a Warp kernel: a module of its own, as Warp reads a kernel's source from its file."""

# pyright: basic, reportInvalidTypeForm=false

import warp as wp  # pyright: ignore[reportMissingImports]


@wp.kernel
def arc(
    x: wp.array(dtype=float),
    y: wp.array(dtype=float),
    yaw: wp.array(dtype=float),
    steer_angle: wp.array(dtype=float),
    speed: wp.array(dtype=float),
    dt: float,
    wheelbase: float,
):
    """Move cars by a step of constant speed [m/s] and steering [rad]; x and y are of the wheelbase's middle [m]."""
    i = wp.tid()
    path = speed[i] * dt
    half = 0.5 * path / wheelbase * wp.tan(steer_angle[i])
    shape = 1.0 - half * half / 6.0  # of sin(h)/h for small h
    if wp.abs(half) > 1.0e-2:
        shape = wp.sin(half) / half
    side = wheelbase * wp.sin(half)
    sine = wp.sin(yaw[i] + half)
    cosine = wp.cos(yaw[i] + half)
    x[i] = x[i] + path * shape * cosine - side * sine
    y[i] = y[i] + path * shape * sine + side * cosine
    yaw[i] = yaw[i] + 2.0 * half
