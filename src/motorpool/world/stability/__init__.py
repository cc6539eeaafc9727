"""Stability: take-off, wheel lift, rollover and jack-knife as events.

``component`` compares the state of two steps, and lists what has begun.
"""
