"""Answers queries with pyoxigraph over the folder of a store of Oxigraph.

Each line of the input is a JSON object: the text of a query, how often to answer it, and
"only" where no more than so many solutions are to be read. Each line of the output is one:
the nanoseconds of processor time that took, and the number of results of one answer. An
answer is written as SPARQL Query Results JSON or as N-Triples, into memory.
"""

import itertools
import json
import sys
import time

from pyoxigraph import QueryBoolean, QueryResultsFormat, QuerySolutions, RdfFormat, Store


def answer(store, query, only):
    """Returns the bytes of the answer."""
    results = store.query(query, use_default_graph_as_union=True)
    if only:
        return "\n".join(str(s) for s in itertools.islice(results, only)).encode()
    if isinstance(results, (QuerySolutions, QueryBoolean)):
        return results.serialize(format=QueryResultsFormat.JSON)
    return results.serialize(format=RdfFormat.N_TRIPLES)


def count(query, text, only):
    """Returns the number of results in the bytes of an answer."""
    if only or not text.startswith(b"{"):
        return len(text.splitlines())
    document = json.loads(text)
    if "boolean" in document:
        return int(document["boolean"])
    return len(document["results"]["bindings"])


def main():
    store = Store.read_only(sys.argv[1])
    for line in sys.stdin:
        asked = json.loads(line)
        query, only = asked["query"], asked.get("only", 0)
        text = answer(store, query, only)
        start = time.process_time_ns()
        for _ in range(asked["times"]):
            answer(store, query, only)
        spent = time.process_time_ns() - start
        print(json.dumps({"nanoseconds": spent, "results": count(query, text, only)}), flush=True)


main()
