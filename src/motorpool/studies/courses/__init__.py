"""Test courses for avoidance: worlds with a start and a goal for every vehicle, and the score of a drive."""

from typing import TYPE_CHECKING

from ...base.lazy_names import lazy_names

if TYPE_CHECKING:
    from .layouts import COURSES, Course
    from .scoring import RULES_SCORED, Score, drive

__all__ = ["COURSES", "RULES_SCORED", "Course", "Score", "drive"]

__getattr__ = lazy_names(__name__, {"layouts": "COURSES Course", "scoring": "RULES_SCORED Score drive"})
