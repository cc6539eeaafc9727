"""Weather: effect of rain and snow on the ground."""
