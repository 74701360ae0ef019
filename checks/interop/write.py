"""Writes the records of a corpus anew by rdflib and Oxigraph, in all forms of RDF.

    python write.py CORPUS FOLDER > DOCUMENTS

Each line that is printed is a JSON object with the collection, the IRI of the
record, the tool, the form and the file, for readback.
"""

import json
import logging
import pathlib
import sys

import pyoxigraph
import rdflib

rdflib.NORMALIZE_LITERALS = False
logging.getLogger("rdflib").setLevel(logging.ERROR)

# What each tool calls the forms. (rdflib's pretty-xml makes IRIs of the literals in
# a list.)
RDFLIB = {"turtle": "turtle", "ntriples": "nt", "nquads": "nquads", "trig": "trig", "rdfxml": "xml"}
OXIGRAPH = {
    "turtle": pyoxigraph.RdfFormat.TURTLE,
    "ntriples": pyoxigraph.RdfFormat.N_TRIPLES,
    "nquads": pyoxigraph.RdfFormat.N_QUADS,
    "trig": pyoxigraph.RdfFormat.TRIG,
    "rdfxml": pyoxigraph.RdfFormat.RDF_XML,
}
NAMING = ("nquads", "trig")


def by_rdflib(text, form, iri):
    dataset = rdflib.Dataset()
    dataset.parse(data=text, format="nquads")
    source = dataset if form in NAMING else dataset.graph(rdflib.URIRef(iri))
    written = source.serialize(format=RDFLIB[form])
    return written if isinstance(written, bytes) else written.encode()


def by_oxigraph(text, form, _iri):
    quads = list(pyoxigraph.parse(text.encode(), format=pyoxigraph.RdfFormat.N_QUADS))
    if form not in NAMING:
        quads = [quad.triple for quad in quads]
    return pyoxigraph.serialize(quads, format=OXIGRAPH[form])


def main(corpus, folder):
    for index in sorted(corpus.glob("*/index.json")):
        collection = index.parent.name
        for number, record in enumerate(json.loads(index.read_text(encoding="utf-8"))["records"]):
            files = record["files"]
            # A graph without triples has no N-Quads.
            if "nquads" not in files:
                continue
            text = (index.parent / files["nquads"]).read_text(encoding="utf-8")
            for tool, write in (("rdflib", by_rdflib), ("Oxigraph", by_oxigraph)):
                for form in RDFLIB:
                    if form not in files:
                        continue
                    file = folder / f"{collection}-{number}.{tool}.{form}"
                    file.write_bytes(write(text, form, record["iri"]))
                    document = {"collection": collection, "iri": record["iri"], "tool": tool, "form": form}
                    print(json.dumps(document | {"file": str(file)}))


main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
