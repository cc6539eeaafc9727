"""Leading of autopilots along routes and behind leaders; ``Guidance`` imports it when it first leads one so."""

from .rejoining import PATIENCE, PAUSE, notice_off_route, place_ahead, resume_routes
from .route_ground import look_along_routes
from .stages import back_off_on_routes, follow_routes, pass_waypoints
from .trail_stages import follow_leaders, leave_trails

__all__ = [
    "DRIVE_ROUTES", "PATIENCE", "PAUSE", "follow_leaders", "leave_trails", "notice_off_route", "place_ahead",
    "resume_routes",
]  # fmt: skip

DRIVE_ROUTES = (pass_waypoints, back_off_on_routes, look_along_routes, follow_routes)
