"""Entity: pose, motion, dimensions, inertia and performance of each vehicle.

``performance`` has the limits of drivers and their turning, ``trailers`` places trailers, ``outline`` is the rectangle
of a body.
"""
