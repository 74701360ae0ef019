// Records with several pictures, and what the viewer of pictures does with them in Chromium:
// with image services of the versions 2 and 3 and of every level, with a file, by the keyboard, by
// fingers, by addresses, and without JavaScript.
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

// Another record has a picture of a service of each version and level, of which those of level 0
// have sizes alone in version 3.
const wide = 3000, high = 2000;
const services = [2, 3].flatMap(version => [0, 1, 2].map(level => ({version, level, name: `level ${level} of version ${version}`, path: `/${version}/level${level}`})));
const levels = {
  ...record, id: `${base}object/levels`, _label: 'A dish', identified_by: [{type: 'Name', content: 'A dish'}], subject_of: [],
  representation: [{type: 'VisualItem', digitally_shown_by: services.map(({version, level, name, path}) =>
    file(name, `${elsewhere}${path}.jpg`, service(`${elsewhere}${path}`, `http://iiif.io/api/image/${version}/level${level}.json`)))}],
};

// describe is what a service says of itself.
function describe({version, level, path}) {
  const sizes = [0.125, 0.25, 0.5, 1].map(part => ({width: wide * part, height: high * part}));
  const tiles = [{width: 512, scaleFactors: [1, 2, 4, 8]}];
  const more = version === 3 && level === 0 ? {sizes} : level === 0 ? {sizes, tiles} : {tiles};
  const both = {protocol: 'http://iiif.io/api/image', width: wide, height: high, ...more};
  if (version === 2) return {'@context': 'http://iiif.io/api/image/2/context.json', '@id': elsewhere + path, profile: [`http://iiif.io/api/image/2/level${level}.json`], ...both};
  return {'@context': 'http://iiif.io/api/image/3/context.json', id: elsewhere + path, type: 'ImageService3', profile: `level${level}`, ...both};
}

// wrong tells what a service of a level need not answer of an image request: of level 0, all but
// its sizes and tiles in their canonical form; of level 1, sizes in other forms than those of
// a tile; of each, what is beyond the picture.
function wrong({version, level}, request) {
  const [, region, size, rest] = /^([^/]+)\/([^/]+)\/(.+)$/.exec(request) || [];
  if (rest !== '0/default.jpg') return `asks for ${request}`;
  const whole = version === 2 ? 'full' : 'max';
  const [w, h] = size.split(',').map(Number);
  const tall = h ? version === 3 || level > 0 : version === 2 || level > 0;
  if (region === 'full') {
    if (size === whole) return '';
    return tall && w <= wide && (level > 0 || [0.125, 0.25, 0.5, 1].some(part => w === wide * part)) ? '' : `asks for the size ${size}`;
  }
  const [x, y, rw, rh] = region.split(',').map(Number);
  if (!(x + rw <= wide && y + rh <= high)) return `asks for the region ${region}`;
  if (level === 0 && (version === 3 || x % 512 || y % 512)) return `asks a service of level 0 for the region ${region}`;
  return tall && w <= rw ? '' : `asks for the size ${size} of the region ${region}`;
}

// What the services say of themselves; the last one does not answer.
const information = {
  ...Object.fromEntries(services.map(s => [`${s.path}/info.json`, describe(s)])),
  '/2/back/info.json': {
    '@context': 'http://iiif.io/api/image/2/context.json', '@id': 'https://another.example/2/back', protocol: 'http://iiif.io/api/image',
    profile: ['http://iiif.io/api/image/2/level0.json'], width: 1000, height: 800,
    sizes: [{width: 500, height: 400}, {width: 1000, height: 800}], tiles: [{width: 512, scaleFactors: [1, 2]}],
  },
};

const [what, server, executablePath, folder] = process.argv.slice(2);
if (what === 'write') {
  fs.writeFileSync(server, [record, levels].map(one => JSON.stringify(one) + '\n').join(''));
} else {
  const browser = await launch(executablePath);
  try {
    await opens(browser, 1280);
    await opens(browser, 360);
    await knowsEveryLevel(browser);
    await followsFingers(browser);
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
  const manifest = `${elsewhere}/manifest.json`, named = encodeURIComponent(manifest);
  if (dragged !== `${manifest}?manifest=${named}&iiif-content=${named}`) faults.push(`the logo leads to ${dragged}`);
  faults.push(...(await faultsOf(account)).filter(fault => !/net::ERR_FAILED/.test(fault)));
  check(`pictures are enlarged at ${width} px`, faults);
  await account.close();
}

// knowsEveryLevel opens a picture of a service of each version and level, and zooms into it: tiles
// are asked for where there are some, and nothing that the service need not answer.
async function knowsEveryLevel(browser) {
  const account = await open(browser, server, '/object/levels');
  const {page} = account;
  const faults = [];
  const asked = await answered(page);
  await page.locator('a.plate').first().click();
  for (const [i, one] of services.entries()) {
    const requests = () => asked.filter(pathname => pathname.startsWith(one.path + '/') && !pathname.endsWith('.json')).map(pathname => pathname.slice(one.path.length + 1));
    await until(faults, `the picture of ${one.name}`, async () => (await address(page)).picture === i + 1 && requests().length > 0);
    for (let j = 0; j < 12; j++) await page.keyboard.press('+');
    const hasTiles = one.level > 0 || one.version === 2;
    await until(faults, `what is seen larger of ${one.name}`, () => requests().some(request => hasTiles ? /^[0-9]+,/.test(request) : request.startsWith(`full/${wide},${high}/`) || request.startsWith('full/max/')));
    faults.push(...requests().map(request => wrong(one, request)).filter(Boolean).map(fault => `${one.name}: ${fault}`));
    if (await page.locator('.viewer-failed').count()) faults.push(`${one.name}: the picture could not be loaded`);
    await page.keyboard.press('PageDown');
  }
  // OpenSeadragon says so where the next picture is opened before all tiles have come.
  const late = /loaded before reset/;
  check('pictures of image services of every level are enlarged', [...faults, ...(await faultsOf(account)).filter(fault => !late.test(fault))]);
  await account.close();
}

// followsFingers opens a picture by a tap, enlarges it by two fingers, moves it by one, goes on
// to the next picture and closes the viewer.
async function followsFingers(browser) {
  const account = await open(browser, server, '/object/cup', {viewport: {width: 360, height: 740}, hasTouch: true, isMobile: true});
  const {page} = account;
  const faults = [];
  await answered(page);
  const fingers = await page.context().newCDPSession(page);
  const touch = (type, ...points) => fingers.send('Input.dispatchTouchEvent', {type, touchPoints: points.map(([x, y], id) => ({x, y, id}))});
  await page.locator('a.plate').first().tap();
  await until(faults, 'the picture that is tapped', async () => (await address(page)).picture === 1);
  const stage = await page.locator('.viewer-stage').boundingBox();
  const x = stage.x + stage.width / 2, y = stage.y + stage.height / 2;
  await touch('touchStart', [x - 20, y], [x + 20, y]);
  for (let apart = 30; apart <= 150; apart += 10) await touch('touchMove', [x - apart, y], [x + apart, y]);
  await touch('touchEnd');
  await until(faults, 'a region after two fingers', async () => (await address(page)).region.length === 4);
  const before = (await address(page)).region;
  await touch('touchStart', [x + 50, y + 50]);
  for (let moved = 50; moved >= -50; moved -= 10) await touch('touchMove', [x + moved, y + moved]);
  await touch('touchEnd');
  await until(faults, 'a region further right and down after one finger', async () => {
    const {region} = await address(page);
    return region[0] > before[0] && region[1] > before[1];
  });
  const small = await page.locator('dialog button').evaluateAll(all => all.map(b => b.getBoundingClientRect()).filter(box => box.width < 44 || box.height < 44).length);
  if (small) faults.push(`${small} buttons are smaller than a finger`);
  // A tap may still belong to the movement before it: a finger taps again.
  await until(faults, 'the next picture', async () => {
    if ((await address(page)).picture > 1) return true;
    await page.getByRole('button', {name: 'Next picture'}).tap();
    return false;
  });
  await page.getByRole('button', {name: 'Close'}).tap();
  await until(faults, 'the viewer to close', async () => !await page.locator('dialog[open]').count());
  faults.push(...(await faultsOf(account)).filter(fault => !/net::ERR_FAILED/.test(fault)));
  check('pictures are enlarged by fingers', faults);
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
