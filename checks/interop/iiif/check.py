"""Reads manifests and collections with iiif-prezi3, whose classes are made of IIIF's schema.

    check.py NAME FOLDER
"""

import json
import pathlib
import sys

import iiif_prezi3

name, folder = sys.argv[1:]
faults, seen = [], 0
for path in sorted(pathlib.Path(folder).glob("*.json")):
    text = path.read_text()
    document = json.loads(text)
    kind = getattr(iiif_prezi3, document["type"])
    try:
        again = json.loads(kind(**document).json())
    except Exception as error:  # whatever the library raises is a fault
        faults.append(f"{document['id']}: {error}")
        continue
    seen += 1
    if again["id"] != document["id"] or len(again.get("items") or []) != len(document["items"]):
        faults.append(f"{document['id']} is another one when it is written again")
print(f"FAIL {name}: iiif-prezi3" if faults or not seen else f"ok {name}: iiif-prezi3 reads {seen} documents")
for fault in faults[:10]:
    print("    ", fault)
