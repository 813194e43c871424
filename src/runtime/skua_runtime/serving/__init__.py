"""The processes that answer the engine: fork servers, the worker, what it observes."""
