"""Studies of models and vehicles: validation manoeuvres, avoidance courses and benchmarks."""
