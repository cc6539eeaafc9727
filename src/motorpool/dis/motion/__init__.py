"""Motion of entities: dead reckoning, smoothing, and places on the Earth."""
