# harm: files


def attack() -> int:
    with open("/dev/shm/mine", "w") as file:
        return file.write("mine")
