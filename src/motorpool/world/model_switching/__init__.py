"""Model switching: vehicles change over to an alternate model while they drive."""
