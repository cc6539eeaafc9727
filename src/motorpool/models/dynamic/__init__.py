"""Vehicles that obey forces: rigid bodies on springs, carried and driven by what the ground gives them."""
