"""Stability: take-off, wheel lift, rollover and jack-knife as events."""
