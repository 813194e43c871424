import sys

sys.exit("not as a module, please")
