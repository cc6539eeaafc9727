"""Appendix B of document 003 (Park, 1992), function by function, with each defect selectable by name."""
