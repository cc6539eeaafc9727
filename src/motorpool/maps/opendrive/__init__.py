"""OpenDRIVE files (ASAM OpenDRIVE 1.4 to 1.8), read into place maps."""

from .reader import read_opendrive as read_opendrive
from .road import road_position as road_position
