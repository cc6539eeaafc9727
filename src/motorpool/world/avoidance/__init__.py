"""Avoidance: how autopilots get round objects and other vehicles; a rule is one file."""
