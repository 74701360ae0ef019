"""Answers the queries by Oxigraph over the data set that fragments have.

    python expect.py DUMP QUERIES FOLDER

DUMP holds all records as N-Quads. The default graph is made from it by its
definition: a triple is in it unless its subject is the entity of a record other
than the one that states it. The answer to each query is written to a file of the
folder as a sorted list of rows.
"""

import json
import pathlib
import sys

from pyoxigraph import DefaultGraph, Quad, QueryBoolean, QueryTriples, RdfFormat, Store, parse


def dataset(dump):
    quads = list(parse(path=dump, format=RdfFormat.N_QUADS))
    records = {quad.graph_name for quad in quads}
    store = Store()
    store.extend(quads)
    store.extend(
        Quad(quad.subject, quad.predicate, quad.object, DefaultGraph())
        for quad in quads
        if quad.subject not in records or quad.subject == quad.graph_name
    )
    return store


def rows(answer):
    """Returns lists of terms as N-Triples write them, and null for unbound ones."""
    if isinstance(answer, QueryBoolean):
        return [[str(bool(answer)).lower()]]
    if isinstance(answer, QueryTriples):
        return [list(row) for row in {(str(triple.subject), str(triple.predicate), str(triple.object)) for triple in answer}]
    names = sorted(variable.value for variable in answer.variables)
    return [[None if row[name] is None else str(row[name]) for name in names] for row in answer]


def main():
    dump, queries, folder = sys.argv[1:]
    store = dataset(dump)
    for file in sorted(pathlib.Path(queries).glob("*.rq")):
        found = rows(store.query(file.read_text()))
        pathlib.Path(folder, file.stem + ".json").write_text(json.dumps(sorted(found, key=json.dumps)))


main()
