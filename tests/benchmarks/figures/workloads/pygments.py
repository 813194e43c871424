import pygments, pygments.lexers as l, pygments.formatters as f

for n, c in (
    ("python", 'def f(x):\n  return f"{x!r}" # c\n'),
    ("json", '{"a":[1,null]}'),
    ("html", '<a b="c">x</a>'),
    ("c", "int main(){return 0;}"),
):
    print(
        len(pygments.highlight(c, l.get_lexer_by_name(n), f.HtmlFormatter(linenos=True))),
        len(pygments.highlight(c, l.get_lexer_by_name(n), f.TerminalFormatter())),
    )
print(l.guess_lexer("#!/bin/sh\nls"))
