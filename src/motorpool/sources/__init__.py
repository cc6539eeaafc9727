"""Sources: who wants what. A source has ``read(world)``, called at the start of every step."""
