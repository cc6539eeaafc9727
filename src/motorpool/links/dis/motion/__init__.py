"""Motion of entities: dead reckoning, smoothing and geodesy."""
