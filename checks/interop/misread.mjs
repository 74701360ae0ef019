// Terms that a tool misreads, against the standards. No record is left out for
// that: both sides are compared up to such a term, it and what the tool may
// make of it counting as one.
//
// - jsonld.js has only JavaScript's doubles; it takes a number whose JavaScript
//   text has no point, such as 1e-7, for an integer, and writes a string with
//   the datatype xsd:double anew, "5" as 5.0E0. JSON-LD 1.1 API section 8.2
//   says otherwise, and the N-Quads follow it.
// - PyLD does the last of these.
// - rdflib writes doubles anew with six digits in Turtle and TriG.
// - rdflib writes the scheme of an IRI in RDF/XML in lower case, rapper resolves
//   the dot segments of one that is absolute. IRIs are equal only to the letter
//   (RDF 1.1 Concepts section 3.2).
// - rapper ends a literal at U+0000, and at U+FFFE and U+FFFF, which XML has not.
//
// What a tool gets wrong beyond single terms is in known.mjs.

const xsd = 'http://www.w3.org/2001/XMLSchema#';

const outcomes = {
  'jsonld.js': term => (term.termType === 'Literal' ? jsonldNumbers(term) : []),
  PyLD: term => (term.termType === 'Literal' ? pyldNumbers(term) : []),
  rdflib: term => (term.termType === 'Literal' ? rdflibNumbers(term) : term.termType === 'NamedNode' ? [iri(term.value.replace(/^[A-Za-z][A-Za-z0-9+.-]*:/, scheme => scheme.toLowerCase()))] : []),
  rapper: term => {
    if (term.termType === 'NamedNode') return [iri(withoutDotSegments(term.value))];
    return term.termType === 'Literal' ? [{...literal(term), value: term.value.split(/[\u0000\uFFFE\uFFFF]/)[0]}] : [];
  },
};

// misread returns what a tool may confuse in a record, given its true quads:
// the terms, and a function that takes quads to the same with one term for each
// such term and all that the tool may make of it.
export function misread(tool, quads) {
  const terms = new Set(), stand = new Map();
  for (const quad of quads) {
    for (const term of [quad.subject, quad.predicate, quad.object, quad.graph]) {
      const others = (outcomes[tool] ?? (() => []))(term).map(key).filter(other => other !== key(term));
      if (others.length === 0) continue;
      terms.add(term.value);
      const all = [key(term), ...others];
      const known = all.map(one => stand.get(one)).find(Boolean) ?? iri(`urn:misread:${stand.size}`);
      for (const one of all) stand.set(one, known);
    }
  }
  const one = term => stand.get(key(term)) ?? term;
  const conflate = list => list.map(quad =>
    ({subject: one(quad.subject), predicate: one(quad.predicate), object: one(quad.object), graph: one(quad.graph)}));
  return {terms, conflate};
}

function jsonldNumbers({value, datatype}) {
  const number = Number(value);
  const asDouble = typed(canonicalDouble(number), 'double'), asInteger = typed(number.toFixed(0), 'integer');
  switch (datatype.value) {
    case `${xsd}integer`:
      return /^[+-]?\d+$/.test(value) && BigInt(value) !== BigInt(number) ? [asInteger, asDouble] : [];
    case `${xsd}double`:
      return Number.isInteger(number) || String(number).includes('.') ? [asDouble] : [asDouble, asInteger];
    default:
      return [];
  }
}

function pyldNumbers({value, datatype}) {
  return datatype.value === `${xsd}double` ? [typed(canonicalDouble(Number(value)).replace('Infinity', 'INF'), 'double')] : [];
}

function rdflibNumbers({value, datatype}) {
  if (datatype.value !== `${xsd}double` || !Number.isFinite(Number(value))) return [];
  const [, mantissa, sign, exponent] = /^(.*?)\.?0*e([+-])(\d+)$/.exec(Number(value).toExponential(6));
  return [typed(`${mantissa}e${sign}${exponent.padStart(2, '0')}`, 'double')];
}

// canonicalDouble is the lexical form that both tools give to a double.
function canonicalDouble(number) {
  return number.toExponential(15).replace(/(\d)0*e\+?/, '$1E');
}

// withoutDotSegments resolves an IRI by itself (RFC 3986 section 5.2.4) and
// leaves all else as it is, which URL does not.
function withoutDotSegments(value) {
  const [, start, path, end] = /^([^:]+:\/\/[^/?#]*)?([^?#]*)(.*)$/s.exec(value);
  const out = [];
  const segments = path.split('/');
  segments.forEach((segment, i) => {
    const last = i === segments.length - 1;
    if (segment === '..' && out.length > 1) out.pop();
    if (segment !== '.' && segment !== '..') out.push(segment);
    else if (last) out.push('');
  });
  return (start ?? '') + out.join('/') + end;
}

function iri(value) {
  return {termType: 'NamedNode', value};
}

function typed(value, name) {
  return {termType: 'Literal', value, datatype: iri(xsd + name)};
}

function literal({termType, value, datatype, language}) {
  return {termType, value, datatype, language};
}

function key({termType, value, datatype, language}) {
  return [termType, value, datatype?.value, language?.toLowerCase()].join(' ');
}
