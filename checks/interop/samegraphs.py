"""Compares two N-Quads files graph by graph, up to the labels of blank nodes.

samegraphs.py NAME EXPECTED FOUND prints a line for the tally. Both are read into a store,
which gives the literals of a value one spelling, and each graph is brought into the form of
RDF Dataset Canonicalization (https://www.w3.org/TR/rdf-canon/).
"""

import sys

from pyoxigraph import CanonicalizationAlgorithm, Dataset, Quad, RdfFormat, Store


def graphs(path):
    """Returns the canonical triples of each graph by its name."""
    store = Store()
    store.bulk_load(path=path, format=RdfFormat.N_QUADS)
    found = {}
    for name in store.named_graphs():
        graph = Dataset(
            Quad(q.subject, q.predicate, q.object) for q in store.quads_for_pattern(None, None, None, name)
        )
        graph.canonicalize(CanonicalizationAlgorithm.RDFC_1_0)
        found[name.value] = frozenset(str(q) for q in graph)
    return found


def main(name, expected, found):
    expected, found = graphs(expected), graphs(found)
    different = sorted(n for n in expected.keys() | found.keys() if expected.get(n) != found.get(n))
    for graph in different[:5]:
        print(f"     {graph} differs")
    if different or not expected:
        print(f"FAIL {name}: {len(different)} of {len(expected)} graphs differ")
    else:
        print(f"ok {name}: {len(expected)} graphs are the same")


main(*sys.argv[1:])
