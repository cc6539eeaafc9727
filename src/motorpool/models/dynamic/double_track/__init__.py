"""Double-track car: four wheels on two axles."""
