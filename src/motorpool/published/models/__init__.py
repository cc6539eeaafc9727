"""Published forms: what the five documents print, defects included, to compare the right models with."""
