# harm: signals processes
import resource

VICTIM = 0  # the net puts a process of the user here


def attack() -> str:
    resource.prlimit(VICTIM, resource.RLIMIT_FSIZE, (0, 0))
    return "limited"
