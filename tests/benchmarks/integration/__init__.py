"""What tests of two modules together find that the unit tests of both do not."""
