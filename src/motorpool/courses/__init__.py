"""Test courses for avoidance: worlds with a start and a goal for every vehicle, and how well they are driven."""

from .layouts import COURSES, Course
from .scoring import BEHAVIOURS, Score, drive

__all__ = ["BEHAVIOURS", "COURSES", "Course", "Score", "drive"]
