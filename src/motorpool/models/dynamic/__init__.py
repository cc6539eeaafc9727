"""Dynamic models: vehicles with mass, springs, tyres or tracks and a powertrain, composed of parts."""
