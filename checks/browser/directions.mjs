// Records with names and texts that are written from right to left, and how a browser lays
// their pages out.
//
//   node directions.mjs write FILE
//   node directions.mjs look SERVER CHROMIUM FOLDER

import fs from 'node:fs';
import path from 'node:path';
import {check} from '../interop/report.mjs';
import {faultsOf, launch, open, scrollThrough} from './browser.mjs';
import {faultsOfLayout, violations} from './layout.mjs';

const base = 'https://data.museum.example/';
const type = (number, label) => ({id: `http://vocab.getty.edu/aat/${number}`, type: 'Type', _label: label});
const language = {
  ar: {id: 'http://vocab.getty.edu/aat/300387843', type: 'Language', _label: 'Arabic', notation: ['ar']},
  he: {id: 'http://vocab.getty.edu/aat/300388401', type: 'Language', _label: 'Hebrew', notation: ['he']},
  en: {id: 'http://vocab.getty.edu/aat/300388277', type: 'Language', _label: 'English', notation: ['en']},
};
const name = (tag, content, ...kinds) => ({type: 'Name', content, language: [language[tag]], classified_as: kinds});
const preferred = type(300404670, 'Primary Name');
const text = (tag, content, kind) => ({type: 'LinguisticObject', content, language: [language[tag]], classified_as: [kind]});
const description = type(300435416, 'Description');
const to = (class_, id) => ({id: base + id, type: class_});

const records = {
  'object/bowl': {
    type: 'HumanMadeObject', classified_as: [type(300203596, 'Bowl')],
    identified_by: [name('ar', 'طاس من النحاس المكفت بالفضة (المعروف بطاس بارم)', preferred), name('he', 'קערת נחושת משובצת כסף'), name('en', 'Bowl of Baybars (copy)'), {type: 'Identifier', content: 'LP 16-1'}],
    referred_to_by: [
      text('ar', 'طاس من النحاس الأصفر المطروق، مكفت بالفضة والذهب، صنعه محمد ابن الزين في القرن الرابع عشر (1320–1340).\n\nعلى حافته كتابة: «عمل المعلم محمد ابن الزين غفر له». القطر 50,5 cm.', description),
      text('he', 'קערה גדולה, חתומה בידי האומן שש פעמים (LP 16).', description),
      text('en', 'A large bowl that its maker, محمد ابن الزين, signed six times.', description),
    ],
    produced_by: {type: 'Production', carried_out_by: [to('Person', 'person/maker')], took_place_at: [to('Place', 'place/cairo')], timespan: {type: 'TimeSpan', begin_of_the_begin: '1320-01-01T00:00:00Z', end_of_the_end: '1340-12-31T23:59:59Z'}},
    dimension: [{type: 'Dimension', value: 22.2, classified_as: [type(300055644, 'Height')], unit: {id: 'http://vocab.getty.edu/aat/300379098', type: 'MeasurementUnit', _label: 'cm'}}],
    member_of: [to('Set', 'set/metalwork')],
  },
  'person/maker': {type: 'Person', classified_as: [type(300025166, 'Artist')], identified_by: [name('ar', 'محمد ابن الزين', preferred)], born: {type: 'Birth', took_place_at: [to('Place', 'place/cairo')]}},
  'place/cairo': {type: 'Place', classified_as: [type(300008347, 'City')], identified_by: [name('ar', 'القاهرة', preferred), name('he', 'קהיר')], defined_by: 'POINT(31.24 30.05)', part_of: [to('Place', 'place/egypt')]},
  'place/egypt': {type: 'Place', identified_by: [name('ar', 'مصر', preferred)], defined_by: 'POINT(30 27)'},
  'place/alexandria': {type: 'Place', identified_by: [name('ar', 'الإسكندرية', preferred)], defined_by: 'POINT(29.92 31.2)', part_of: [to('Place', 'place/egypt')]},
  'set/metalwork': {type: 'Set', identified_by: [name('he', 'אוסף המתכות', preferred)]},
  'provenance/sale': {
    type: 'Activity', classified_as: [type(300055863, 'Provenance Activity')], identified_by: [name('ar', 'بيع الطاس', preferred)],
    part: [
      {type: 'Acquisition', transferred_title_of: [to('HumanMadeObject', 'object/bowl')], transferred_title_from: [to('Person', 'person/maker')], transferred_title_to: [to('Person', 'person/buyer')]},
      {type: 'Payment', paid_amount: {type: 'MonetaryAmount', value: 300, currency: {id: base + 'concept/dinar', type: 'Currency', _label: 'dinar'}}},
    ],
  },
  'person/buyer': {type: 'Person', identified_by: [name('he', 'יוסף בן אברהם', preferred)]},
};
const pages = ['/object/bowl', '/person/maker', '/place/cairo', '/set/metalwork', '/provenance/sale', '/object/', '/-/search?q=' + encodeURIComponent('طاس')];

const [what, ...rest] = process.argv.slice(2);
if (what === 'write') {
  const lines = Object.entries(records).map(([id, record]) => JSON.stringify({'@context': 'https://linked.art/ns/v1/linked-art.json', id: base + id, ...record}));
  fs.writeFileSync(rest[0], lines.join('\n') + '\n');
} else {
  await looks(...rest);
}

async function looks(server, executablePath, folder) {
  const browser = await launch(executablePath);
  try {
    for (const width of [360, 1280]) {
      for (const address of pages) await look(browser, server, address, width, folder);
    }
  } finally {
    await browser.close();
  }
}

async function look(browser, server, address, width, folder) {
  const account = await open(browser, server, address, {viewport: {width, height: 900}});
  const {page, answer} = account;
  await scrollThrough(page);
  const faults = [...await faultsOf(account), ...await faultsOfLayout(page, width), ...await violations(page), ...await faultsOfDirection(page)];
  if (answer.status() !== 200) faults.push(`status ${answer.status()}`);
  await page.screenshot({path: path.join(folder, `right-to-left${address.slice(0, 20).replace(/[^a-z]+/gi, '-')}-${width}.png`), fullPage: true});
  check(`${address.slice(0, 30)}, whose names are written from right to left, at ${width}`, faults);
  await account.close();
}

// faultsOfDirection finds texts that are written from right to left, and are not laid out
// so, or are not said to be in another language; and those of the page that are.
async function faultsOfDirection(page) {
  const wrong = await page.evaluate(() => {
    const faults = [];
    const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.data.trim(), element = node.parentElement;
      if (text === '' || !element.checkVisibility() || element.closest('pre, svg, code')) continue;
      const first = /\p{L}/u.exec(text)?.[0];
      if (!first) continue;
      const isRight = /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(first);
      if ((getComputedStyle(element).direction === 'rtl') !== isRight) faults.push(`${isRight ? 'from left to right' : 'from right to left'}: ${text.slice(0, 60)}`);
      if (isRight && !/^(ar.*|he.*|)$/.test(element.closest('[lang]').lang)) faults.push(`in ${element.closest('[lang]').lang}: ${text.slice(0, 60)}`);
    }
    return faults;
  });
  return wrong.slice(0, 8);
}
