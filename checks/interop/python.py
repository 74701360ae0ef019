"""Reads a corpus by rdflib, Oxigraph and PyLD and writes what they find as N-Quads.

    python python.py FOLDER > RESULTS

Each line of the results is a JSON object with the collection, the IRI of the
record, the tool, the form that was read, and either nquads or error. compare.mjs
looks at them. Contexts are those that the server handed out and no other.
"""

import copy
import json
import logging
import pathlib
import sys

import pyoxigraph
import rdflib
from pyld import jsonld
from pyld.context_resolver import ContextResolver

# Literals are compared as they are written, not by their value.
rdflib.NORMALIZE_LITERALS = False
# It warns of each date that Python's own dates cannot hold, such as 196 BC.
logging.getLogger("rdflib").setLevel(logging.ERROR)

RDFLIB_FORMATS = {"turtle": "turtle", "ntriples": "nt", "nquads": "nquads", "trig": "trig", "rdfxml": "xml"}
OXIGRAPH_FORMATS = {
    "turtle": pyoxigraph.RdfFormat.TURTLE,
    "ntriples": pyoxigraph.RdfFormat.N_TRIPLES,
    "nquads": pyoxigraph.RdfFormat.N_QUADS,
    "trig": pyoxigraph.RdfFormat.TRIG,
    "rdfxml": pyoxigraph.RdfFormat.RDF_XML,
}
PYLD_FORMS = ("source", "jsonld", "bare", "expanded", "compacted", "flattened", "jsonl")


def by_rdflib(file, form, iri):
    dataset = rdflib.Dataset()
    # Only a dataset format may name graphs; the others fill the default graph.
    target = dataset if form in ("nquads", "trig") else dataset.default_graph
    target.parse(file, format=RDFLIB_FORMATS[form], publicID=iri)
    return dataset.serialize(format="nquads")


def by_oxigraph(file, form, iri):
    quads = pyoxigraph.parse(file.read_bytes(), format=OXIGRAPH_FORMATS[form], base_iri=iri)
    return pyoxigraph.serialize(quads, format=pyoxigraph.RdfFormat.N_QUADS).decode()


def by_pyld(contexts):
    # Forms of a record that are the same JSON are read once.
    known = {}

    def load(url, _options):
        if url not in contexts:
            raise LookupError(f"the server has no context {url}")
        document = copy.deepcopy(contexts[url])
        return {"contentType": "application/ld+json", "contextUrl": None, "documentUrl": url, "document": document}

    def read(file, _form, iri):
        document = json.loads(file.read_text(encoding="utf-8"))
        text = json.dumps(document)
        if (iri, text) in known:
            return known[iri, text]
        options = {"base": iri, "documentLoader": load, "format": "application/n-quads"}
        # PyLD keeps notes in the documents of contexts, which two contexts
        # share where one imports the other.
        if '"@import"' in text:
            options["contextResolver"] = ContextResolver({}, load)
        known[iri, text] = jsonld.to_rdf(document, options)
        return known[iri, text]

    return read


def main(folder):
    for index in sorted(folder.glob("*/index.json")):
        collection = json.loads(index.read_text(encoding="utf-8"))
        pyld = by_pyld(collection["contexts"])
        readers = [("rdflib", form, by_rdflib) for form in RDFLIB_FORMATS]
        readers += [("Oxigraph", form, by_oxigraph) for form in OXIGRAPH_FORMATS]
        readers += [("PyLD", form, pyld) for form in PYLD_FORMS]
        for tool, form, read in readers:
            for record in collection["records"]:
                if form not in record["files"]:
                    continue
                result = {"collection": index.parent.name, "iri": record["iri"], "tool": tool, "form": form}
                try:
                    result["nquads"] = read(index.parent / record["files"][form], form, record["iri"])
                except Exception as error:  # whatever it is, it is the finding
                    result["error"] = f"{type(error).__name__}: {error}"
                print(json.dumps(result))


main(pathlib.Path(sys.argv[1]))
