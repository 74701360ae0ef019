// Asks nginx in front of Vitrine, with its cache and without, for records with long
// names, and compares the header of each answer with what Vitrine itself sends. An
// answer whose header does not fit into nginx's buffer, 4 KiB by default, would be a
// 502.
//
//   node longname.mjs ORIGIN PROXY LENGTH...
//
// The cache is not asked for names of more than 150 characters: its key alone takes
// more than there is room for.

import http from 'node:http';
import {setTimeout as sleep} from 'node:timers/promises';
import {check} from './report.mjs';

const [origin, proxy, ...lengths] = process.argv.slice(2);
const accepts = [undefined, 'application/ld+json', 'text/html', 'text/turtle', 'application/n-quads'];
// What belongs to one answer or one connection, and what nginx.conf adds.
const own = new Set(['connection', 'date', 'keep-alive', 'server', 'transfer-encoding', 'x-cache', 'x-request-id']);

await ready();
const faults = [];
let largest = 0;
for (const length of lengths) {
  for (const accept of accepts) {
    const path = '/person/' + encodeURIComponent('日').repeat(Number(length));
    const want = await ask(origin, path, accept);
    const hosts = ['plain.museum.example'];
    if (length <= 150) hosts.push('data.museum.example', 'data.museum.example'); // the second is from the cache
    for (const host of hosts) {
      const answer = await ask(proxy, path, accept, host);
      faults.push(...differences(answer, want).map(fault => `${host}, ${length} characters, Accept: ${accept}: ${fault}`));
    }
    largest = Math.max(largest, want.size);
  }
}
check(`long names: ${lengths.length * accepts.length} answers with headers of up to ${largest} bytes come through nginx whole`, faults);

function differences(answer, want) {
  if (want.status !== 200) return [`Vitrine answers ${want.status}`];
  if (answer.status !== 200) return [`status ${answer.status}, with a header of ${want.size} bytes`];
  const names = new Set([...Object.keys(want.headers), ...Object.keys(answer.headers)].filter(name => !own.has(name)));
  const out = [...names].filter(name => answer.headers[name] !== want.headers[name])
    .map(name => `${name}: ${answer.headers[name]}, want ${want.headers[name]}`);
  if (answer.body !== want.body) out.push('another body');
  return out;
}

function ask(server, path, accept, host = 'data.museum.example') {
  const headers = {Host: host, ...accept === undefined ? {} : {Accept: accept}};
  return new Promise((resolve, reject) => {
    const request = http.request(server + path, {headers, agent: false}, answer => {
      const chunks = [];
      answer.on('data', chunk => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () => resolve({
        status: answer.statusCode, headers: answer.headers, body: Buffer.concat(chunks).toString(),
        size: answer.rawHeaders.reduce((sum, text) => sum + Buffer.byteLength(text) + 2, 'HTTP/1.1 200 OK\r\n\r\n'.length),
      }));
    });
    request.on('error', reject);
    request.end();
  });
}

// ready waits until the proxy answers, and until the records are older than the second in which
// they were loaded: no answer has a Last-Modified that is later than its Date.
async function ready() {
  for (let i = 0; i < 100; i++) {
    try {
      await ask(proxy, '/-/healthz');
      const {headers} = await ask(origin, '/person/' + encodeURIComponent('日').repeat(Number(lengths.at(-1))));
      if (Date.parse(headers['last-modified']) < Date.parse(headers.date)) return;
    } catch { /* asked again */ }
    await sleep(100);
  }
  throw new Error('the proxy does not answer');
}
