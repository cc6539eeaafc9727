"""Sensors of vehicles: scans, inertial units, satellite positions, odometry, wheel speeds."""

from ... import models as models  # before ``vehicles``, whose modules it imports in their order
