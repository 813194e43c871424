# harm: hangs
def attack(a: int = 0) -> int:
    while True:
        a = a + 1
