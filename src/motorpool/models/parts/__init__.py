"""The parts that dynamic models are composed of: each a file with its State, Params and pure functions."""
