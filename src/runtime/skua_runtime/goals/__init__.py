"""What is to be covered: found in a module's AST, numbered, and instrumented."""
