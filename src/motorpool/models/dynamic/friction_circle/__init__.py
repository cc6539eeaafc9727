"""Vehicles whose wheels or tracks roll without slip within one friction circle: document 003's, put right."""
