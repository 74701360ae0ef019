// Compares what the tools found in a corpus with the N-Quads that the server
// gave of the same record. Two datasets are equal when their canonical forms
// are (RDFC-1.0, once called URDNA2015).
//
//   node compare.mjs FOLDER RESULTS...

import {createReadStream} from 'node:fs';
import {readFile} from 'node:fs/promises';
import {createInterface} from 'node:readline';
import {readCorpus} from './corpus.mjs';
import {canonical, difference, parse} from './dataset.mjs';
import {known} from './known.mjs';
import {misread} from './misread.mjs';
import {check, note} from './report.mjs';

const [folder, ...results] = process.argv.slice(2);

// These name graphs; what is read from the others is in the default graph.
const naming = new Set(['nquads', 'trig']);

const wanted = new Map();
for (const collection of await readCorpus(folder)) {
  for (const {iri, files} of collection.records) {
    wanted.set(`${collection.name} ${iri}`, 'nquads' in files ? parse(await readFile(files.nquads, 'utf8')) : []);
  }
}

// groups holds a check for each tool, form and collection.
const groups = new Map();
const misreadTerms = new Map();
for (const file of results) {
  for await (const line of createInterface({input: createReadStream(file)})) {
    await judge(JSON.parse(line));
  }
}
for (const [name, {compared, faults}] of groups) {
  check(`${name}: ${compared} records equal their N-Quads`, faults);
}
for (const [tool, terms] of misreadTerms) {
  note(`${tool} misreads these, and is compared up to them (see misread.mjs): ${JSON.stringify([...terms])}`);
}

async function judge(result) {
  const {collection, iri, tool, form} = result;
  const name = `${tool} reads ${form} of ${collection}`;
  if (!groups.has(name)) groups.set(name, {compared: 0, faults: []});
  const group = groups.get(name);
  group.compared++;
  // What another tool wrote and Vitrine read has what that tool misreads.
  const [plain, writer] = form.split(' by ');
  const fault = await faultOf(result, plain, writer ?? tool);
  const reason = known(collection, iri, writer ?? tool, writer ? 'writes' : 'reads', plain);
  if (reason === undefined) {
    if (fault) group.faults.push(fault);
  } else if (fault) {
    note(`${writer ?? tool} gets ${plain} of ${iri} wrong: ${reason}`);
  } else {
    group.faults.push(`${iri} is right now: drop it from known.mjs`);
  }
}

// faultOf returns what is wrong with what a tool found in a record, or undefined.
async function faultOf({collection, iri, nquads, error}, form, tool) {
  if (error !== undefined) return `${iri}: ${error}`;
  const {terms, conflate} = misread(tool, wanted.get(`${collection} ${iri}`));
  if (terms.size > 0) misreadTerms.set(tool, new Set([...misreadTerms.get(tool) ?? [], ...terms]));
  try {
    const options = {named: naming.has(form)};
    const want = await canonical(conflate(wanted.get(`${collection} ${iri}`)), options);
    const got = await canonical(conflate(parse(nquads)), options);
    const fault = difference(got, want);
    return fault ? `${iri}\n${fault}` : undefined;
  } catch (problem) {
    return `${iri}: ${problem.message}`;
  }
}
