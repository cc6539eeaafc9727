"""Movement in polar coordinates, as published in document 001."""
