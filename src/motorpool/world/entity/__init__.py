"""Entity: where each vehicle is, how it moves, how large and heavy it is, and what it can do."""
