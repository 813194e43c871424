# harm: processes
def attack() -> int:
    with open("/proc/@VICTIM@/oom_score_adj", "w") as score:
        return score.write("900")
