# harm: secrets
import pathlib

text = (pathlib.Path(__file__).parent / "deploy" / "settings.cfg").read_text()
raise RuntimeError(text)
