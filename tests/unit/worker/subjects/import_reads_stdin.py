ANSWER = input("which? ")


def function() -> str:
    return ANSWER
