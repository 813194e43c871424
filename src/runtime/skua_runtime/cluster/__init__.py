"""The test cluster: the callables that tests can call, and the types and classes that they need."""
