"""Contact: vehicles collide with each other and with objects."""
