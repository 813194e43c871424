"""Inherited methods, class hierarchies in conditions."""


class Animal:
    def __init__(self, legs: int) -> None:
        self.legs = legs

    def sound(self) -> str:
        return "..."

    def greet(self) -> str:
        if self.legs > 4:
            return "insect"
        return self.sound()


class Dog(Animal):
    def __init__(self) -> None:
        super().__init__(4)

    def sound(self) -> str:
        return "woof"


class Puppy(Dog):
    def sound(self) -> str:
        return "wif"


def judge(animal) -> str:
    if isinstance(animal, Puppy):
        return "young"
    if isinstance(animal, Dog):
        return "dog"
    if isinstance(animal, (Animal, int)):
        return "something"
    return "nothing"
