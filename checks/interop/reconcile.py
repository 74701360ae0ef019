"""Validates answers of the reconciliation service by the JSON Schemas of its specification:
reconcile.py ADDRESS FOLDER, where the folder has 0.2/schemas and 1.0-draft/schemas of
https://github.com/reconciliation-api/specs. Prints a line for each answer."""

import json
import pathlib
import sys
import urllib.parse
import urllib.request

import jsonschema
import referencing
import referencing.jsonschema

address, folder = sys.argv[1] + "/-/reconcile", pathlib.Path(sys.argv[2])
person = "https://data.museum.example/person/rembrandt"
queries = {
    "q0": {"query": "rembrant", "type": "Person", "limit": 3},
    "q1": {"query": "The Milkmaid", "properties": [{"pid": "produced_by.timespan", "v": "1660"}], "type_strict": "any"},
    "q2": {"query": "zzzzzzzz"},
}
queries1 = {"queries": [
    {"type": "Place", "limit": 5, "conditions": [{"matchType": "name", "propertyValue": "Delft"}]},
    {"conditions": [{"matchType": "id", "propertyValue": person}, {"matchType": "property", "propertyId": "born.timespan", "propertyValue": 1606}]},
]}
extend = {"ids": [person, "https://data.museum.example/object/rosetta-stone", "none"],
          "properties": [{"id": p} for p in ("born.timespan", "produced_by.timespan", "equivalent", "identified_by", "current_location")]}


def get(path="", **parameters):
    with urllib.request.urlopen(address + path + ("?" + urllib.parse.urlencode(parameters) if parameters else "")) as answer:
        return json.load(answer)


def post(path, value):
    request = urllib.request.Request(address + path, json.dumps(value).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def validator(version, name):
    """The schemas refer to each other by file name, and name no dialect that is registered."""
    resources = []
    for file in (folder / version / "schemas").glob("*.json"):
        schema = json.loads(file.read_text())
        resource = referencing.Resource(schema, referencing.jsonschema.DRAFT7)
        resources += [(file.name, resource)] + ([(schema["$id"].rstrip("#"), resource)] if "$id" in schema else [])
    registry = referencing.Registry().with_resources(resources)
    return jsonschema.Draft7Validator(json.loads((folder / version / "schemas" / (name + ".json")).read_text()), registry=registry)


suggested = [("suggest-entities-response", "/suggest/entity", "verm"), ("suggest-types-response", "/suggest/type", "p"), ("suggest-properties-response", "/suggest/property", "b")]
answers = [
    ("0.2", "manifest", get()),
    ("0.2", "reconciliation-query-batch", queries),
    ("0.2", "reconciliation-result-batch", get(queries=json.dumps(queries))),
    ("0.2", "data-extension-response", get(extend=json.dumps(extend))),
    ("0.2", "data-extension-property-proposal", get("/extend/propose", type="Person", limit=5)),
    ("1.0-draft", "manifest", get("/1.0")),
    ("1.0-draft", "reconciliation-query-batch", queries1),
    ("1.0-draft", "reconciliation-result-batch", post("/1.0/match", queries1)),
    ("1.0-draft", "data-extension-response", post("/1.0/extend", extend)),
    ("1.0-draft", "data-extension-property-proposal", get("/1.0/extend/propose", type="Person", limit=5)),
]
answers += [("0.2", name, get(path, prefix=prefix)) for name, path, prefix in suggested]
answers += [("1.0-draft", name, get("/1.0" + path, prefix=prefix)) for name, path, prefix in suggested]
for version, name, answer in answers:
    faults = [f"{'/'.join(map(str, e.absolute_path))}: {e.message[:200]}" for e in validator(version, name).iter_errors(answer)]
    print(f"FAIL reconciliation {version}, {name}: {'; '.join(faults)}" if faults else f"ok reconciliation {version}, {name}")
