"""Classes that are handed their collaborators, keep them, and ask them things."""


class Busy(Exception):
    pass


class Reminders:
    def __init__(self, store, clock):
        self.store = store
        self.clock = clock

    def due(self, key):
        entry = self.store.fetch_entry(key)
        if entry is None:
            return None
        if entry["at"] > self.clock.moment():
            return "later"
        return entry["text"]


class Jobs:
    def __init__(self, client):
        self._client = client

    async def state(self, job: str):
        try:
            reply = await self._client.job_state(job)
        except Busy:
            return "busy"
        if reply.code == 404:
            return "unknown"
        return reply.state


class Pool:
    def __init__(self, clients):
        self.clients = clients

    def first_alive(self):
        for client in self.clients:
            with client.connect() as connection:
                if connection.ping():
                    return client.address
        return None
