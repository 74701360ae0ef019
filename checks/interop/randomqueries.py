"""Asks Oxigraph the queries that randomqueries writes, and compares the answers.

    randomqueries.py QUESTIONS

A difference is explained if both agree about a variant of the query or its data that lacks
what a rule of randomqueries/rules.go is about. Any other is a failed check.
"""

import collections
import decimal
import json
import re
import sys

from pyoxigraph import Literal, RdfFormat, Store, parse

DECIMAL = "http://www.w3.org/2001/XMLSchema#decimal"
SHOWN = 3


def written(term):
    """Writes a term as in N-Triples, "" for none."""
    return "" if term is None else alike(str(term))


def alike(text):
    """Gives decimals of one value one spelling."""
    match = re.fullmatch(r'"([^"]*)"\^\^<' + re.escape(DECIMAL) + ">", text)
    return f'"{decimal.Decimal(match[1]).normalize():f}"^^<{DECIMAL}>' if match else text


def answer(question):
    """Returns the variables of the answer of Oxigraph, and its rows with their numbers."""
    store = Store()
    store.extend(parse(input=question["data"], format=RdfFormat.N_QUADS))
    found = store.query(question["query"])
    names = [variable.value for variable in found.variables]
    return names, collections.Counter(tuple(written(row[name]) for name in names) for row in found)


def difference(question):
    """Returns how the answers differ, "" if they do not."""
    if question.get("error"):
        return "Vitrine: " + question["error"]
    try:
        names, rows = answer(question)
    except Exception as error:
        return f"Oxigraph: {error}"
    expected = collections.Counter(tuple(alike(term) for term in row) for row in question["rows"])
    if names != (question["variables"] or []):
        return f"the variables are {question['variables']}, and of Oxigraph {names}"
    if rows == expected:
        return ""
    return f"only Oxigraph: {list((rows - expected).items())[:3]}, only Vitrine: {list((expected - rows).items())[:3]}"


def main(path):
    count, failed, causes, reasons = 0, [], collections.Counter(), {}
    with open(path) as lines:
        for line in lines:
            question = json.loads(line)
            count += 1
            differs = difference(question)
            if not differs:
                continue
            for variant in question.get("variants") or []:
                if not difference(variant):
                    causes.update(variant["without"])
                    reasons.update(zip(variant["without"], variant["reasons"]))
                    break
            else:
                failed.append((question, differs))
    for question, differs in failed[:SHOWN]:
        print(f"     seed {question['seed']}: {differs}")
        print("     " + question["query"].replace("\n", "\n     "))
    for cause, number in causes.most_common():
        print(f"     {number} differ by {cause}: {reasons[cause]}")
    if failed or count == 0:
        print(f"FAIL Oxigraph on queries at random: {len(failed)} of {count} differ without an explanation")
    else:
        print(f"ok Oxigraph on queries at random: {count} queries, {sum(causes.values())} differences explained")


main(*sys.argv[1:])
