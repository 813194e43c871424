import markdown

print(
    markdown.markdown(
        '# T\n\n* a\n* b\n\n1. x\n\n> q\n\n`c` *e* **s** [l](u "t") ![i](p)\n\n    code\n\na | b\n--|--\n1 | 2\n\n[r]: http://x\n',
        extensions=["tables", "fenced_code", "toc", "attr_list", "def_list", "footnotes"],
    )
)
