"""Traffic: vehicles that drive along the lanes of a road network."""
