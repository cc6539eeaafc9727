"""Kinematic models: vehicles that move where their wheels or tracks point, at the commanded speed."""
