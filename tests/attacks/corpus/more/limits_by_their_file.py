# harm: processes
VICTIM = 0  # the net puts a process of the user here


def attack() -> int:
    with open(f"/proc/{VICTIM}/oom_adj", "w") as score:
        return score.write("15")
