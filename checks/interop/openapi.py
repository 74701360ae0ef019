# Hooks of Schemathesis: how it writes bodies that are neither JSON nor forms, and dates of HTTP.
import json

import schemathesis
from hypothesis import strategies

schemathesis.openapi.format("http-date", strategies.just("Thu, 31 May 2007 20:35:00 GMT"))


def written(ctx, value):
    if isinstance(value, bytes):
        return value
    text = value if isinstance(value, str) else json.dumps(value)
    return text.encode("utf-8", "surrogatepass")


for media_type in ("application/jsonl", "application/x-ndjson", "application/n-triples", "application/n-quads",
                   "application/trig", "text/turtle", "application/rdf+xml", "application/sparql-query"):
    schemathesis.serializer(media_type)(written)
