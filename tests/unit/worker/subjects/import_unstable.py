import os

# What is found here differs from process to process.
exec(f"def function_{os.getpid()}(): return 1")
