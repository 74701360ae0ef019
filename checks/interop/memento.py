"""Asks for states of records at 1,000 moments with memento_client: memento.py ADDRESS TOKEN, where the
server's base URL is its address. It writes and deletes records for half a minute, several times a
second, and knows from the answers which state each had at the end of each second."""

import datetime
import json
import random
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

from memento_client import MementoClient

address, token = sys.argv[1], sys.argv[2]
chance, states, seconds = random.Random(36), {}, 30


def send(method, path, body=None, **fields):
    request = urllib.request.Request(address + path, body, fields, method=method)
    with urllib.request.urlopen(request) as answer:
        return answer.read()


def write(name, number):
    """Makes the next state of a record; None stands for a deletion."""
    path, writer = "/person/" + name, {"Authorization": "Bearer " + token}
    if number is None:
        send("DELETE", path, **writer)
        return
    record = {"@context": "https://linked.art/ns/v1/linked-art.json", "id": address + path, "type": "Person", "_label": str(number)}
    send("PUT", path, json.dumps(record).encode(), **writer, **{"Content-Type": "application/ld+json"})


names, present, number, end = [f"p{i}" for i in range(20)], set(), 0, time.time() + seconds
while time.time() < end:
    name = chance.choice(names)
    if name in present and chance.random() < 0.15:
        write(name, None)
        present.remove(name)
    else:
        number += 1
        write(name, number)
        present.add(name)
    time.sleep(chance.random() / 10)

# When each state was, by the TimeMaps, and what it said, by its number.
for name in names:
    map = json.loads(send("GET", "/-/timemap?of=" + urllib.parse.quote(address + "/person/" + name), Accept="application/json"))
    while "older_uri" in map:
        raise SystemExit("FAIL Memento: a TimeMap of more than one page")
    states[name] = sorted((datetime.datetime.strptime(m["datetime"], "%Y-%m-%dT%H:%M:%SZ"), m["version"], m["uri"]) for m in map["mementos"]["list"])

first = min(s[0][0] for s in states.values())
client, wrong = MementoClient(timegate_uri="", check_native_timegate=False), 0
for _ in range(1000):
    name = chance.choice(names)
    at = first + datetime.timedelta(seconds=chance.randrange(-5, seconds + 5))
    known = states[name]
    before = [s for s in known if s[0] <= at]
    time_of, version, uri = before[-1] if before else known[0]
    found = client.get_memento_info(address + "/person/" + name, at)["mementos"]
    i = known.index((time_of, version, uri))
    want = {"closest": known[i], "first": known[0], "last": known[-1]}
    want |= {"prev": known[i - 1]} if i else {}
    want |= {"next": known[i + 1]} if i + 1 < len(known) else {}
    got = {rel: (m["datetime"], m["uri"][0]) for rel, m in found.items()}
    if got != {rel: (s[0], s[2]) for rel, s in want.items()}:
        wrong += 1
        print(f"FAIL Memento: {name} at {at}: {got}, not {want}")
labels = {json.loads(send("GET", uri[len(address):], Accept="application/ld+json"))["_label"] for s in states.values() for _, _, uri in s}
if len(labels) != number:
    wrong += 1
    print(f"FAIL Memento: the states have {len(labels)} labels, not {number}")
if not wrong:
    print(f"ok Memento: 1000 moments among {number} states of {len(names)} records")
