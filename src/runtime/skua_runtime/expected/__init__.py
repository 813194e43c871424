"""What people pass for a parameter: what the source says of it, and a prior learned from tests."""
