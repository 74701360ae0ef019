// Corrects records at random through PUT, and looks at their histories in the browser: the list of
// versions, what changed from one to the next, and the states as they were. What is seen is compared
// with what was sent.
//
//   node history.mjs SERVER CHROMIUM TOKEN NAME [HISTORIES]
//
// NAME is the name of the token. SEED begins the random numbers, 36 otherwise.

import assert from 'node:assert/strict';
import {check} from '../interop/report.mjs';
import {faultsOf, launch, open} from './browser.mjs';

const [server, executablePath, token, author, histories = '100'] = process.argv.slice(2);
const base = 'https://data.museum.example/';
let seed = Number(process.env.SEED || 36);
const random = below => (seed = (seed * 48271) % 2147483647) % below;
const some = (most, make) => Array.from({length: random(most + 1)}, make);

const texts = ['“a” <b>&amp; \\', 'ä€😀', 'Ada', 'Grace', 'x\ny', ' ', 'é'];

// state is a record at random. Its values have few texts, so that states have much in common.
function state(id) {
  const record = {'@context': 'https://linked.art/ns/v1/linked-art.json', id, type: 'Person', _label: `Label ${random(3)}`};
  record.identified_by = [`First ${random(3)}`, ...some(3, () => `${texts[random(texts.length)]}${random(3)}`)].map(content => ({type: 'Name', content}));
  const notes = some(2, () => ({type: 'LinguisticObject', content: `Note ${texts[random(texts.length)]} ${random(3)}`}));
  if (notes.length) record.referred_to_by = notes;
  if (random(2)) record.born = {type: 'Birth', timespan: {type: 'TimeSpan', begin_of_the_begin: `181${random(4)}-12-10T00:00:00Z`, end_of_the_end: `181${4 + random(4)}-12-10T23:59:59Z`}};
  return record;
}

// change sends a state, or a deletion for null, and says why.
async function change(path, record, message) {
  const answer = await fetch(`${server}/${path}`, {
    method: record ? 'PUT' : 'DELETE', body: record && JSON.stringify(record),
    headers: {Authorization: `Bearer ${token}`, 'Content-Type': 'application/ld+json', 'Vitrine-Message': message},
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
}

// written makes a history, and returns its versions, the oldest first. A state that is the one
// before is no version.
async function written(path) {
  const versions = [];
  for (let i = 0; i < 2 + random(5); i++) {
    const before = versions.at(-1);
    const record = before?.record && random(8) === 0 ? null : state(base + path);
    if (JSON.stringify(record) === JSON.stringify(before?.record)) continue;
    const message = `why ${i}`;
    await change(path, record, message);
    versions.push({record, message});
  }
  return versions;
}

// values are the texts and numbers of a JSON value, but for its classes.
const values = value => typeof value === 'object' && value
  ? Object.entries(value).flatMap(([name, part]) => name === 'type' ? [] : values(part)) : [String(value)];
const plain = text => text.replace(/\s+/g, ' ').trim();

async function looksAt(page, path) {
  const versions = await written(path);
  await page.goto(`${server}/-/timemap?of=${encodeURIComponent(base + path)}`);
  const rows = await page.locator('.versions > li').evaluateAll(all => all.map(row => ({
    text: row.innerText, why: row.querySelector('q')?.innerText, links: [...row.querySelectorAll('a')].map(a => a.href),
  })));
  assert.equal(rows.length, versions.length, 'the number of versions');
  for (const [i, {record, message}] of versions.entries()) {
    const row = rows[rows.length - 1 - i];
    const before = versions[i - 1]?.record;
    assert.equal(row.why, message);
    assert.ok(row.text.includes(`by ${author}`), `${row.text} has no author`);
    assert.equal(row.links.length, record ? before ? 2 : 1 : 0, row.text);
    if (!record) continue;
    const answer = await page.request.get(`${row.links[0]}&links=none`, {headers: {Accept: 'application/ld+json'}});
    assert.deepEqual(await answer.json(), record);
    await page.goto(row.links[0]);
    const name = plain(await page.locator('h1').innerText());
    assert.ok(record.identified_by.some(one => plain(one.content) === name), `the page of a state is called ${name}`);
    if (!before) continue;
    assert.equal(row.text.includes('Label'), before._label !== record._label, `in short: ${row.text}`);
    await page.goto(row.links[1]);
    const seen = selector => page.locator(`.differences ${selector}`).allInnerTexts();
    for (const [selector, at, other] of [['del', before, record], ['ins', record, before]]) {
      const shown = (await seen(selector)).map(plain);
      const there = values(at).map(plain);
      for (const text of shown) {
        assert.ok(there.some(value => value === text) || /^\d+ December \d+$|^\{/.test(text), `${selector} ${text} was not sent`);
      }
      const missing = values(at).filter(value => !values(other).includes(value) && !/^\d{4}-/.test(value));
      for (const value of missing) assert.ok(shown.some(text => text.includes(plain(value))), `${selector} lacks ${value}`);
    }
  }
}

const browser = await launch(executablePath);
try {
  const account = await open(browser, server, '/', {locale: 'en'});
  const faults = [];
  for (let i = 0; i < Number(histories); i++) {
    const begun = seed;
    try {
      await looksAt(account.page, `person/history-${begun}`);
    } catch (error) {
      faults.push(`SEED=${begun}: ${error.message.split('\n').slice(0, 6).join('\n')}`);
    }
  }
  check(`${histories} histories at random`, [...faults.slice(0, 5), ...await faultsOf(account)]);
  await account.close();
} finally {
  await browser.close();
}
