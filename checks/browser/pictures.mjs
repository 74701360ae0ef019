// A record with several pictures, and what the viewer of pictures does with them in Chromium:
// with tiles of image services of the versions 2 and 3 and the levels 0 and 1, with a file, by
// the keyboard, by addresses, and without JavaScript.
//
//   node pictures.mjs write FILE
//   node pictures.mjs look SERVER CHROMIUM FOLDER
//
// The server has the folder data/pictures.

import fs from 'node:fs';
import path from 'node:path';
import {check} from '../interop/report.mjs';
import {faultsOf, launch, open} from './browser.mjs';
import {violations} from './layout.mjs';
import {paint} from './paint.mjs';

const base = 'https://data.museum.example/';
const elsewhere = 'https://iiif.museum.example';
const file = (name, address, more = {}) => ({
  type: 'DigitalObject', identified_by: [{type: 'Name', content: name}], format: 'image/jpeg',
  access_point: [{id: address, type: 'DigitalObject'}], ...more,
});
const standard = uri => ({conforms_to: [{id: uri, type: 'InformationObject'}]});
const service = (address, uri) => ({digitally_available_via: [{type: 'DigitalService', access_point: [{id: address, type: 'DigitalObject'}], ...standard(uri)}]});
const record = {
  '@context': 'https://linked.art/ns/v1/linked-art.json', id: `${base}object/cup`, type: 'HumanMadeObject', _label: 'A cup',
  identified_by: [{type: 'Name', content: 'A cup'}],
  representation: [{type: 'VisualItem', digitally_shown_by: [
    file('front', `${base}-/pictures/the-milkmaid.jpg`),
    file('back', `${elsewhere}/back.jpg`, service(`${elsewhere}/2/back`, 'http://iiif.io/api/image/2/level0.json')),
    file('below', `${elsewhere}/below.jpg`),
    file('inside', `${elsewhere}/inside.jpg`, service(`${elsewhere}/3/inside`, 'http://iiif.io/api/image/3/level1.json')),
  ]}],
  subject_of: [{type: 'LinguisticObject', digitally_carried_by: [file('manifest', `${elsewhere}/manifest.json`, {...standard('http://iiif.io/api/presentation/3'), format: 'application/ld+json'})]}],
};

// What the services say of themselves; the last one does not answer.
const information = {
  '/2/back/info.json': {
    '@context': 'http://iiif.io/api/image/2/context.json', '@id': 'https://another.example/2/back', protocol: 'http://iiif.io/api/image',
    profile: ['http://iiif.io/api/image/2/level0.json'], width: 1000, height: 800,
    sizes: [{width: 500, height: 400}, {width: 1000, height: 800}], tiles: [{width: 512, scaleFactors: [1, 2]}],
  },
};

const [what, server, executablePath, folder] = process.argv.slice(2);
if (what === 'write') {
  fs.writeFileSync(server, JSON.stringify(record) + '\n');
} else {
  const browser = await launch(executablePath);
  try {
    await opens(browser, 1280);
    await opens(browser, 360);
    await followsAnAddress(browser);
    await worksWithoutScripts(browser);
  } finally {
    await browser.close();
  }
}

// address is the picture and the region that the address of a page names.
async function address(page) {
  const named = new URLSearchParams(new URL(page.url()).hash.slice(1));
  return {picture: Number(named.get('picture')), region: (named.get('xywh') || '').split(',').map(Number)};
}

// until waits for something to be true of a page, and says what was awaited where it never is.
async function until(faults, awaited, isTrue) {
  for (let i = 0; i < 100; i++) {
    if (await isTrue()) return;
    await new Promise(resolve => setTimeout(resolve, 100));
  }
  faults.push(`waited in vain: ${awaited}`);
}

// answered has the services elsewhere answer, and collects what they are asked for.
async function answered(page) {
  const asked = [];
  await page.route(`${elsewhere}/**`, route => {
    const {pathname} = new URL(route.request().url());
    asked.push(pathname);
    if (information[pathname]) return route.fulfill({json: information[pathname], headers: {'Access-Control-Allow-Origin': '*'}});
    if (pathname.endsWith('.json')) return route.abort();
    return route.fulfill({contentType: 'image/svg+xml', body: paint(route.request().url())});
  });
  return asked;
}

// opens opens each picture, zooms by the keyboard and by a button, and closes the viewer.
async function opens(browser, width) {
  const account = await open(browser, server, '/object/cup', {viewport: {width, height: 800}});
  const {page} = account;
  const faults = [];
  const asked = await answered(page);
  const own = [];
  page.on('request', request => request.url().startsWith(server) && own.push(new URL(request.url()).pathname));
  if (await page.locator('dialog').count()) faults.push('there is a dialog before a picture is opened');
  await page.locator('a.plate').first().click();
  await until(faults, 'tiles of the own service', () => own.some(p => /the-milkmaid.jpg\/[0-9,]+\/[0-9,]+\/0\/default.jpg$/.test(p)));
  await until(faults, 'an address that names the picture', async () => (await address(page)).picture === 1);
  for (let i = 0; i < 12; i++) await page.keyboard.press('+');
  await until(faults, 'a region after the key +', async () => (await address(page)).region.length === 4);
  await page.keyboard.press('r');
  await page.screenshot({path: path.join(folder, `viewer-${width}.png`)});
  faults.push(...await violations(page));

  await page.keyboard.press('PageDown');
  await until(faults, 'tiles of the service of level 0, at the address of the record', () => asked.some(p => /^\/2\/back\/(full|[0-9,]+)\/[0-9]+,\/0\/default.jpg$/.test(p)));
  await until(faults, 'the sizes of the service', async () => /500 × 400/.test(await page.locator('dialog .downloads').textContent()));
  await page.locator('.viewer-strip button').nth(2).click();
  await until(faults, 'an address that names the third picture', async () => (await address(page)).picture === 3);
  await page.keyboard.press('PageDown');
  await until(faults, 'a question to the service that does not answer', () => asked.includes('/3/inside/info.json'));
  await until(faults, 'an address that names the fourth picture', async () => (await address(page)).picture === 4);

  await page.keyboard.press('Escape');
  await until(faults, 'the viewer to close', async () => !await page.locator('dialog[open]').count());
  await until(faults, 'an address that names no picture', async () => !new URL(page.url()).hash);
  const dragged = await page.locator('.pictures .iiif').first().getAttribute('href');
  if (dragged !== `${elsewhere}/manifest.json?manifest=${encodeURIComponent(`${elsewhere}/manifest.json`)}`) faults.push(`the logo leads to ${dragged}`);
  faults.push(...(await faultsOf(account)).filter(fault => !/net::ERR_FAILED/.test(fault)));
  check(`pictures are enlarged at ${width} px`, faults);
  await account.close();
}

// followsAnAddress opens an address that names a region, which is what is seen.
async function followsAnAddress(browser) {
  const account = await open(browser, server, '/object/cup#picture=1&xywh=200,300,400,400');
  const {page} = account;
  const faults = [];
  await until(faults, 'the region of the address', async () => {
    const {picture, region: [x, y, w, h]} = await address(page);
    return picture === 1 && await page.locator('dialog[open]').count() && x <= 201 && y <= 301 && x + w >= 599 && y + h >= 699 && (w < 420 || h < 420);
  });
  await page.getByRole('button', {name: 'Show the whole picture'}).click();
  await until(faults, 'an address without a region', async () => new URL(page.url()).hash === '#picture=1');
  check('an address leads to a region of a picture', [...faults, ...await faultsOf(account)]);
  await account.close();
}

// worksWithoutScripts follows the link of a picture and looks for the sizes to download.
async function worksWithoutScripts(browser) {
  const account = await open(browser, server, '/object/cup', {javaScriptEnabled: false});
  const {page} = account;
  const faults = [];
  await page.locator('.downloads summary').first().click();
  const sizes = await page.locator('.downloads').first().getByRole('link').allTextContents();
  if (sizes.length < 2) faults.push(`sizes to download: ${sizes}`);
  await page.locator('a.plate').first().click();
  await until(faults, 'the file of the picture', async () => new URL(page.url()).pathname === '/-/pictures/the-milkmaid.jpg/file');
  check('without JavaScript a picture leads to its file', faults);
  await account.close();
}
