"""Nested mappings with certain keys."""


def region_of(config: dict) -> str:
    if "server" not in config:
        return "none"
    server = config["server"]
    if not isinstance(server, dict):
        return "plain"
    if server.get("region") == "eu-west-1":
        return "ireland"
    if "zone" in server and server["zone"] > 3:
        return "far"
    return "default"
