// Imports a file by the pages of a server that has them, as somebody does who has a token:
// with a mouse, with a keyboard alone, and without JavaScript. Each page is looked at as in
// looks.mjs.
//
//   node imports.mjs SERVER CHROMIUM FOLDER TOKEN FILE

import path from 'node:path';
import {check} from '../interop/report.mjs';
import {faultsOf, launch, open, scrollThrough} from './browser.mjs';
import {faultsOfLayout, violations} from './layout.mjs';

const [server, executablePath, folder, token, file] = process.argv.slice(2);

const browser = await launch(executablePath);
try {
  await attempt(imports, '360', {viewport: {width: 360, height: 740}});
  await attempt(imports, '1280', {viewport: {width: 1280, height: 900}});
  await attempt(imports, '360-dark', {viewport: {width: 360, height: 740}, colorScheme: 'dark', locale: 'de'});
  await attempt(imports, 'no-script', {viewport: {width: 1280, height: 900}, javaScriptEnabled: false});
  await attempt(keepsToTheKeyboard);
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

// imports goes the whole way, and looks at each page.
async function imports(view, settings) {
  const account = await open(browser, server, '/-/import', settings);
  const {page} = account;
  const look = async (name, expected) => {
    const faults = [];
    if (settings.javaScriptEnabled !== false) {
      await scrollThrough(page);
      // The browser complains of a mapping with a fault, whose answer is 422.
      account.complaints = account.complaints.filter(text => !/422/.test(text));
      faults.push(...await faultsOf(account), ...await faultsOfLayout(page, settings.viewport.width), ...await violations(page));
      await page.screenshot({path: path.join(folder, `import-${name}-${view}.png`), fullPage: true});
    }
    if (await page.locator(expected).count() === 0) faults.push(`there is no ${expected}`);
    check(`the page of an import, ${name}, at ${view}`, faults);
  };
  await look('token', '#token');
  await page.fill('#token', token);
  await page.click('.steps button');
  await look('start', '#file');
  await page.setInputFiles('#file', file);
  await page.click('.steps button');
  await look('file', '#preview .sheet');
  const mapping = await page.inputValue('#mapping');
  await page.fill('#mapping', mapping.replace('records:', 'recrods:'));
  await page.click('button[value="check"]');
  await look('fault', '#fault');
  await page.fill('#mapping', mapping);
  await page.click('button[value="check"]');
  await page.click('a[rel="next"]');
  await look('next', 'a[rel="prev"]');
  await page.click('button[value="import"]');
  while (await page.locator('a.main[href*="/report"]').count() > 0) await page.click('a.main[href*="/report"]');
  await look('report', 'main dl.facts');
  await account.close();
}

// keepsToTheKeyboard gives the token and comes to the field of a file without a mouse.
async function keepsToTheKeyboard() {
  const account = await open(browser, server, '/-/import');
  const {page} = account;
  const faults = [];
  const reach = async selector => {
    for (let stop = 0; stop < 60; stop++) {
      if (await page.evaluate(selector => document.activeElement.matches(selector), selector)) return;
      await page.keyboard.press('Tab');
    }
    faults.push(`no stop leads to ${selector}`);
  };
  await reach('#token');
  await page.keyboard.type(token);
  await page.keyboard.press('Enter');
  await page.locator('#file').waitFor();
  await reach('#file');
  await page.setInputFiles('#file', file);
  await reach('.steps button');
  await page.keyboard.press('Enter');
  await page.locator('#mapping').waitFor();
  for (const stop of ['summary', '#mapping', 'button[value="import"]', 'a[rel="next"]', '.json']) await reach(stop);
  check('the pages of an import by the keyboard', [...faults, ...await faultsOf(account)]);
  await account.close();
}
