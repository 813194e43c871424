"""A shop that takes vouchers."""
