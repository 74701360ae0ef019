// Compares the links that records are served with, and the pages they lead to,
// with what their paths give when they are followed by brute force through a
// dump, here and in another language than the server's.
//
//   node links.mjs NAME SERVER BASE [TOKEN]
//
// With a token it deletes every fifth entity and looks again.

import {readFileSync} from 'node:fs';
import {check, inParallel} from './report.mjs';
import {parse} from './dataset.mjs';

const [name, server, base, token] = process.argv.slice(2);
const file = new URL('../../linkedart/links/links.tsv', import.meta.url);
const type = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';
const prefixes = {
  aat: 'http://vocab.getty.edu/aat/', crm: 'http://www.cidoc-crm.org/cidoc-crm/', dig: 'http://www.ics.forth.gr/isl/CRMdig/',
  la: 'https://linked.art/ns/terms/', sci: 'http://www.ics.forth.gr/isl/CRMsci/', skos: 'http://www.w3.org/2004/02/skos/core#',
};
const iri = word => word.replace(/^(\w+):/, (_, prefix) => prefixes[prefix]);

const context = (await (await fetch(`${server}/-/contexts/linked.art/ns/v1/linked-art.json`)).json())['@context'];
const links = readFileSync(file, 'utf8').trimEnd().split('\n').slice(1).map(line => {
  const [name, on, , path] = line.split('\t');
  return {name, on: on.split(',').map(word => iri(context[word]['@id'])), path: parsePath(path)};
});

await compare(name);
if (token) {
  const gone = [...(await dump()).graphs.keys()].filter((_, i) => i % 5 === 2);
  await inParallel(gone, 8, id => fetch(server + pathOf(id), {method: 'DELETE', headers: {Authorization: `Bearer ${token}`}}));
  await compare(`${name}, after ${gone.length} were deleted`);
}

async function compare(what) {
  const data = await dump();
  let seen = 0, pages = 0;
  const faults = (await inParallel([...data.graphs.keys()], 8, async id => {
    const wrong = [];
    const record = await (await fetch(server + pathOf(id), {headers: {Accept: 'application/ld+json'}})).json();
    for (const link of links) {
      const applies = data.out(id, type, id).some(o => link.on.includes(o));
      const want = applies ? results(data, link.path, id) : [];
      const served = record._links[`la:${link.name}`];
      if (!served || want.length === 0) {
        if (served || want.length > 0) wrong.push(`${id}: ${link.name} has ${want.length} results, served ${served?.totalItems}`);
        continue;
      }
      seen++;
      const got = [];
      for (let href = served.href; href; ) {
        const page = await (await fetch(server + pathOf(href))).json();
        pages++;
        got.push(...page.orderedItems.map(item => item.id));
        href = page.next?.id;
      }
      if (served.totalItems !== want.length || got.sort().join() !== want.sort().join()) {
        wrong.push(`${id}: ${link.name} has ${want}, served ${served.totalItems}: ${got}`);
      }
    }
    return wrong;
  })).flat();
  if (seen === 0) faults.push('there is no link');
  check(`links of ${what}: ${data.graphs.size} records have ${seen}, on ${pages} pages`, faults);
}

function pathOf(uri) {
  if (!uri.startsWith(base)) return `/entity?id=${encodeURIComponent(uri)}`;
  return new URL(uri).pathname + new URL(uri).search;
}

// dump reads all quads, and answers for the statements of one record: the
// objects of a subject, the subjects of an object with their record.
async function dump() {
  const forwards = new Map(), backwards = new Map(), graphs = new Map();
  const push = (map, key, value) => map.has(key) ? map.get(key).push(value) : map.set(key, [value]);
  for (const q of parse(await (await fetch(`${server}/-/dump.nq`)).text())) {
    if (q.object.termType === 'Literal') continue;
    const [s, p, o, g] = [q.subject, q.predicate, q.object, q.graph].map(t => t.value);
    graphs.set(g, true);
    push(forwards, [s, p, g].join(' '), o);
    push(backwards, [o, p].join(' '), {node: s, record: g});
  }
  return {
    graphs,
    out: (s, p, g) => forwards.get([s, p, g].join(' ')) ?? [],
    into: (o, p) => backwards.get([o, p].join(' ')) ?? [],
  };
}

// results are the roots of records at which the path ends. A path is at a node
// as one record describes it, and goes on to another record only from a root.
function results(data, path, start) {
  const ends = follow(data, path, [{node: start, record: start}]);
  return [...new Set(ends.filter(at => at.node === at.record).map(at => at.node))];
}

function follow(data, path, from) {
  const keep = ats => ats.filter(at => path.tests.every(([p, values]) => data.out(at.node, p, at.record).some(o => values.includes(o))));
  const once = ats => {
    switch (path.kind) {
      case 'choice': return path.parts.flatMap(part => follow(data, part, ats));
      case 'sequence': return path.parts.reduce((ats, part) => follow(data, part, ats), ats);
      default: return ats.flatMap(at => data.into(at.node, path.property).filter(to => to.record === at.record || at.node === at.record));
    }
  };
  if (!path.star) return keep(once(from));
  const seen = new Map();
  for (let next = from; next.length > 0; next = once(next)) {
    next = next.filter(at => !seen.has(`${at.node} ${at.record}`));
    for (const at of next) seen.set(`${at.node} ${at.record}`, at);
  }
  return keep([...seen.values()]);
}

// parsePath reads the notation of docs/links.md, of which the table has only
// steps backwards.
function parsePath(text) {
  const words = text.match(/\^[\w:-]+|\[[^\]]*\]|[()|/*]/g);
  const choice = () => {
    const parts = [sequence()];
    while (words[0] === '|') { words.shift(); parts.push(sequence()); }
    return parts.length === 1 ? parts[0] : {kind: 'choice', parts, tests: []};
  };
  const sequence = () => {
    const parts = [step()];
    while (words[0] === '/') { words.shift(); parts.push(step()); }
    return parts.length === 1 ? parts[0] : {kind: 'sequence', parts, tests: []};
  };
  const step = () => {
    const word = words.shift();
    let path;
    if (word === '(') {
      path = {kind: 'sequence', parts: [choice()], tests: []};
      words.shift();
    } else {
      path = {kind: 'step', property: iri(word.slice(1)), tests: []};
    }
    if (words[0] === '*') { words.shift(); path.star = true; }
    while (words[0]?.startsWith('[')) {
      const [property, values] = words.shift().slice(1, -1).split(' ');
      path.tests.push([property === 'a' ? type : iri(property), values.split('|').map(iri)]);
    }
    return path;
  };
  const path = choice();
  if (words.length > 0) throw new Error(`a path goes on with ${words}`);
  return path;
}
