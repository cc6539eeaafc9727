"""Attitude: height, pitch and roll from the ground and from suspensions.

``component`` has the stage: ``follow_ground`` sets pose and odometer, and stops vehicles at the edge of the map.
"""
