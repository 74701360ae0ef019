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
import {check, note} from './report.mjs';

// misreadings are what a tool is known to do against JSON-LD 1.1 API, each with
// the sign in the text of a document that it may do so there.
const misreadings = {
  'jsonld.js': [
    {reason: 'section 5.1.2 step 13.12: @graph without content is left out, though its blank node is pointed to', sign: /"@container":("@graph"|\[[^\]]*"@graph"[^\]]*\])/},
    {reason: 'section 5.1.2 step 14.2: the context of a term for @nest does not count', sign: /"@id":"@nest","@context"/},
    {reason: 'section 4.2.2 steps 6 and 14.2.2: a term that is defined anew by the form of a keyword keeps its meaning', sign: /"@later"/},
    {reason: 'section 5.1.2 step 17.2: @set with null is a node', sign: /"(@set|set)":null/},
    {reason: 'section 5.1.2 step 13.6: the container comes before @json', sign: /"@type":"@json","@container"/},
    {reason: 'section 5.1.2 step 8: the context of a term that defines the term anew counts twice', sign: /"@context":.*"(p\d)":\{[^{}]*"@context":.*"\1":/},
    {reason: 'section 4.1.2 step 5.1.2: a null context of a type has no previous context', sign: /"@context":(null|\[[^\]]*null\])/},
  ],
  PyLD: [
    {reason: 'section 5.1.2 step 17.2: @set with null is a node', sign: /"(@set|set)":null/},
    {reason: 'section 5.1.2 step 13.6: the container comes before @json', sign: /"@type":"@json","@container"/},
    {reason: 'section 4.2.2 steps 6 and 14.2.2: a term that is defined anew by the form of a keyword keeps its meaning', sign: /"@later"/},
    {reason: 'section 5.1.2 step 8: the context of a term that defines the term anew counts twice', sign: /"@context":.*"(p\d)":\{[^{}]*"@context":.*"\1":/},
    {reason: 'section 4.1.2 step 5.1: a null context of a type does not count', sign: /"@context":(null|\[[^\]]*null\])/},
  ],
};

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

async function judge(tool, {seed, document, nquads, error}, found) {
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
  const text = JSON.stringify(document);
  const known = misreadings[tool].find(({sign}) => sign.test(text));
  if (known === undefined) {
    group.faults.push(`seed ${seed}: ${text}\n${fault}`);
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
