"""Objects on the terrain: columns, shapes and files, the grid index, free positions and contact."""
