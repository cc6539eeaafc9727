"""Weather: effect of rain and snow on the ground.

``component`` swaps the classes of the ground; ``ground.terrain.weather`` has the table.
"""
