"""Test courses for avoidance: worlds with a start and a goal for every vehicle, and the score of a drive."""

from .layouts import COURSES, Course
from .scoring import RULES_SCORED, Score, drive

__all__ = ["COURSES", "RULES_SCORED", "Course", "Score", "drive"]
