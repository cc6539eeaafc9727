"""Cars as bicycles: one steered wheel in front, one fixed wheel behind."""
