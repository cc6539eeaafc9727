"""Objects on the terrain: their columns, shapes and files, the grid index, free positions and contact."""
