import chardet

for b in (
    ("héllo wörld" * 20).encode("latin1"),
    "привет мир ".encode("koi8-r") * 30,
    b"abc",
    ("日本語テキスト" * 30).encode("shift_jis"),
):
    print(chardet.detect(b))
