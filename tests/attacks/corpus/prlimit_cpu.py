# harm: signals processes
import resource


def attack() -> str:
    resource.prlimit(@VICTIM@, resource.RLIMIT_FSIZE, (0, 0))
    return "limited"
