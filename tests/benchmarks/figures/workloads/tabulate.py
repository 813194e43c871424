from tabulate import tabulate, tabulate_formats

for f in tabulate_formats:
    print(
        len(
            tabulate(
                [["a", 1.5], ["bb", None], ["1e3", 22]],
                headers=["x", "y"],
                tablefmt=f,
                numalign="decimal",
            )
        )
    )
print(tabulate({"a": [1], "b": ["z"]}, headers="keys", showindex=True))
