// Looks at the pages of the sample collection: that the browser has nothing against them,
// that people of all abilities can use them, that nothing moves or is cut off, and makes
// pictures of them for a reviewer.
//
//   node looks.mjs SERVER CHROMIUM FOLDER

import fs from 'node:fs';
import path from 'node:path';
import {check, note} from '../interop/report.mjs';
import {abreast, faultsOf, launch, open, scrollThrough, unfold} from './browser.mjs';
import {faultsOfLayout, violations, widest} from './layout.mjs';
import {subjects} from './pages.mjs';

const [server, executablePath, folder] = process.argv.slice(2);
const views = [
  {name: '1280', viewport: {width: 1280, height: 900}, colorScheme: 'light'},
  {name: '360', viewport: {width: 360, height: 740}, colorScheme: 'light'},
  {name: '1280-dark', viewport: {width: 1280, height: 900}, colorScheme: 'dark'},
  {name: '360-dark', viewport: {width: 360, height: 740}, colorScheme: 'dark'},
];

// most is the size of the largest page without its pictures, in bytes as they are sent.
const most = 120_000;

// printed are the pages of which a picture on paper is made.
const printed = ['front', 'search', 'object', 'object-journey', 'person', 'place', 'provenance', 'set', 'concept'];

fs.rmSync(folder, {recursive: true, force: true});
fs.mkdirSync(folder, {recursive: true});
const browser = await launch(executablePath);
try {
  // Colours are the same in all widths.
  const looked = process.env.QUICK ? views.filter(({name}) => name !== '360-dark') : views;
  for (const view of looked) await abreast(subjects, subject => look(subject, view));
  await abreast(subjects, subject => fits(subject, 320));
  for (const subject of [{path: '/-/healthz'}, ...subjects]) await isLight(subject);
  if (!process.env.QUICK) {
    for (const width of [320, 360, 768, 1280, 1920]) {
      for (const language of ['en', 'nl', 'fr', 'de']) {
        for (const text of [100, 200]) {
          await abreast(subjects, subject => isUsable(subject, {width, language, text}));
        }
      }
    }
  }
  for (const subject of subjects.filter(({path}) => path.includes('earring'))) await isTidyWithoutPictures(subject);
  for (const subject of subjects.filter(({name}) => printed.includes(name))) await prints(subject);
} finally {
  await browser.close();
}
note(`pictures of ${subjects.length} pages are in ${folder}`);

// look checks a page in one view, and makes a picture of it.
async function look({name, path: address, status = 200}, {name: view, ...settings}) {
  const account = await open(browser, server, address, settings);
  const {page, answer} = account;
  // The browser complains of a page that is not there.
  if (status !== 200) account.complaints.length = 0;
  const faults = answer.status() === status ? [] : [`status ${answer.status()}`];
  await scrollThrough(page);
  faults.push(...await faultsOf(account), ...await faultsOfLayout(page, settings.viewport.width), ...await violations(page));
  await page.screenshot({path: path.join(folder, `${name}-${view}.png`), fullPage: true});
  await unfold(page);
  faults.push(...await faultsOfLayout(page, settings.viewport.width, {loads: false}), ...await violations(page));
  check(`${address} at ${view}`, faults);
  await account.close();
}

// fits checks that nothing makes a very narrow page scroll sideways.
async function fits({path: address}, width) {
  const account = await open(browser, server, address, {viewport: {width, height: 640}});
  await unfold(account.page);
  const wide = await account.page.evaluate(() => document.documentElement.scrollWidth);
  check(`${address} in ${width} pixels`, wide <= width ? [] : [`it is ${wide} wide: ${await widest(account.page, width)}`]);
  await account.close();
}

// isUsable checks a page in one width, one language and one size of text. Without JavaScript
// nothing is left out, so that it is the page with it that is looked at.
async function isUsable({path: address, status = 200}, {width, language, text}) {
  const account = await open(browser, server, address, {viewport: {width, height: 800}, locale: language});
  const {page, answer} = account;
  const faults = answer.status() === status ? [] : [`status ${answer.status()}`];
  // A policy that allows no style in a page lets the check set the size of the text by the object model.
  if (text !== 100) await page.evaluate(text => { document.documentElement.style.fontSize = `${text}%`; }, text);
  await unfold(page);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  if (wide > width) faults.push(`it is ${wide} pixels wide: ${await widest(page, width)}`);
  faults.push(...await violations(page));
  check(`${address} in ${language} at ${width} pixels with ${text} % text`, faults);
  await account.close();
}

// isLight checks what a page loads besides pictures, and notes how soon it was painted: the median of three
// times, as that of a page of one line, or once where that is enough.
async function isLight({path: address}) {
  const loads = [];
  for (let i = 0; i < (process.env.QUICK ? 1 : 3); i++) loads.push(await load(address));
  const {bytes} = loads[0];
  const paint = loads.map(load => load.paint).sort((a, b) => a - b)[loads.length >> 1];
  check(`${address} has ${Math.round(bytes / 1000)} kB`, bytes <= most ? [] : [`it has ${bytes} bytes, more than ${most}`]);
  note(`${address} is painted after ${Math.round(paint)} ms`);
}

// load says what a page loads besides pictures, in bytes, and how soon it is painted.
async function load(address) {
  const account = await open(browser, server, address, {pictures: false});
  await account.page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  const found = await account.page.evaluate(() => ({
    bytes: [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
      .filter(entry => entry.initiatorType !== 'img').reduce((sum, entry) => sum + entry.encodedBodySize, 0),
    paint: performance.getEntriesByName('first-contentful-paint')[0].startTime,
  }));
  await account.close();
  return found;
}

// isTidyWithoutPictures checks a page whose pictures cannot be had.
async function isTidyWithoutPictures({name, path: address}) {
  const account = await open(browser, server, address, {pictures: false});
  const {page} = account;
  await scrollThrough(page);
  const faults = [...await faultsOf(account, {pictures: false}), ...await faultsOfLayout(page, 1280)];
  const broken = await page.evaluate(() => [...document.images].filter(image => {
    const box = image.getBoundingClientRect();
    return image.complete && image.naturalWidth === 0 && image.alt === '' && box.width > 0 && box.height > 0;
  }).map(image => image.outerHTML.slice(0, 120)));
  await page.screenshot({path: path.join(folder, `${name}-no-pictures.png`), fullPage: true});
  check(`${address} without its pictures`, [...faults, ...broken.map(html => `a broken picture says nothing: ${html}`)]);
  await account.close();
}

// prints checks what is printed.
async function prints({name, path: address}) {
  const account = await open(browser, server, address, {viewport: {width: 700, height: 990}, colorScheme: 'dark'});
  const {page} = account;
  await scrollThrough(page);
  await page.emulateMedia({media: 'print'});
  const {ground, shown, wide} = await page.evaluate(() => ({
    ground: getComputedStyle(document.body).backgroundColor,
    shown: [...document.querySelectorAll('header nav, .pager, form[role="search"]')].filter(element => element.checkVisibility()).map(element => element.outerHTML.slice(0, 80)),
    wide: document.documentElement.scrollWidth,
  }));
  const faults = shown.map(html => `nobody can use this on paper: ${html}`);
  if (wide > 700) faults.push(`it is ${wide} pixels wide`);
  if (!/rgba\(0, 0, 0, 0\)|rgb\(255, 255, 255\)/.test(ground)) faults.push(`the ground is ${ground}`);
  await page.screenshot({path: path.join(folder, `${name}-print.png`), fullPage: true});
  check(`${address} on paper`, faults);
  await account.close();
}
