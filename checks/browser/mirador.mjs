// Opens a manifest and a collection of the sample collection in Mirador.
//
//   node mirador.mjs SERVER CHROMIUM SCRIPT
//
// SCRIPT is Mirador as one file. The server answers for the base URL.

import {readFileSync} from 'node:fs';
import {check} from '../interop/report.mjs';
import {launch} from './browser.mjs';

const base = 'https://data.museum.example/';
const [server, executablePath, script] = process.argv.slice(2);
const browser = await launch(executablePath);
try {
  const manifest = `${base}object/view-of-delft?format=iiif`;
  check('Mirador shows a manifest', await shows({windows: [{manifestId: manifest}]}, async page => {
    await page.getByRole('heading', {name: 'View of Delft'}).first().waitFor();
    await page.getByText('Johannes Vermeer').first().waitFor();
  }, /\/view-of-delft\.jpg\/(info\.json|.*default\.jpg)$/));
  check('Mirador reads a collection', await shows({windows: [{manifestId: `${base}set/mauritshuis-collection?format=iiif`}]}, async page => {
    await page.getByText('Collection of the Mauritshuis').first().waitFor();
  }, /set\/mauritshuis-collection\?format=iiif$/));
} finally {
  await browser.close();
}

// shows opens Mirador with settings, and returns what is wrong: what never came, what the service
// refused, and that nothing was asked for that wanted names.
async function shows(settings, came, wanted) {
  const context = await browser.newContext({viewport: {width: 1280, height: 900}});
  const page = await context.newPage();
  const asked = [], faults = [];
  page.on('pageerror', error => faults.push(error.message));
  await page.route(url => url.protocol.startsWith('http'), async route => {
    const url = route.request().url();
    if (url === 'http://mirador.example/') return route.fulfill({contentType: 'text/html', body: '<!doctype html><div id="mirador"></div>'});
    if (!url.startsWith(base)) return route.abort();
    asked.push(url);
    const response = await route.fetch({url: `${server}/${url.slice(base.length)}`});
    if (!response.ok()) faults.push(`${url} is answered with ${response.status()}`);
    return route.fulfill({response});
  });
  await page.goto('http://mirador.example/');
  await page.addScriptTag({content: readFileSync(script, 'utf8')});
  await page.evaluate(settings => { globalThis.Mirador.viewer({id: 'mirador', window: {sideBarOpen: true}, ...settings}); }, settings);
  await came(page).catch(error => faults.push(error.message));
  for (let i = 0; i < 50 && !asked.some(url => wanted.test(url)); i++) await new Promise(resolve => setTimeout(resolve, 100));
  if (!asked.some(url => wanted.test(url))) faults.push(`nothing like ${wanted} was asked for: ${asked.join(', ')}`);
  await context.close();
  return faults;
}
