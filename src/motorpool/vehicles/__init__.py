"""Motor pool: vehicles as files, their format, and the checks of their figures."""
