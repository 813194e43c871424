"""Goals, which tests must cover: found and numbered in a module's AST, and instrumented."""
