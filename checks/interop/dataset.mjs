// RDF datasets as sets of lines in canonical form (RDFC-1.0, once URDNA2015),
// so that two of them are equal exactly when they are isomorphic.

import canonize from 'rdf-canonize';
import N3 from 'n3';

// Some fixtures hold many blank nodes that look alike, which is more work than
// the library allows by default.
const options = {algorithm: 'RDFC-1.0', maxWorkFactor: 3};

// canonical returns the canonical N-Quads of RDF/JS quads, each line once. With
// {named: false} graph names are left out, for formats that have none.
export async function canonical(quads, {named = true} = {}) {
  const seen = new Map();
  for (const quad of quads) {
    const one = {
      subject: term(quad.subject), predicate: term(quad.predicate), object: term(quad.object),
      graph: named ? term(quad.graph) : {termType: 'DefaultGraph', value: ''},
    };
    seen.set(JSON.stringify(one), one);
  }
  return canonize.canonize([...seen.values()], options);
}

// term returns a term as the canonicaliser wants it: blank nodes with their
// underscore, language tags in lower case, in which they are compared (RDF 1.1
// Concepts section 3.3).
function term(t) {
  switch (t.termType) {
    case 'BlankNode':
      return {termType: t.termType, value: t.value.startsWith('_:') ? t.value : `_:${t.value}`};
    case 'Literal': {
      const out = {termType: t.termType, value: t.value, datatype: {termType: 'NamedNode', value: t.datatype.value}};
      if (t.language) out.language = t.language.toLowerCase();
      return out;
    }
    default:
      return {termType: t.termType, value: t.value};
  }
}

// parse reads N-Quads.
export function parse(text) {
  return new N3.Parser({format: 'N-Quads'}).parse(text);
}

// difference returns some of the lines that only one of two canonical forms
// has, or null where they are equal. Labels of blank nodes are left out of the
// lines: one wrong line gives all of them other labels.
export function difference(got, want) {
  if (got === want) return null;
  const gotLines = lines(got), wantLines = lines(want);
  const missing = without(wantLines, gotLines).map(line => `- ${line}`);
  const extra = without(gotLines, wantLines).map(line => `+ ${line}`);
  if (missing.length + extra.length === 0) return 'the same lines, but its blank nodes stand elsewhere';
  return [...missing.slice(0, 3), ...extra.slice(0, 3)].join('\n');
}

function lines(text) {
  return text.replace(/_:c14n\d+/g, '_:').split('\n');
}

// without returns the items of a list that another, which may hold some of them
// more than once, does not hold.
function without(list, other) {
  const count = new Map();
  for (const item of other) count.set(item, (count.get(item) ?? 0) + 1);
  return list.filter(item => {
    const left = count.get(item) ?? 0;
    count.set(item, left - 1);
    return left <= 0;
  });
}
