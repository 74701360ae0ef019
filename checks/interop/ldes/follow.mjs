// Has ldes-client replicate the records of a server by its event stream, and follow it while
// records change. Compares what it emits with a dump.
//
//   node follow.mjs ADDRESS TOKEN

import {Parser} from 'n3';
import {replicateLDES, intoConfig} from 'ldes-client';
import {check} from '../report.mjs';

const [address, token] = process.argv.slice(2);
const as = 'https://www.w3.org/ns/activitystreams#';

// dump returns the quads of all records, by record, as sorted lines.
async function dump() {
  const records = new Map();
  for (const quad of new Parser().parse(await (await fetch(`${address}/-/dump.nq`)).text())) add(records, quad.graph.value, quad);
  return lines(records);
}

function add(records, name, quad) {
  if (!records.has(name)) records.set(name, []);
  const text = term => [term.termType, term.termType === 'BlankNode' ? '' : term.value, term.datatype?.value, term.language].join(' ');
  records.get(name).push([quad.subject, quad.predicate, quad.object].map(text).join(' | '));
}

const lines = records => new Map([...records].map(([name, all]) => [name, all.sort().join('\n')]));

// Replica is what a client has that materialises the members.
class Replica {
  records = new Map();
  times = new Map();
  deleted = 0;

  take(member) {
    const about = property => member.quads.find(q => q.subject.value === member.id.value && q.predicate.value === property)?.object.value;
    const [name, at, kind] = [about(`${as}object`), about(`${as}published`), about('http://www.w3.org/1999/02/22-rdf-syntax-ns#type')];
    if ((this.times.get(name) ?? '') > at) return;
    this.times.set(name, at);
    if (kind === `${as}Delete`) {
      this.deleted++;
      this.records.delete(name);
      return;
    }
    const record = new Map();
    for (const quad of member.quads) if (quad.graph.value === member.id.value) add(record, name, quad);
    this.records.set(name, lines(record).get(name) ?? '');
  }

  faults(want) {
    const found = [];
    for (const [name, text] of want) if (this.records.get(name) !== text) found.push(`${name} is another: ${this.records.get(name)?.slice(0, 300)} … ${text.slice(0, 300)}`);
    for (const name of this.records.keys()) if (!want.has(name)) found.push(`${name} should not be there`);
    return found;
  }
}

// replicate reads the whole stream in an order.
async function replicate(order, want) {
  const replica = new Replica();
  let last = '';
  const faults = [];
  for await (const member of replicateLDES(intoConfig({url: `${address}/-/ldes`}), order).stream()) {
    replica.take(member);
    const at = replica.times.get([...replica.times.keys()].at(-1));
    if (order === 'ascending' && Date.parse(at) < Date.parse(last)) faults.push(`${member.id.value} comes after what was later`);
    last = at;
  }
  check(`ldes-client, order ${order}: ${replica.records.size} records`, [...faults, ...replica.faults(want)]);
}

// follow reads the stream, changes records, and reads on until the replica is as the store.
async function follow() {
  const replica = new Replica();
  const client = replicateLDES(intoConfig({url: `${address}/-/ldes`, polling: true, pollInterval: 300}), 'none');
  let fetched = 0, changing, want = await dump();
  client.on('fragment', () => fetched++);
  const done = new Promise(resolve => {
    setTimeout(resolve, 60_000).unref();
    client.on('poll', async () => {
      await (changing ??= change(want));
      if (replica.faults(want = await dump()).length === 0) resolve();
    });
  });
  // The stream of a client that is closed does not end.
  const reading = (async () => {
    for await (const member of client.stream()) replica.take(member);
  })();
  await Promise.race([done, reading]);
  check(`ldes-client follows: ${await changing} changes, ${replica.deleted} deletions, ${fetched} pages`, [
    ...replica.faults(want), ...(replica.deleted > 0 ? [] : ['there was no deletion']),
  ]);
}

// change deletes a record and writes two others anew.
async function change(records) {
  const [gone, ...changed] = [...records.keys()].slice(0, 3);
  const headers = {authorization: `Bearer ${token}`};
  const done = [await fetch(gone, {method: 'DELETE', headers})];
  for (const name of changed) {
    const record = await (await fetch(name, {headers: {accept: 'application/ld+json'}})).json();
    record._label = `${record._label}, changed`;
    done.push(await fetch(name, {method: 'PUT', headers: {...headers, 'content-type': 'application/ld+json'}, body: JSON.stringify(record)}));
  }
  check('records change', done.filter(r => !r.ok).map(r => `${r.url}: ${r.status}`));
  return done.length;
}

const want = await dump();
for (const order of ['none', 'ascending', 'descending']) await replicate(order, want);
await follow();
process.exit(0);
