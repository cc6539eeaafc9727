"""Wire format of DIS: PDUs as NumPy structured arrays."""
