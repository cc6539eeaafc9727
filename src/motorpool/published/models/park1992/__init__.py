"""Document 003 (Park, 1992) as it stands: its appendix B function by function, each defect selectable by name."""
