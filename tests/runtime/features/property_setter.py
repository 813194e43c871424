"""A property with checks in its setter, and one that depends on state."""


class Thermostat:
    def __init__(self) -> None:
        self._target = 20

    @property
    def target(self) -> int:
        if self._target > 25:
            return 25
        return self._target

    @target.setter
    def target(self, value: int) -> None:
        if value < 5:
            raise ValueError("too cold")
        self._target = value

    @target.deleter
    def target(self) -> None:
        if self._target == 20:
            raise AttributeError("nothing was set")
        self._target = 20
