"""What the threads of the process are, and whether more of them are allowed."""

import resource
import threading


def title(name: str) -> str:
    base, _, number = name.rpartition("-")
    return f"{base} #{number}" if base and number.isdigit() else name


def names(daemons: bool = True) -> list[str]:
    return sorted(thread.name for thread in threading.enumerate() if daemons or not thread.daemon)


def is_main() -> bool:
    return threading.current_thread() is threading.main_thread()


def has_others() -> bool:
    return threading.active_count() > 1


def most_threads(default: int = 256) -> int:
    soft, _ = resource.getrlimit(resource.RLIMIT_NPROC)
    if soft == resource.RLIM_INFINITY or soft < 0:
        return default
    return min(default, soft)


def stack_kib() -> int:
    size = threading.stack_size()
    if size:
        return size // 1024
    soft, _ = resource.getrlimit(resource.RLIMIT_STACK)
    return 8192 if soft == resource.RLIM_INFINITY else soft // 1024


class Crew:
    """Threads that add up numbers, each its share."""

    def __init__(self, size: int = 2):
        if not 1 <= size <= 8:
            raise ValueError(f"a crew of {size}")
        self.size = size
        self.sums: dict[int, int] = {}

    def _work(self, number: int, numbers: list[int]) -> None:
        self.sums[number] = sum(numbers[number :: self.size])

    def total(self, numbers: list[int]) -> int:
        threads = [threading.Thread(target=self._work, args=(i, numbers)) for i in range(self.size)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return sum(self.sums.values())

    def label(self) -> str:
        return f"{threading.current_thread().name}/{self.size}"
