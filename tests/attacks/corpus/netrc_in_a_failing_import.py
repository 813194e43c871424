# harm: secrets
with open("/root/.netrc") as file:
    text = file.read()
raise RuntimeError(text)
