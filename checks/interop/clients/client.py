# Reads, searches and writes records by a client that openapi-python-client made of the
# OpenAPI description.
#
#	python client.py FOLDER ADDRESS BASE SECRET
import sys

folder, address, base, secret = sys.argv[1:]
sys.path.insert(0, folder)

from vitrine_client import AuthenticatedClient
from vitrine_client.api.records import get_object, get_person, load, put_object
from vitrine_client.api.search import search
from vitrine_client.models.load_json_body_item import LoadJsonBodyItem
from vitrine_client.models.put_object_body import PutObjectBody


def check(name, ok, got):
    print(f"ok Python client: {name}" if ok else f"FAIL Python client: {name}: {got}")


client = AuthenticatedClient(base_url=address, token=secret)
read = get_person.sync_detailed("rembrandt", client=client)
check("read", read.status_code == 200 and read.parsed.field_label == "Rembrandt van Rijn", read)
found = search.sync_detailed(client=client, q="rembrandt", page="1")
check("search", found.status_code == 200 and any(item.id == base + "person/rembrandt" for item in found.parsed.ordered_items), found)
body = PutObjectBody.from_dict({"@context": "https://linked.art/ns/v1/linked-art.json", "id": base + "object/python", "type": "HumanMadeObject", "_label": "A mask"})
written = put_object.sync_detailed("python", client=client, body=body, if_none_match="*")
check("write", written.status_code == 201, written)
again = get_object.sync_detailed("python", client=client)
check("read what was written", again.status_code == 200 and again.parsed.field_label == "A mask", again)
many = [LoadJsonBodyItem.from_dict({**body.to_dict(), "id": base + f"object/python-{n}"}) for n in (1, 2)]
loaded = load.sync_detailed(client=client, body=many)
check("load", loaded.status_code == 200 and loaded.parsed.created == 2, loaded)
