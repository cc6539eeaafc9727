"""Weather: what rain and snow make of the ground."""
