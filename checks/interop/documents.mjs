// Lets jsonld.js and PyLD read the random documents of the command documents and
// compares the graphs with what Vitrine found. A document that one of them
// refuses is not compared with it.
//
//   node documents.mjs DOCUMENTS [PYLD-RESULTS]

import {createReadStream} from 'node:fs';
import {createInterface} from 'node:readline';
import jsonld from 'jsonld';
import ContextResolver from 'jsonld/lib/ContextResolver.js';
import {canonical, difference, parse} from './dataset.mjs';
import {Elements, misreadings} from './misreadings.mjs';
import {check, note} from './report.mjs';

const [documents, pyld] = process.argv.slice(2);
const tools = {'jsonld.js': byJSONLD};
if (pyld !== undefined) {
  const results = lines(pyld);
  tools.PyLD = async () => (await results.next()).value;
}
const groups = {};
for (const tool in tools) groups[tool] = {same: 0, refused: 0, explained: new Map(), faults: []};

for await (const document of lines(documents)) {
  for (const tool in tools) await judge(tool, document, await tools[tool](document));
}
for (const tool in groups) {
  const {same, refused, explained, faults} = groups[tool];
  check(`${tool} reads random documents: ${same} have the graph that Vitrine found, ${refused} are refused by one`, same > 0 ? faults : ['none was compared']);
  for (const [reason, seeds] of explained) note(`${tool} misreads ${seeds.length}: ${reason}`);
}

async function judge(tool, {seed, document, contexts, nquads, error}, found) {
  const group = groups[tool];
  if (error !== undefined || found.error !== undefined) {
    group.refused++;
    return;
  }
  const fault = await compared(nquads ?? '', found.nquads);
  if (fault === null) {
    group.same++;
    return;
  }
  const elements = new Elements({document, contexts});
  const known = misreadings[tool].find(({sign}) => sign(elements));
  if (known === undefined) {
    group.faults.push(`seed ${seed}: ${JSON.stringify(document)}\n${fault}`);
    return;
  }
  group.explained.set(known.reason, [...group.explained.get(known.reason) ?? [], seed]);
}

// compared returns how two graphs differ, or null. A record is one graph: its
// name does not count.
async function compared(ours, theirs) {
  try {
    const [want, got] = await Promise.all([ours, theirs].map(text => canonical(parse(text), {named: false})));
    return difference(got, want);
  } catch (problem) {
    return problem.message;
  }
}

async function byJSONLD({document, base, contexts}) {
  const documentLoader = async url => {
    if (!(url in contexts)) throw new Error(`there is no context ${url}`);
    return {documentUrl: url, contextUrl: null, document: structuredClone(contexts[url])};
  };
  // A resolver of its own: it keeps notes in the documents of contexts.
  const options = {base, documentLoader, contextResolver: new ContextResolver({sharedCache: new Map()}), format: 'application/n-quads'};
  try {
    return {nquads: await jsonld.toRDF(document, options)};
  } catch (error) {
    return {error: String(error.message ?? error)};
  }
}

async function* lines(file) {
  for await (const line of createInterface({input: createReadStream(file)})) yield JSON.parse(line);
}
