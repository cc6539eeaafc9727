"""Vehicles: the motor pool's files with their checks, one vehicle to drive, and fleets of them in columns.

``files`` holds the vehicles, ``shape`` their outlines and drawings, ``fleet`` many vehicles of one model. It imports
``compile``, ``models`` and ``base``. Start with ``vehicle.py`` (``mp.Vehicle``), then ``fleet/fleet.py`` (``mp.Fleet``)
and ``motor_pool.py``: from a name to a file's values.
"""

PROVIDES = {"motorpool.finders": {"motor pool": "motorpool.vehicles.motor_pool"}}  # read by ``extensions``
