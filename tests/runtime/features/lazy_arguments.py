"""Nothing is annotated: how arguments are used says what they must be."""


def full_name(person):
    if person.middle:
        return person.first + " " + person.middle + " " + person.last
    return person.first + " " + person.last


def busiest(stations):
    best = None
    for station in stations:
        if station["trains"] > 100:
            best = station["name"]
    return best


def send_all(queue, handler):
    sent = 0
    while queue:
        message = queue.pop()
        if handler(message, retries=3):
            sent += 1
    return sent


def initials(text):
    words = text.split("-")
    if len(words) < 2:
        return text.upper()
    return "".join(word[:1] for word in words)
