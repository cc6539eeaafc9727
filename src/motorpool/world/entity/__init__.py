"""Entity: pose, motion, dimensions, inertia and performance of each vehicle."""
