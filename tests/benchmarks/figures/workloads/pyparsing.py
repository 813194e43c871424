import pyparsing as p

i = p.Word(p.nums).set_parse_action(lambda t: int(t[0]))
e = p.infix_notation(
    i, [("*", 2, p.OpAssoc.LEFT), ("+", 2, p.OpAssoc.LEFT), ("-", 1, p.OpAssoc.RIGHT)]
)
print(e.parse_string("1+2*(3+-4)").as_list())
try:
    e.parse_string("+", parse_all=True)
except p.ParseException as x:
    print(x)
print(p.DelimitedList(p.Regex("[a-z]+") | p.QuotedString('"')).parse_string('a,"b",c'))
