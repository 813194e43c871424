"""What tests can call and make: callables, types, members, and how all are described."""
