"""The processes that answer the engine: fork servers, and workers that load, run and observe."""
