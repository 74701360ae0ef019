// Fetches every record of a server in every form, by its Accept field, and
// keeps the answers as a corpus.
//
//   node fetch.mjs COLLECTION SERVER BASE DUMP SOURCES FOLDER
//
// SERVER is where the server listens, BASE the public URL of the entities, DUMP
// the file that holds all records as N-Quads, which says what there is, and
// SOURCES the folder of files that the records were loaded from.

import {copyFile, mkdir, readFile, readdir, writeFile} from 'node:fs/promises';
import path from 'node:path';
import N3 from 'n3';
import {forms} from './corpus.mjs';
import {check, inParallel} from './report.mjs';

const [collection, server, base, dump, sources, folder] = process.argv.slice(2);
const root = path.join(folder, collection);
await mkdir(root, {recursive: true});

const quads = new N3.Parser({format: 'N-Quads'}).parse(await readFile(dump, 'utf8'));
const names = [...new Set(quads.map(quad => quad.graph.value))].sort();
check(`${collection}: the dump names ${names.length} records`, names.length > 0 ? [] : ['it is empty']);

const records = names.map((iri, n) => ({iri, n, url: address(iri), files: {}}));
for (const form of forms) {
  await fetchAll(form);
}
await copySources();
await writeFile(path.join(root, 'index.json'), JSON.stringify({contexts: await fetchContexts(), records}, null, 1));

// address is where the server answers for an entity.
function address(iri) {
  const inside = iri.startsWith(base) && !iri.includes('#');
  return server + (inside ? new URL(iri).pathname + new URL(iri).search : `/entity?id=${encodeURIComponent(iri)}`);
}

async function fetchAll(form) {
  const faults = [];
  let without = 0;
  await inParallel(records, 8, async record => {
    const url = form.query ? `${record.url}${record.url.includes('?') ? '&' : '?'}${form.query}` : record.url;
    const answer = await fetch(url, {headers: {Accept: form.accept}, redirect: 'error'});
    const body = await answer.text();
    const type = (answer.headers.get('Content-Type') ?? '').split(';')[0];
    if (answer.status === 406 && form.optional) {
      without++;
      return;
    }
    if (answer.status !== 200 || type !== form.type) {
      faults.push(`${record.iri}: status ${answer.status}, type ${type}`);
      return;
    }
    record.files[form.name] = `${record.n}.${form.name}`;
    await writeFile(path.join(root, record.files[form.name]), body);
  });
  if (without === records.length) faults.push('no record has this form');
  const remark = without > 0 ? ` (${without} cannot be written so)` : '';
  check(`${collection}: ${records.length} records served as ${form.name}${remark}`, faults);
}

// fetchContexts returns the server's JSON-LD contexts by URL.
async function fetchContexts() {
  const list = await (await fetch(`${server}/-/contexts/`, {headers: {Accept: 'application/json'}})).json();
  const contexts = {};
  for (const {url, href} of list) {
    contexts[url] = await (await fetch(new URL(href, server), {headers: {Accept: 'application/ld+json'}})).json();
  }
  check(`${collection}: ${list.length} contexts served`, list.length > 0 ? [] : ['none is listed']);
  return contexts;
}

// copySources adds to each record the file that it was loaded from, as the form
// "source", where the file tells its id.
async function copySources() {
  const byIRI = new Map(records.map(record => [record.iri, record]));
  let found = 0;
  for (const name of await readdir(sources, {recursive: true})) {
    if (!name.endsWith('.json')) continue;
    const file = path.join(sources, name);
    const record = byIRI.get(JSON.parse(await readFile(file, 'utf8')).id);
    if (!record) continue;
    found++;
    record.files.source = `${record.n}.source`;
    await copyFile(file, path.join(root, record.files.source));
  }
  const enough = found > 0.9 * records.length;
  check(`${collection}: ${found} records are found in their source files`, enough ? [] : [`there are ${records.length} records`]);
}
