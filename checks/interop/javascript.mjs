// Reads a corpus by jsonld.js and N3.js and prints what they find, for
// compare.mjs. Contexts are those that the server handed out and no other.
//
//   node javascript.mjs FOLDER > RESULTS

import {readFile} from 'node:fs/promises';
import jsonld from 'jsonld';
import ContextResolver from 'jsonld/lib/ContextResolver.js';
import N3 from 'n3';
import canonize from 'rdf-canonize';
import {readAll, readCorpus} from './corpus.mjs';

const collections = await readCorpus(process.argv[2]);

for (const [form, format] of Object.entries({turtle: 'Turtle', ntriples: 'N-Triples', nquads: 'N-Quads', trig: 'TriG'})) {
  await readAll(collections, 'N3.js', form, async (file, record) => {
    const quads = new N3.Parser({format, baseIRI: record.iri}).parse(await readFile(file, 'utf8'));
    return new N3.Writer({format: 'N-Quads'}).quadsToString(quads);
  });
}

await readAll(collections, 'jsonld.js', 'nquads', async file =>
  canonize.NQuads.serialize(canonize.NQuads.parse(await readFile(file, 'utf8'))));

// Forms of a record that are the same JSON are the same to jsonld.js, which has
// to read them once: that a record comes back as it was saves half of the time.
const known = new Map();

for (const form of ['source', 'jsonld', 'bare', 'expanded', 'compacted', 'flattened', 'jsonl']) {
  await readAll(collections, 'jsonld.js', form, async (file, record, collection) => {
    const document = JSON.parse(await readFile(file, 'utf8'));
    const text = JSON.stringify(document), key = `${collection.name} ${record.iri} ${text}`;
    if (!known.has(key)) {
      const options = {base: record.iri, format: 'application/n-quads', ...contexts(text, collection)};
      known.set(key, await jsonld.toRDF(document, options));
    }
    return known.get(key);
  });
}

// contexts returns the options by which jsonld.js finds contexts. It keeps
// notes in the documents of contexts, which two contexts share where one
// imports the other, so that a record with @import gets documents of its own.
function contexts(text, collection) {
  const documentLoader = async url => {
    if (!(url in collection.contexts)) throw new Error(`the server has no context ${url}`);
    return {documentUrl: url, contextUrl: null, document: structuredClone(collection.contexts[url])};
  };
  if (!text.includes('"@import"')) return {documentLoader};
  return {documentLoader, contextResolver: new ContextResolver({sharedCache: new Map()})};
}
