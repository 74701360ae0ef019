// Writes the records of a corpus anew by N3.js, and by rapper where it is, in the
// forms of RDF that these have, and prints a line of JSON for each document, for
// readback.
//
//   node write.mjs CORPUS FOLDER rapper|no-rapper > DOCUMENTS

import {execFile} from 'node:child_process';
import {readFile, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {promisify} from 'node:util';
import N3 from 'n3';
import {readCorpus} from './corpus.mjs';

const [corpus, folder, rapper] = process.argv.slice(2);

const n3 = {turtle: 'Turtle', ntriples: 'N-Triples', nquads: 'N-Quads', trig: 'TriG'};
// None of them is the scheme of an IRI in the records, which N3.js would mistake.
const prefixes = {crm: 'http://www.cidoc-crm.org/cidoc-crm/', la: 'https://linked.art/ns/terms/'};
const raptor = {turtle: 'turtle', ntriples: 'ntriples', rdfxml: 'rdfxml-abbrev'};

for (const {name, records} of await readCorpus(corpus)) {
  for (const {iri, n, files} of records) {
    if (!('nquads' in files)) continue;
    const quads = new N3.Parser({format: 'N-Quads'}).parse(await readFile(files.nquads, 'utf8'));
    for (const [form, format] of Object.entries(n3)) {
      const named = form === 'nquads' || form === 'trig';
      const writer = new N3.Writer({format, prefixes: form === 'turtle' || form === 'trig' ? prefixes : undefined});
      writer.addQuads(named ? quads : quads.map(q => N3.DataFactory.quad(q.subject, q.predicate, q.object)));
      const text = await new Promise((done, fail) => writer.end((error, result) => (error ? fail(error) : done(result))));
      await keep(name, iri, n, 'N3.js', form, text);
    }
    if (rapper !== 'rapper') continue;
    for (const [form, format] of Object.entries(raptor)) {
      if (!(form in files)) continue;
      const options = {maxBuffer: 64 << 20};
      const written = await promisify(execFile)('rapper', ['-q', '-i', 'ntriples', '-o', format, files.ntriples, iri.split('#')[0]], options).catch(error => error);
      // It refuses what it cannot read, such as U+FFFE in a literal.
      if (written instanceof Error) console.error(`rapper does not write ${iri} as ${form}: ${written.stderr}`);
      else await keep(name, iri, n, 'rapper', form, written.stdout);
    }
  }
}

async function keep(collection, iri, n, tool, form, text) {
  const file = path.join(folder, `${collection}-${n}.${tool}.${form}`);
  await writeFile(file, text);
  console.log(JSON.stringify({collection, iri, tool, form, file}));
}
