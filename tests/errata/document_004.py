"""What is wrong in document 004."""
