"""What is wrong in document 003."""
