"""Sensors of vehicles: scans, inertial units, satellite positions, odometry, wheel speeds.

``sensors`` makes the readings of a world after each step, ``channel`` those of one sensor, ``error_models`` adds their
errors; each kind is a file: ``gnss``, ``imu``, ``odometry``, ``wheel_speeds``, ``scan_2d``, ``scan_3d``,
``height_scan``.
"""

from ... import models as models  # before ``vehicles``, whose modules it imports in their order
