"""Articulated lorry: a tractor and a semitrailer on one hitch."""
