// Corrects records by the pages of a server that has them, as somebody does who has a token: at
// random with scripts, with a keyboard alone, and without JavaScript. Each page is looked at as in
// looks.mjs.
//
//   node edit.mjs SERVER CHROMIUM FOLDER TOKEN [EDITS]

import path from 'node:path';
import {check} from '../interop/report.mjs';
import {faultsOf, launch, open} from './browser.mjs';
import {faultsOfLayout, violations} from './layout.mjs';

const [server, executablePath, folder, token, edits = '100'] = process.argv.slice(2);
const base = 'https://data.museum.example/';
const records = [
  'object/rosetta-stone', 'object/the-milkmaid', 'object/view-of-delft', 'person/johannes-vermeer', 'place/delft', 'group/mauritshuis',
  'event/vermeer-2023', 'abstract/decree-of-memphis',
];

const browser = await launch(executablePath);
try {
  await attempt(corrects, '360', {viewport: {width: 360, height: 740}});
  await attempt(corrects, '1280', {viewport: {width: 1280, height: 900}});
  await attempt(corrects, 'no-script', {viewport: {width: 1280, height: 900}, javaScriptEnabled: false});
  await attempt(keepsToTheKeyboard);
  await attempt(completesJSON);
  await attempt(correctsAtRandom, Number(edits));
} finally {
  await browser.close();
}

// attempt takes a step; one that cannot be taken is a failed check.
async function attempt(step, ...args) {
  try {
    await step(...args);
  } catch (error) {
    check(`${step.name} ${args[0] ?? ''}`, [error.message.split('\n').slice(0, 4).join('\n')]);
  }
}

// begin opens the form of a record, giving the token.
async function begin(record, settings) {
  const account = await open(browser, server, `/-/edit?of=${encodeURIComponent(base + record)}`, settings);
  await account.page.fill('#token', token);
  await account.page.click('.steps button');
  await account.page.locator('[name="v/_label"]').waitFor();
  return account;
}

// record is the JSON of a record.
async function json(page, record) {
  const answer = await page.request.get(`${server}/${record}?links=none`, {headers: {Accept: 'application/ld+json'}});
  return answer.text();
}

// corrects goes the whole way, and looks at each page.
async function corrects(view, settings) {
  const record = 'object/the-milkmaid';
  const account = await begin(record, settings);
  const {page} = account;
  const look = async (name, expected) => {
    const faults = [];
    if (settings.javaScriptEnabled !== false) {
      account.complaints = account.complaints.filter(text => !/4(12|22)/.test(text));
      faults.push(...await faultsOf(account), ...await faultsOfLayout(page, settings.viewport.width), ...await violations(page));
      await page.screenshot({path: path.join(folder, `edit-${name}-${view}.png`), fullPage: true});
    }
    if (await page.locator(expected).count() === 0) faults.push(`there is no ${expected}`);
    check(`the page of a correction, ${name}, at ${view}`, faults);
  };
  await look('form', 'fieldset');
  const before = await json(page, record);
  await page.selectOption('select[name="a"]', 'made_of Material');
  await page.click('button[value="add "]');
  await look('added', '#added input[data-classes]');
  if (settings.javaScriptEnabled !== false) {
    await page.locator('#added input[data-classes]').fill('canv');
    await page.locator('#added [role=option]').first().waitFor();
    await page.screenshot({path: path.join(folder, `edit-suggestions-${view}.png`)});
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const chosen = await page.locator('#added input[data-classes]').inputValue();
    check(`a reference that is chosen, at ${view}`, chosen === `${base}concept/canvas` ? [] : [`it is ${chosen}`]);
  }
  await page.locator('#added button[value^=remove]').click();
  await page.locator('[name^="d/produced_by"]').first().fill('in the days of the dragon');
  await page.locator('button.main[value=preview]').click();
  await look('fault', '[aria-invalid]');
  await page.locator('[name^="d/produced_by"]').first().fill('');
  await page.fill('[name="v/_label"]', `The Milkmaid ${view}`);
  await page.locator('button.main[value=preview]').click();
  await look('preview', '.differences ins');
  await page.click('button[value=store]');
  await page.waitForURL(`**/${record}`);
  const label = /"_label":"[^"]*"/;
  const after = await json(page, record);
  check(`what is stored at ${view}`, after === before.replace(label, `"_label":"The Milkmaid ${view}"`) ? [] : [after]);
  if (settings.javaScriptEnabled !== false) {
    check(`the way to the form, at ${view}`, await page.locator('.correct a').isVisible() ? [] : ['it is not shown']);
  }
  await account.close();
}

// keepsToTheKeyboard corrects a label without a mouse.
async function keepsToTheKeyboard() {
  const account = await open(browser, server, `/-/edit?of=${encodeURIComponent(base + 'place/delft')}`);
  const {page} = account;
  const faults = [];
  const reach = async selector => {
    for (let stop = 0; stop < 400; stop++) {
      if (await page.evaluate(selector => document.activeElement.matches(selector), selector)) return;
      await page.keyboard.press('Tab');
    }
    faults.push(`no stop leads to ${selector}`);
  };
  await reach('#token');
  await page.keyboard.type(token);
  await page.keyboard.press('Enter');
  await page.locator('[name="v/_label"]').waitFor();
  await reach('[name="v/_label"]');
  await page.keyboard.press('End');
  await page.keyboard.type(' by the keyboard');
  await page.keyboard.press('Enter');
  await page.locator('.differences').waitFor();
  await reach('#message');
  await page.keyboard.type('no mouse');
  await reach('button[value=store]');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/place/delft');
  if (!/Delft by the keyboard/.test(await json(page, 'place/delft'))) faults.push('it is not stored');
  check('a correction by the keyboard', [...faults, ...await faultsOf(account)]);
  await account.close();
}

// completesJSON has names, classes and concepts completed in the JSON of a record, by the keyboard.
async function completesJSON() {
  const account = await begin('object/the-milkmaid', {});
  const {page} = account;
  await page.click('button[value=json]');
  const field = page.locator('#json');
  const faults = [...await violations(page)];
  const type = async (text, wanted) => {
    await page.keyboard.type(text);
    await page.locator('#completions [role=option]').first().waitFor();
    const offered = await page.locator('#completions [role=option] span:first-child').allInnerTexts();
    if (!offered.includes(wanted)) faults.push(`${text}: it offers ${offered}`);
    for (let i = 0; i <= offered.indexOf(wanted); i++) await page.keyboard.press(i ? 'ArrowDown' : 'Control+Space');
    await page.keyboard.press('Enter');
  };
  await field.evaluate(field => {
    const end = field.value.lastIndexOf('}');
    field.setRangeText(',', end, end);
    field.focus();
    field.setSelectionRange(end + 1, end + 1);
  });
  await type('"destr', 'destroyed_by');
  await page.keyboard.type('{');
  await type('"ty', 'type');
  await type('"Destr', 'Destruction');
  await page.keyboard.type(',');
  await type('"classif', 'classified_as');
  await page.keyboard.type('[{');
  await type('"ty', 'type');
  await type('"Ty', 'Type');
  await page.keyboard.type(',');
  await type('"i', 'id');
  await page.screenshot({path: path.join(folder, 'edit-json.png')});
  await type('"genre', `${base}concept/genre-scene`);
  await page.keyboard.type('}]}');
  const text = await field.inputValue();
  const right = `"destroyed_by": {"type": "Destruction","classified_as": [{"type": "Type","id": "${base}concept/genre-scene", "_label": "`;
  if (!text.includes(right)) faults.push(text.slice(-400));
  await page.keyboard.press('Control+Enter');
  await page.locator('.differences').first().waitFor();
  check('the JSON of a record is completed', [...faults, ...await faultsOf(account)]);
  await account.close();
}

// correctsAtRandom changes a text of a record so many times, and compares what is stored with what
// it was but for that text.
async function correctsAtRandom(times) {
  let seed = 36;
  const random = below => (seed = (seed * 48271) % 2147483647) % below;
  const account = await begin(records[0], {});
  const {page} = account;
  const faults = [];
  for (let i = 0; i < times; i++) {
    const record = records[random(records.length)];
    await page.goto(`${server}/-/edit?of=${encodeURIComponent(base + record)}`);
    const before = JSON.parse(await json(page, record));
    const fields = await page.locator('[name^="v/"][name$="content"], [name^="v/"][name$="_label"]').evaluateAll(all => all.map(field => [field.name, field.value]));
    const [name] = fields[random(fields.length)];
    const text = `“${i}” <b>&amp; \\ ${'ä€😀'.slice(0, 2)}`;
    await page.evaluate(() => document.querySelectorAll('.edit details').forEach(one => { one.open = true; }));
    await page.locator(`[name="${name}"]`).fill(text);
    await page.locator('button.main[value=preview]').click();
    await page.click('button[value=store]');
    await page.waitForURL(`**/${record}`);
    const keys = name.slice(2).split('/');
    const last = keys.pop();
    keys.reduce((value, key) => value[key], before)[last] = text;
    const after = await json(page, record);
    if (JSON.stringify(JSON.parse(after)) !== JSON.stringify(before)) faults.push(`${record} ${name}: ${after.slice(0, 300)}`);
  }
  check(`${times} corrections at random`, [...faults.slice(0, 5), ...await faultsOf(account)]);
  await account.close();
}
