import itertools
import signal

signal.pthread_sigmask(signal.SIG_BLOCK, set(signal.Signals))
sum(itertools.repeat(0))
