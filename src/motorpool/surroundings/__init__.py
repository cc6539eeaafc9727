"""What surrounds the vehicles: terrain, objects with their grid index, contact."""
