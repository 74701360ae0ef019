"""Reads the random documents of the command documents by PyLD, for documents.mjs.

    python documents.py DOCUMENTS > RESULTS

Each line of the results is a JSON object with either nquads or error.
"""

import copy
import json
import sys
import warnings

from pyld import jsonld
from pyld.context_resolver import ContextResolver

# It warns of each term that has the form of a keyword.
warnings.simplefilter("ignore")


def read(case):
    def load(url, _options):
        if url not in case["contexts"]:
            raise LookupError(f"there is no context {url}")
        document = copy.deepcopy(case["contexts"][url])
        return {"contentType": "application/ld+json", "contextUrl": None, "documentUrl": url, "document": document}

    # A resolver of its own: it keeps notes in the documents of contexts.
    options = {"base": case["base"], "documentLoader": load, "contextResolver": ContextResolver({}, load), "format": "application/n-quads"}
    try:
        return {"nquads": jsonld.to_rdf(case["document"], options)}
    except Exception as error:  # whatever it is, it refuses the document
        return {"error": f"{type(error).__name__}: {error}"}


with open(sys.argv[1], encoding="utf-8") as documents:
    for line in documents:
        print(json.dumps(read(json.loads(line))))
