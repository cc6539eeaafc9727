"""Points that move by a velocity in Cartesian components: the characters of other games."""
