// The corpus is what a server sent: a folder for each collection with a file
// for each form of each record, and index.json, which lists them.

import {readFile, readdir} from 'node:fs/promises';
import path from 'node:path';

// forms are what is asked for and what has to come back. An answer of 406 is
// right only where optional says so: RDF/XML cannot name every property. The
// first has links, which are no RDF; bare is the same without them.
export const forms = [
  {name: 'jsonld', accept: 'application/ld+json', type: 'application/ld+json'},
  {name: 'bare', query: 'links=none', accept: 'application/ld+json', type: 'application/ld+json'},
  {name: 'expanded', accept: profile('expanded'), type: 'application/ld+json'},
  {name: 'compacted', accept: profile('compacted'), type: 'application/ld+json'},
  {name: 'flattened', accept: profile('flattened'), type: 'application/ld+json'},
  {name: 'jsonl', accept: 'application/jsonl', type: 'application/jsonl'},
  {name: 'turtle', accept: 'text/turtle', type: 'text/turtle'},
  {name: 'ntriples', accept: 'application/n-triples', type: 'application/n-triples'},
  {name: 'nquads', accept: 'application/n-quads', type: 'application/n-quads'},
  {name: 'trig', accept: 'application/trig', type: 'application/trig'},
  {name: 'rdfxml', accept: 'application/rdf+xml', type: 'application/rdf+xml', optional: true},
];

function profile(name) {
  return `application/ld+json;profile="http://www.w3.org/ns/json-ld#${name}"`;
}

// readCorpus returns the collections. Each has a name, the server's JSON-LD
// contexts by URL, and records: an IRI, and the file of each form there is.
export async function readCorpus(folder) {
  const collections = [];
  for (const name of (await readdir(folder)).sort()) {
    const root = path.join(folder, name);
    const {contexts, records} = JSON.parse(await readFile(path.join(root, 'index.json'), 'utf8'));
    for (const record of records) {
      for (const form in record.files) record.files[form] = path.join(root, record.files[form]);
    }
    collections.push({name, contexts, records});
  }
  return collections;
}

// readAll reads one form of every record of every collection by a tool and
// prints what it finds, a line of JSON for each, for compare.mjs. read takes
// the file's path, the record and the collection, and returns N-Quads.
export async function readAll(collections, tool, form, read) {
  for (const collection of collections) {
    for (const record of collection.records) {
      if (!(form in record.files)) continue;
      const result = {collection: collection.name, iri: record.iri, tool, form};
      try {
        result.nquads = await read(record.files[form], record, collection);
      } catch (error) {
        result.error = String(error.message ?? error);
      }
      console.log(JSON.stringify(result));
    }
  }
}
