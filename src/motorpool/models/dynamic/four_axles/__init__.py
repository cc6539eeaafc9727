"""Four-axle vehicle: each axle as one wheel on the middle line."""
