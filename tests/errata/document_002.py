"""What is wrong in document 002."""
