"""Hooks of copying and pickling, which get their state from each other."""


class Lazy:
    def __init__(self, name: str, size: int = 0):
        self.name = name
        self.size = size
        self.cache = None

    def load(self) -> str:
        self.cache = self.name * 2
        return self.cache

    def __getstate__(self):
        state = dict(self.__dict__)
        if state["cache"] is not None:
            del state["cache"]
        return state

    def __setstate__(self, state):
        self.__dict__.update(state)
        if "cache" not in state:
            self.cache = self.name * 2
        if state["size"] > 10:
            self.size = 10
