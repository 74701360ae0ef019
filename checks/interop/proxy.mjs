// Asks a proxy cache in front of Vitrine for many representations, as many
// clients of different kinds would, in an order that mixes them. Whatever comes
// from the cache has to be what Vitrine itself answers to the same request.
//
//   node proxy.mjs ORIGIN PROXY INDEX

import {readFile} from 'node:fs/promises';
import http from 'node:http';
import {setTimeout as sleep} from 'node:timers/promises';
import zlib from 'node:zlib';
import {decompress as unzstd} from 'fzstd';
import {check, inParallel} from './report.mjs';

const [origin, proxy, indexFile] = process.argv.slice(2);
const host = 'data.museum.example';
const agent = new http.Agent({keepAlive: true, maxSockets: 16});
const {records} = JSON.parse(await readFile(indexFile, 'utf8'));

// undefined stands for a request without the field.
const accepts = [
  undefined, '*/*', 'application/ld+json', 'application/json', 'text/turtle', 'application/n-quads',
  'application/rdf+xml;q=0.9, text/turtle;q=0.5', 'application/*', 'text/turtle;q=0, */*;q=0.1',
  'application/ld+json;profile="http://www.w3.org/ns/json-ld#expanded"',
  'application/ld+json;profile="https://linked.art/ns/v1/linked-art.json"',
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
  'image/png',
];
const codings = [undefined, 'identity', 'gzip', 'zstd', 'gzip, deflate, br, zstd', 'br', 'gzip;q=0, *;q=0.5'];

const paths = choosePaths();
const requests = paths.flatMap(path => accepts.flatMap(accept => codings.map(coding => ({path, accept, coding}))));

await ready();
const truth = new Map();
await inParallel(requests, 16, async request => truth.set(request, await ask(origin, request)));
checkOrigin();
await checkPlain();
await checkConditional();
agent.destroy();

// choosePaths returns addresses of all kinds: of entities, of their
// representations, of the service, and wrong ones.
function choosePaths() {
  const entities = records.filter((_, i) => i % Math.ceil(records.length / 6) === 0).map(({url}) => new URL(url).pathname);
  const [first] = entities;
  return [...entities, `${first}.ttl`, `${first}?format=ntriples`, `${first}.nothing`, `${first}/`,
    '/', '/-/contexts/linked.art/ns/v1/linked-art.json', '/object/that-is-not-there'];
}

// ready waits until the proxy answers.
async function ready() {
  for (let i = 0; i < 100; i++) {
    try {
      return await ask(proxy, {path: '/-/healthz'});
    } catch {
      await sleep(100);
    }
  }
  throw new Error('the proxy does not answer');
}

// ask sends a request and returns what came back, with the body decoded.
function ask(server, {path, accept, coding, method = 'GET', fields = {}}) {
  const headers = {Host: host, ...fields};
  if (accept !== undefined) headers.Accept = accept;
  if (coding !== undefined) headers['Accept-Encoding'] = coding;
  return new Promise((resolve, reject) => {
    const request = http.request(server + path, {method, headers, agent}, answer => {
      const chunks = [];
      answer.on('data', chunk => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () => resolve(decoded(answer, Buffer.concat(chunks))));
    });
    request.on('error', reject);
    request.end();
  });
}

function decoded({statusCode: status, headers}, raw) {
  const decoders = {gzip: zlib.gunzipSync, br: zlib.brotliDecompressSync, zstd: bytes => Buffer.from(unzstd(bytes))};
  const coding = headers['content-encoding'];
  let body = raw;
  if (raw.length > 0 && coding !== undefined) body = decoders[coding] ? decoders[coding](raw) : Buffer.from(`unknown coding ${coding}`);
  return {status, headers, raw, body: withoutRequestID(body.toString())};
}

// withoutRequestID takes out of an error what is another in each answer.
function withoutRequestID(text) {
  return text.replace(/"request":"[^"]*"/, '').replace(/, request [\w-]+/, '');
}

// difference tells how an answer differs from the true one, or returns null.
function difference(answer, want) {
  if (answer.status !== want.status) return `status ${answer.status}, want ${want.status}`;
  for (const name of ['content-type', 'content-encoding', 'content-location', 'etag', 'vary', 'link', 'location', 'access-control-allow-origin']) {
    if (answer.headers[name] !== want.headers[name]) return `${name} ${answer.headers[name]}, want ${want.headers[name]}`;
  }
  return answer.body === want.body ? null : `body ${answer.body.slice(0, 60)}, want ${want.body.slice(0, 60)}`;
}

function describe({path, accept, coding, method = 'GET', fields = {}}) {
  return `${method} ${path} Accept: ${accept} Accept-Encoding: ${coding} ${JSON.stringify(fields)}`;
}

// checkOrigin looks at what Vitrine itself answers: the coding is one that the
// client takes, and all codings of one representation decode to the same body.
function checkOrigin() {
  const faults = [], bodies = new Map(), tags = new Map();
  for (const [request, {status, headers, body}] of truth) {
    const coding = headers['content-encoding'] ?? 'identity';
    const refused = coding !== 'identity' && !new RegExp(`(^|[ ,])${coding}(?!;q=0)`).test(request.coding ?? '') && !/\*;q=0\.5/.test(request.coding ?? '');
    if (refused) faults.push(`${describe(request)}: got ${coding}`);
    if (status !== 200) continue;
    const representation = `${request.path} ${headers['content-type']}`;
    if ((bodies.get(representation) ?? body) !== body) faults.push(`${describe(request)}: another body than in another coding`);
    bodies.set(representation, body);
    const variant = `${representation} ${coding}`, tag = `${request.path} ${headers.etag}`;
    if ((tags.get(tag) ?? variant) !== variant) faults.push(`${describe(request)}: the ETag of ${tags.get(tag)}`);
    tags.set(tag, variant);
  }
  check(`proxy cache: ${truth.size} answers of the origin hold together, ${bodies.size} representations, ${tags.size} with their codings`, faults);
}

// checkPlain sends each request twice and once as a HEAD, all mixed.
async function checkPlain() {
  const faults = [], seen = new Map();
  const mixed = shuffled(requests.flatMap(original =>
    ['GET', 'GET', 'HEAD'].map(method => ({...original, original, method}))));
  await inParallel(mixed, 16, async request => {
    const want = truth.get(request.original);
    const answer = await ask(proxy, request);
    seen.set(answer.headers['x-cache'], (seen.get(answer.headers['x-cache']) ?? 0) + 1);
    let fault = difference(request.method === 'HEAD' ? {...answer, body: want.body} : answer, want);
    if (request.method === 'HEAD' && answer.raw.length > 0) fault = 'a body';
    // Request ids, which errors hold, are not all of one length.
    if (request.method === 'HEAD' && want.status === 200 && answer.headers['content-length'] !== want.headers['content-length']) {
      fault = `content-length ${answer.headers['content-length']}, want ${want.headers['content-length']}`;
    }
    if (fault) faults.push(`${describe(request)}: ${fault}`);
  });
  check(`proxy cache: ${mixed.length} requests of mixed clients get what the origin says`, faults);
  const kinds = [...seen].map(([kind, count]) => `${kind} ${count}`).sort().join(', ');
  const hits = seen.get('HIT') ?? 0;
  check(`proxy cache: it does answer from its memory (${kinds})`, hits > mixed.length / 3 ? [] : [`${hits} hits of ${mixed.length}`]);
}

// checkConditional sends requests with preconditions that hold and that do not.
// The entity tag of another representation must never lead to a 304.
async function checkConditional() {
  const faults = [], tags = new Map();
  for (const [request, {status, headers}] of truth) {
    if (status === 200) tags.set(request.path, new Set([...tags.get(request.path) ?? [], headers.etag]));
  }
  const conditions = requests.filter(request => truth.get(request).status === 200).flatMap(request => {
    const {etag, 'last-modified': modified} = truth.get(request).headers;
    const others = [...tags.get(request.path)].filter(tag => tag !== etag);
    const list = [
      {status: 304, fields: {'If-None-Match': etag}},
      {status: 304, fields: {'If-None-Match': `"nonsense", W/${etag}`}},
      {status: 304, fields: {'If-None-Match': '*'}},
      {status: 200, fields: {'If-None-Match': others.length > 0 ? others.join(', ') : '"nonsense"'}},
    ];
    if (modified) {
      list.push({status: 304, fields: {'If-Modified-Since': modified}},
        {status: 200, fields: {'If-Modified-Since': 'Thu, 01 Jan 1970 00:00:01 GMT'}});
    }
    return list.map(one => ({...request, ...one, original: request}));
  });
  await inParallel(shuffled(conditions), 16, async condition => {
    const want = truth.get(condition.original), answer = await ask(proxy, condition);
    let fault = difference(answer, want);
    // nginx asks for the whole where it may not keep the answer.
    if (condition.status === 304 && !(want.headers['cache-control'].includes('no-cache') && fault === null)) {
      const right = answer.status === 304 && answer.headers.etag === want.headers.etag && answer.raw.length === 0;
      fault = right ? null : `status ${answer.status} with ETag ${answer.headers.etag}, want 304 with ${want.headers.etag}`;
    }
    if (fault) faults.push(`${describe(condition)}: ${fault}`);
  });
  check(`proxy cache: ${conditions.length} conditional requests get 304 for their own representation only`, faults);
}

// shuffled mixes a list, in the same way each time.
function shuffled(list) {
  let seed = 1;
  const out = [...list];
  for (let i = out.length - 1; i > 0; i--) {
    seed = (seed * 48271) % 0x7fffffff;
    const j = seed % (i + 1);
    [out[i], out[j]] = [out[j], out[i]];
  }
  return out;
}
