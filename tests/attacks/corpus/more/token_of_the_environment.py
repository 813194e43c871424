# harm: secrets
import os


def attack() -> str:
    return os.environ["GITHUB_TOKEN"]
