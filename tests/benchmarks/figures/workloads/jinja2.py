import jinja2

e = jinja2.Environment(trim_blocks=True)
t = e.from_string(
    '{% macro m(a,b=1) %}{{a|upper}}{% endmacro %}{% for x in xs if x %}{{loop.index}}{{ m(x) }}{% else %}none{% endfor %}{% set q=1 %}{{ q+2 if q else 3 }}{{xs|join(",")}}'
)
print(t.render(xs=["a", "", "b"]), t.render(xs=[]))
try:
    e.from_string("{% if %}")
except Exception as x:
    print(x)
