// Answers the queries by Comunica over the fragments of a server, and compares with
// the answers of expect.py.
//
//   node ask.mjs FRAGMENTS QUERIES EXPECTED

import {readFile, readdir} from 'node:fs/promises';
import path from 'node:path';
import {QueryEngine} from '@comunica/query-sparql';
import {check, note} from '../report.mjs';

const [fragments, queries, expected] = process.argv.slice(2);
const files = (await readdir(queries)).filter(name => name.endsWith('.rq')).sort();
check(`Comunica: ${files.length} queries`, files.length === 12 ? [] : ['there should be twelve']);

for (const type of ['qpf']) {
  let requests = 0;
  const counted = (...args) => {
    requests++;
    return fetch(...args);
  };
  for (const file of files) {
    const name = path.basename(file, '.rq');
    const want = JSON.parse(await readFile(path.join(expected, `${name}.json`), 'utf8'));
    const query = await readFile(path.join(queries, file), 'utf8');
    try {
      const got = await answer(query, {sources: [{type, value: fragments}], fetch: counted});
      check(`Comunica, ${type}, ${name}: ${want.length} rows`, faults(got, want));
    } catch (error) {
      check(`Comunica, ${type}, ${name}`, [error]);
    }
  }
  note(`${requests} requests as ${type}`);
}

// answer returns the rows of an answer as expect.py writes them. Each query has an
// engine of its own, which has nothing in its cache.
async function answer(query, context) {
  const result = await new QueryEngine().query(query, context);
  switch (result.resultType) {
    case 'boolean':
      return [[String(await result.execute())]];
    case 'quads':
      return distinct((await (await result.execute()).toArray()).map(quad => [quad.subject, quad.predicate, quad.object].map(text)));
    default: {
      const names = (await result.metadata()).variables.map(variable => variable.value).sort();
      return (await (await result.execute()).toArray()).map(row => names.map(name => text(row.get(name))));
    }
  }
}

// distinct returns rows once each: a graph is a set, and the client may stream a triple
// more than once.
function distinct(rows) {
  return [...new Map(rows.map(row => [JSON.stringify(row), row])).values()];
}

// text is a term as N-Triples write it; null is for an unbound one.
function text(term) {
  if (!term) return null;
  if (term.termType !== 'Literal') return `<${term.value}>`;
  const quoted = JSON.stringify(term.value);
  if (term.language) return `${quoted}@${term.language}`;
  const isString = term.datatype.value === 'http://www.w3.org/2001/XMLSchema#string';
  return isString ? quoted : `${quoted}^^<${term.datatype.value}>`;
}

// faults compares rows, whatever their order.
function faults(got, want) {
  const count = rows => {
    const counts = new Map();
    for (const row of rows) counts.set(JSON.stringify(row), (counts.get(JSON.stringify(row)) ?? 0) + 1);
    return counts;
  };
  const [has, should] = [count(got), count(want)];
  const found = want.length > 0 ? [] : ['the query has no answer, so that it shows nothing'];
  for (const [row, n] of should) if (has.get(row) !== n) found.push(`${row} comes ${has.get(row) ?? 0} times, not ${n}`);
  for (const [row, n] of has) if (!should.has(row)) found.push(`${row} comes ${n} times and should not`);
  return found;
}
