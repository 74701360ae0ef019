// Records that were made to do harm, or that break the model, and what a browser makes of
// their pages: each comes, does nothing, and is of a bounded size.
//
//   node hostile.mjs write FILE
//   node hostile.mjs look SERVER CHROMIUM FOLDER

import fs from 'node:fs';
import path from 'node:path';
import {HtmlValidate, StaticConfigLoader} from 'html-validate';
import {check} from '../interop/report.mjs';
import {faultsOf, launch, open, scrollThrough} from './browser.mjs';
import {getPage} from './pages.mjs';

const base = 'https://data.museum.example/';
const markup = `"><script>alert('stored')</script><img src=x onerror=alert(1)><svg onload=alert(2)>{{.}}]]>--></style></script>`;
// A page has at most so many bytes, whatever the record.
const maxPage = 2 << 20;

const name = content => ({type: 'Name', content});
const aat = (number, label) => ({id: `http://vocab.getty.edu/aat/${number}`, type: 'Type', _label: label});
const statement = (content, kind = aat(300435416, 'Description')) => ({type: 'LinguisticObject', classified_as: [kind], content});
const picture = address => ({type: 'VisualItem', digitally_shown_by: [{type: 'DigitalObject', format: 'image/jpeg', access_point: [{id: address, type: 'DigitalObject'}]}]});
const span = (begin, end) => ({type: 'TimeSpan', begin_of_the_begin: begin, end_of_the_end: end});

// records are the records by the ends of their ids.
const records = {
  'object/markup': {
    type: 'HumanMadeObject', _label: markup, identified_by: [name(markup), {type: 'Identifier', content: markup}],
    classified_as: [aat(300033618, markup)], referred_to_by: [statement(markup)],
    made_of: [{id: base + 'concept/x', type: 'Material', _label: markup}],
    dimension: [{type: 'Dimension', value: 1e300, unit: {id: base + 'concept/unit', type: 'MeasurementUnit', _label: markup}}],
    produced_by: {type: 'Production', timespan: {...span('1665-01-01T00:00:00Z', '1665-12-31T23:59:59Z'), identified_by: [name(markup)]}, carried_out_by: [{id: base + 'person/markup', type: 'Person', _label: markup}]},
    representation: [picture('https://images.example/1.jpg?"onerror=alert(1)'.replaceAll('"', '%22'))],
  },
  'person/markup': {type: 'Person', _label: markup, identified_by: [name(markup)], born: {type: 'Birth', took_place_at: [{id: base + 'place/vertices', type: 'Place', _label: markup}]}},
  'object/script-iris': {
    type: 'HumanMadeObject', _label: 'Script IRIs', equivalent: [{id: 'javascript:alert(1)', type: 'HumanMadeObject'}, {id: 'data:text/html,<script>alert(1)</script>'.replace(/[<>]/g, encodeURIComponent), type: 'HumanMadeObject'}],
    classified_as: [{id: 'javascript:alert(2)', type: 'Type', _label: 'click me'}], representation: [picture('javascript:alert(3)'), picture('data:image/svg+xml,x'), picture('http://127.0.0.1:9/x.jpg')],
    subject_of: [{id: 'vbscript:x', type: 'LinguisticObject', _label: 'click me'}], current_owner: [{id: 'JaVaScRiPt:alert(4)', type: 'Group', _label: 'click me'}],
  },
  'text/long': {type: 'LinguisticObject', _label: 'Ten million characters', content: 'A long text. '.repeat(800_000), referred_to_by: [statement('x'.repeat(1 << 20))]},
  'person/names': {type: 'Person', _label: 'Five thousand names', identified_by: Array.from({length: 5000}, (_, i) => name(`Name ${i} ${'of many '.repeat(20)}`))},
  'place/vertices': {type: 'Place', _label: 'A hundred thousand vertices', defined_by: ring(100_000)},
  'place/nowhere': {type: 'Place', _label: 'Nowhere', defined_by: 'POINT(500 95)'},
  'place/itself': {type: 'Place', _label: 'Within itself', part_of: [{id: base + 'place/itself', type: 'Place', _label: 'Within itself'}]},
  'place/circle-1': {type: 'Place', _label: 'Circle 1', part_of: [{id: base + 'place/circle-2', type: 'Place'}]},
  'place/circle-2': {type: 'Place', _label: 'Circle 2', part_of: [{id: base + 'place/circle-1', type: 'Place'}]},
  'concept/itself': {type: 'Type', _label: 'Broader than itself', broader: [{id: base + 'concept/itself', type: 'Type'}]},
  'object/dates': {
    type: 'HumanMadeObject', _label: 'No dates', produced_by: {type: 'Production', timespan: span('-999999999-01-01T00:00:00Z', '+999999999-12-31T23:59:59Z')},
    destroyed_by: {type: 'Destruction', timespan: span('1990-01-01T00:00:00Z', '1200-01-01T00:00:00Z')},
  },
  'provenance/empty': {type: 'Activity', _label: 'Nothing happened', classified_as: [aat(300055863, 'Provenance Activity')], part: [{type: 'Acquisition'}, {type: 'Payment'}, {type: 'Transfer'}]},
  'provenance/parts': {
    type: 'Activity', _label: 'Two thousand parts', classified_as: [aat(300055863, 'Provenance Activity')],
    part: Array.from({length: 2000}, (_, i) => ({type: 'Acquisition', transferred_title_of: [{id: base + 'object/markup', type: 'HumanMadeObject', _label: markup}], transferred_title_to: [{id: `${base}person/${i}`, type: 'Person', _label: `Owner ${i}`}]})),
  },
  'set/deep': {type: 'Set', _label: 'Deep', members_exemplified_by: [deep(60)]},
  'object/right-to-left': {type: 'HumanMadeObject', _label: 'حجر رشيد', identified_by: [{...name('حجر رشيد \u202e gnp.exe'), language: [{id: 'http://vocab.getty.edu/aat/300387843', type: 'Language', notation: ['ar']}]}]},
  'object/no-name': {type: 'HumanMadeObject'},
  'thing/no-class': {_label: 'Of no class', classified_as: [aat(300033618, 'Painting')]},
};

// ring is a polygon of so many vertices.
function ring(vertices) {
  const points = Array.from({length: vertices}, (_, i) => {
    const angle = 2 * Math.PI * i / vertices;
    const radius = 5 + Math.sin(angle * 997);
    return `${(10 + radius * Math.cos(angle)).toFixed(6)} ${(50 + radius * Math.sin(angle)).toFixed(6)}`;
  });
  return `POLYGON((${points.join(', ')}, ${points[0]}))`;
}

// deep is an object in an object, so many times.
function deep(levels) {
  let inner = {type: 'HumanMadeObject', _label: 'The innermost'};
  for (let i = 0; i < levels; i++) inner = {type: 'HumanMadeObject', _label: `Level ${i}`, part: [inner]};
  return inner;
}

const [what, ...rest] = process.argv.slice(2);
if (what === 'write') {
  const lines = Object.entries(records).map(([id, record]) => JSON.stringify({'@context': 'https://linked.art/ns/v1/linked-art.json', id: base + id, ...record}));
  fs.writeFileSync(rest[0], lines.join('\n') + '\n');
} else {
  await looks(...rest);
}

async function looks(server, executablePath, folder) {
  const validator = new HtmlValidate(new StaticConfigLoader({extends: ['html-validate:standard', 'html-validate:a11y']}));
  const browser = await launch(executablePath);
  try {
    for (const id of Object.keys(records)) {
      const faults = [...await faultsOfText(validator, server, '/' + id), ...await faultsOfPage(browser, server, '/' + id, folder)];
      check(`the hostile record ${id}`, faults);
    }
    for (const address of ['/', '/-/search?q=markup', '/-/search?q=' + encodeURIComponent(markup), '/object/', '/-/search?class=' + encodeURIComponent(markup)]) {
      check(`hostile records on ${address.slice(0, 60)}`, await faultsOfPage(browser, server, address, folder, address.includes('class=') ? 400 : 200));
    }
  } finally {
    await browser.close();
  }
}

// faultsOfText checks the bytes of a page.
async function faultsOfText(validator, server, address) {
  const {status, text} = await getPage(server + address);
  const faults = status === 200 ? [] : [`status ${status}`];
  if (text.length > maxPage) faults.push(`it has ${text.length} characters`);
  const {results} = await validator.validateString(text, address);
  return [...faults, ...results.flatMap(({messages}) => messages.map(({line, ruleId, message}) => `line ${line}: ${ruleId}: ${message}`))];
}

// faultsOfPage opens a page: nothing of the record is executed, and no link would.
async function faultsOfPage(browser, server, address, folder, status = 200) {
  const account = await open(browser, server, address, {viewport: {width: 360, height: 740}});
  const {page, answer} = account;
  let executed = 0;
  page.on('dialog', dialog => { executed++; dialog.dismiss(); });
  if (status !== 200) account.complaints.length = 0;
  await scrollThrough(page);
  const found = await page.evaluate(() => ({
    links: [...document.querySelectorAll('[href], [src]')].map(element => element.href?.baseVal ?? element.href ?? element.src).filter(url => /^\s*(javascript|data|vbscript):/i.test(url)),
    handlers: [...document.querySelectorAll('*')].flatMap(element => element.getAttributeNames().filter(name => name.startsWith('on'))),
    elements: document.querySelectorAll('*').length,
    wide: document.documentElement.scrollWidth,
  }));
  await page.screenshot({path: path.join(folder, `hostile${address.slice(0, 40).replace(/[^a-z0-9]+/gi, '-')}.png`)});
  const faults = await faultsOf(account);
  if (answer.status() !== status) faults.push(`status ${answer.status()}`);
  if (executed > 0) faults.push('a script of the record is executed');
  if (found.elements > 20_000) faults.push(`it has ${found.elements} elements`);
  if (found.wide > 360) faults.push(`it is ${found.wide} pixels wide in 360`);
  await account.close();
  return [...faults, ...found.links.map(url => `a link leads to ${url.slice(0, 60)}`), ...found.handlers.map(one => `an element has ${one}`)];
}
