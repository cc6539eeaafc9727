"""Points that move by speed and direction: polar coordinates, as a character in a game."""
