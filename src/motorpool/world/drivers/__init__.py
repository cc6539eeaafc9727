"""Drivers: pedals, steering and switches of people and autopilots become speed and steering commands."""
