// Records that a tool is known to get wrong in one form, against the standards.
// What the tool finds in such a record, or what Vitrine finds in what the tool
// wrote, is not counted as a fault. One that comes out right is: its row has to go.

const base = 'https://data.museum.example/object/';

// Each row is a tool, whether it reads or writes, the forms, the records of the
// fixtures, and why.
const rows = [
  ['rapper', 'writes', ['turtle'], ['text-escapes'], 'it loses the triple after one with U+FFFE and U+FFFF'],
  ['rapper', 'writes', ['turtle'], ['jsonld-datatype', 'jsonld-typed-values'], 'it writes every number bare, whatever its lexical form'],
  ['rapper', 'writes', ['turtle'], ['text-line-ends'], 'it writes a carriage return unescaped between single quotation marks'],
  ['rdflib', 'writes', ['turtle', 'trig'], ['jsonld-datatype', 'jsonld-typed-values'], 'it writes every decimal bare, whatever its lexical form'],
  ['Oxigraph', 'writes', ['rdfxml'], ['f-44', 'text-line-ends'], 'it writes a carriage return as it is, which XML turns into a line feed'],
];

// known returns why a tool gets a record wrong, or undefined.
export function known(collection, iri, tool, does, form) {
  if (collection !== 'fixtures') return undefined;
  const row = rows.find(([t, d, forms, records]) =>
    t === tool && d === does && forms.includes(form) && records.some(record => base + record === iri));
  return row?.[4];
}
