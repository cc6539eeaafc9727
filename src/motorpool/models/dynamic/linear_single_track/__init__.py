"""Single-track car with linear tyres, as CommonRoad defines it."""
