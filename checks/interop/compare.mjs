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

async function judge({collection, iri, tool, form, nquads, error}) {
  const name = `${tool} reads ${form} of ${collection}`;
  if (!groups.has(name)) groups.set(name, {compared: 0, faults: []});
  const group = groups.get(name);
  group.compared++;
  if (error !== undefined) {
    group.faults.push(`${iri}: ${error}`);
    return;
  }
  // What another tool wrote and Vitrine read has what that tool misreads.
  const [plain, writer] = form.split(' by ');
  const {terms, conflate} = misread(writer ?? tool, wanted.get(`${collection} ${iri}`));
  if (terms.size > 0) misreadTerms.set(writer ?? tool, new Set([...misreadTerms.get(writer ?? tool) ?? [], ...terms]));
  try {
    const options = {named: naming.has(plain)};
    const want = await canonical(conflate(wanted.get(`${collection} ${iri}`)), options);
    const got = await canonical(conflate(parse(nquads)), options);
    const fault = difference(got, want);
    if (fault) group.faults.push(`${iri}\n${fault}`);
  } catch (problem) {
    group.faults.push(`${iri}: ${problem.message}`);
  }
}
