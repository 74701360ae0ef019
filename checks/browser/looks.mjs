// Looks at the pages of the sample collection: that the browser has nothing against them,
// that people of all abilities can use them, that nothing moves or is cut off, and makes
// pictures of them for a reviewer.
//
//   node looks.mjs SERVER CHROMIUM FOLDER

import fs from 'node:fs';
import path from 'node:path';
import axe from 'axe-core';
import {check, note} from '../interop/report.mjs';
import {faultsOf, launch, open, scrollThrough} from './browser.mjs';
import {subjects} from './pages.mjs';

const [server, executablePath, folder] = process.argv.slice(2);
const views = [
  {name: '1280', viewport: {width: 1280, height: 900}, colorScheme: 'light'},
  {name: '360', viewport: {width: 360, height: 740}, colorScheme: 'light'},
  {name: '1280-dark', viewport: {width: 1280, height: 900}, colorScheme: 'dark'},
  {name: '360-dark', viewport: {width: 360, height: 740}, colorScheme: 'dark'},
];

fs.rmSync(folder, {recursive: true, force: true});
fs.mkdirSync(folder, {recursive: true});
const browser = await launch(executablePath);
try {
  for (const view of views) {
    for (const subject of subjects) await look(subject, view);
  }
  for (const subject of subjects) await fits(subject, 320);
  for (const subject of subjects.filter(({path}) => path.includes('earring'))) await isTidyWithoutPictures(subject);
  await prints(subjects.find(({name}) => name === 'object'));
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
  check(`${address} at ${view}`, faults);
  await account.close();
}

// faultsOfLayout tells what moved while the page loaded, and what makes it scroll
// sideways.
async function faultsOfLayout(page, width) {
  const {shift, wide, heading} = await page.evaluate(() => ({
    shift: globalThis.seen.shift,
    wide: document.documentElement.scrollWidth,
    heading: document.querySelectorAll('h1').length,
  }));
  return [
    ...(shift < 0.1 ? [] : [`things move while it loads, by ${shift.toFixed(2)}`]),
    ...(wide <= width ? [] : [`it is ${wide} pixels wide: ${await widest(page, width)}`]),
    ...(heading === 1 ? [] : [`it has ${heading} main headings`]),
  ];
}

// widest names the first element that sticks out.
function widest(page, width) {
  return page.evaluate(width => {
    const out = [...document.querySelectorAll('body *')].find(element => element.getBoundingClientRect().right > width + 1);
    return out ? out.outerHTML.slice(0, 120) : 'nobody knows why';
  }, width);
}

// violations are what axe finds.
async function violations(page) {
  await page.evaluate(axe.source);
  const {violations} = await page.evaluate(() => globalThis.axe.run(document, {resultTypes: ['violations']}));
  return violations.flatMap(({id, help, nodes}) => nodes.slice(0, 3).map(({html, any}) => `axe ${id}: ${help}: ${html.slice(0, 160)} ${any[0]?.message ?? ''}`));
}

// fits checks that nothing makes a very narrow page scroll sideways.
async function fits({path: address}, width) {
  const account = await open(browser, server, address, {viewport: {width, height: 640}});
  const wide = await account.page.evaluate(() => document.documentElement.scrollWidth);
  check(`${address} in ${width} pixels`, wide <= width ? [] : [`it is ${wide} wide: ${await widest(account.page, width)}`]);
  await account.close();
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
    shown: [...document.querySelectorAll('nav, form[role="search"]')].filter(element => element.checkVisibility()).map(element => element.outerHTML.slice(0, 80)),
    wide: document.documentElement.scrollWidth,
  }));
  const faults = shown.map(html => `nobody can use this on paper: ${html}`);
  if (wide > 700) faults.push(`it is ${wide} pixels wide`);
  if (!/rgba\(0, 0, 0, 0\)|rgb\(255, 255, 255\)/.test(ground)) faults.push(`the ground is ${ground}`);
  await page.screenshot({path: path.join(folder, `${name}-print.png`), fullPage: true});
  check(`${address} on paper`, faults);
  await account.close();
}
