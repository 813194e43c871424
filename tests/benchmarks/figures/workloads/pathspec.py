import pathspec

ps = pathspec.PathSpec.from_lines(
    "gitwildmatch", ["*.py", "!a/*.py", "b/**", "/c", "d/", "# x", "", "[ab].txt"]
)
print([f for f in ("x.py", "a/x.py", "b/y", "c", "d/e", "a.txt") if ps.match_file(f)])
