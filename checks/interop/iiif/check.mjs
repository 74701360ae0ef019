// Reads the manifests and collections of a service with @iiif/parser, which Mirador's and other
// viewers' libraries are built on, and checks them against the JSON Schema of IIIF's validator.
//
//   node check.mjs NAME SERVER BASE DUMP SCHEMA FOLDER
//
// DUMP are the records as N-Quads. SCHEMA is the file of the schema, or empty. The documents are
// left in FOLDER.

import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import {Traverse, normalize} from '@iiif/parser';
import {check, inParallel} from '../report.mjs';

const [name, server, base, dump, schema, folder] = process.argv.slice(2);
const presentation = 'http://iiif.io/api/presentation/3/context.json';
const accept = `application/ld+json;profile="${presentation}"`;
const targetOf = id => server + encodeURI(decodeURI(id.slice(new URL(base).origin.length)));

const origin = new URL(base).origin;
const ids = [...new Set(readFileSync(dump, 'utf8').split('\n').filter(Boolean).map(line => /<([^>]*)> \.$/.exec(line)?.[1]))].filter(id => id?.startsWith(`${origin}/`));
const documents = new Map();
await inParallel(ids, 8, async id => {
  const response = await fetch(targetOf(id), {headers: {Accept: `${accept}, */*;q=0.1`}});
  if (response.headers.get('Content-Type') === accept) documents.set((await response.clone().json()).id, await response.json());
});
documents.set(`${base}-/iiif/search`, await (await fetch(`${server}/-/iiif/search`)).json());
const refused = [];
for (let left = [...documents.values()]; left.length > 0;) {
  const next = left.flatMap(d => d.type === 'Collection' ? d.items : []).filter(item => !documents.has(item.id));
  await inParallel(next, 8, async item => {
    const response = await fetch(targetOf(item.id));
    if (!response.ok) { refused.push(`${item.id}: ${response.status}`); return; }
    documents.set(item.id, await response.json());
  });
  left = next.map(item => documents.get(item.id)).filter(Boolean);
}
const all = [...documents.values()], manifests = all.filter(d => d.type === 'Manifest');
check(`${name}: what collections name is there`, refused);
check(`${name}: ids`, [...documents].filter(([id, d]) => d.id !== id).map(([id, d]) => `${d.id} is at ${id}`));
check(`${name}: ${manifests.length} manifests and ${all.length - manifests.length} collections`, manifests.length > 0 && all.length > manifests.length ? [] : ['too few']);

check(`${name}: @iiif/parser reads all of them`, all.flatMap(d => {
  try {
    const {entities, resource} = normalize(structuredClone(d));
    const canvases = d.type === 'Manifest' ? d.items.length : 0;
    if (Object.keys(entities.Canvas).length !== canvases || resource.id !== d.id) return [`${d.id}: ${Object.keys(entities.Canvas).length} canvases of ${canvases}`];
    let painted = 0;
    new Traverse({annotation: [() => { painted++; }]}).traverseUnknown(structuredClone(d));
    return painted === canvases ? [] : [`${d.id}: ${painted} annotations of ${canvases} canvases`];
  } catch (error) {
    return [`${d.id}: ${error}`];
  }
}));

if (schema && existsSync(schema)) {
  const ajv = new Ajv({strict: false, allErrors: false});
  addFormats(ajv);
  const valid = ajv.compile(JSON.parse(readFileSync(schema, 'utf8')));
  check(`${name}: valid by the schema of IIIF's validator`, all.filter(d => !valid(d)).map(d => { valid(d); return `${d.id}: ${ajv.errorsText(valid.errors).slice(0, 500)}`; }));
} else {
  console.log(`skip ${name}: INTEROP_IIIF names no file of the JSON Schema of IIIF's validator`);
}
all.forEach((d, i) => writeFileSync(`${folder}/${i}.json`, JSON.stringify(d)));
