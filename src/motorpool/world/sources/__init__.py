"""Sources: set the inputs of vehicles before each step, by ``read(world)``."""
