"""Single-track car: two axles, each as one wheel on the middle line."""
