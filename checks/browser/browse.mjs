// Looks at a server's pages with Chromium.
//
//   node browse.mjs SERVER CHROMIUM PROFILE

import http from 'node:http';
import {chromium} from 'playwright-core';
import {check} from '../interop/report.mjs';
import {records} from './pages.mjs';

const [server, executablePath, profile] = process.argv.slice(2);
const args = [
  '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync',
];

const browser = await chromium.launchPersistentContext(profile, {executablePath, args, headless: true});
try {
  const samples = [];
  for (const endpoint of ['/place/', '/person/', '/provenance/']) {
    samples.push((await records(server, endpoint))[0]);
  }
  for (const path of ['/', '/person/', ...samples]) await looksRight(path);
  await followsLinks(samples[2]);
  await followsLinksBack('/place/delft', 'Person born at place', '/person/johannes-vermeer');
  await searches('vermeer', '/person/johannes-vermeer');
  await isReadableOnPhones(samples[2]);
  await showsMissing();
  await readsAcrossOrigins(samples[0]);
} finally {
  await browser.close();
}

// open opens an address in a new page and keeps account of what happens in it.
async function open(url) {
  const page = await browser.newPage();
  const account = {page, complaints: [], requests: []};
  page.on('console', message => ['error', 'warning'].includes(message.type()) && account.complaints.push(message.text()));
  page.on('pageerror', error => account.complaints.push(error.message));
  page.on('request', request => account.requests.push(request.url()));
  account.answer = await page.goto(url, {waitUntil: 'networkidle'});
  return account;
}

// complaintsOf returns what the browser had to say against a page, and the
// requests that it made elsewhere.
function complaintsOf({complaints, requests}) {
  const elsewhere = requests.filter(url => !url.startsWith(server + '/'));
  return [...complaints, ...elsewhere.map(url => `asks for ${url}`)];
}

// looksRight checks one page: what the browser gets by its own Accept field, and
// what it makes of it.
async function looksRight(path) {
  const account = await open(server + path);
  const {page, answer} = account;
  const faults = complaintsOf(account);
  const type = answer.headers()['content-type'];
  if (answer.status() !== 200 || type !== 'text/html; charset=utf-8') faults.push(`status ${answer.status()}, type ${type}`);
  const heading = await page.locator('h1').innerText();
  const title = await page.title();
  if (heading === '' || !title.includes(heading)) faults.push(`the title is ${title}, the heading ${heading}`);
  const width = await page.evaluate('getComputedStyle(document.body).maxWidth');
  if (width === 'none') faults.push('the style sheet is not applied');
  if (/^\/\w+\/./.test(path)) faults.push(...await faultsOfDescription(page, path));
  check(`the browser shows ${path}, “${heading}”`, faults);
  await page.close();
}

// faultsOfDescription checks the link from the page of an entity to its record.
async function faultsOfDescription(page, path) {
  const href = await page.locator('link[rel="describedby"]').getAttribute('href');
  const answer = await fetch(new URL(href, server + path));
  const type = answer.headers.get('Content-Type');
  const {id} = await answer.json();
  return answer.ok && type.startsWith('application/ld+json') && id.endsWith(path) ? [] : [`describedby leads to ${id} as ${type}`];
}

// followsLinks goes from one record to another by a click.
async function followsLinks(path) {
  const account = await open(server + path);
  const {page} = account;
  const isRecord = href => /^\/[a-z]+\/[^/?.]+$/.test(href) && href !== path;
  const hrefs = await page.locator('main a').evaluateAll(all => all.map(a => a.getAttribute('href')));
  const target = hrefs.find(isRecord);
  const faults = target ? [] : ['no link leads to another record'];
  if (target) {
    await page.locator(`main a[href="${target}"]`).first().click();
    await page.waitForURL(server + target);
    if (await page.locator('h1').innerText() === '') faults.push('it has no heading');
    await page.goBack();
    if (new URL(page.url()).pathname !== path) faults.push(`back leads to ${page.url()}`);
  }
  check(`the browser follows a link from ${path} to ${target}, and back`, [...faults, ...complaintsOf(account)]);
  await page.close();
}

// followsLinksBack goes from a record to one that refers to it.
async function followsLinksBack(path, list, target) {
  const account = await open(server + path);
  const {page} = account;
  await page.locator('main a', {hasText: list}).first().click();
  await page.locator(`main a[href="${target}"]`).click();
  await page.waitForURL(server + target);
  check(`the browser follows “${list}” from ${path} to ${target}`, complaintsOf(account));
  await page.close();
}

// searches fills in the form of the front page.
async function searches(words, target) {
  const account = await open(server + '/');
  const {page} = account;
  await page.locator('form[role="search"] input[name="q"]').fill(words);
  await page.keyboard.press('Enter');
  await page.locator(`main a[href="${target}"]`).click();
  await page.waitForURL(server + target);
  check(`the browser searches for ${words} and finds ${target}`, complaintsOf(account));
  await page.close();
}

// isReadableOnPhones checks that nothing makes a narrow page scroll sideways.
async function isReadableOnPhones(path) {
  const {page} = await open(server + path);
  await page.setViewportSize({width: 320, height: 640});
  const width = await page.evaluate('document.documentElement.scrollWidth');
  check(`the browser shows ${path} in 320 pixels`, width <= 320 ? [] : [`it is ${width} wide`]);
  await page.close();
}

async function showsMissing() {
  const {page, answer} = await open(server + '/person/nobody');
  const heading = await page.locator('h1').innerText();
  const faults = answer.status() === 404 && heading !== '' ? [] : [`status ${answer.status()}, heading ${heading}`];
  check(`the browser shows a page for what is not there, “${heading}”`, faults);
  await page.close();
}

// readsAcrossOrigins lets a page of another origin fetch a record.
async function readsAcrossOrigins(path) {
  const other = http.createServer((_, answer) => {
    answer.setHeader('Content-Type', 'text/html');
    answer.end('<!DOCTYPE html><link rel="icon" href="data:,"><title>Elsewhere</title>');
  });
  await new Promise(resolve => other.listen(0, '127.0.0.1', resolve));
  const {page} = await open(`http://127.0.0.1:${other.address().port}/`);
  try {
    await checkFetches(page, server + path);
  } finally {
    await page.close();
    other.closeAllConnections();
    await new Promise(resolve => other.close(resolve));
  }
}

async function checkFetches(page, url) {
  const request = (fields, method = 'GET', at = url) => page.evaluate(async ([at, method, headers]) => {
    const answer = await fetch(at, {method, headers, cache: 'no-store'});
    const names = ['ETag', 'Link', 'Content-Location', 'Content-Type'];
    return {status: answer.status, text: await answer.text(), ...Object.fromEntries(names.map(name => [name, answer.headers.get(name)]))};
  }, [at, method, fields]);

  const plain = await request({Accept: 'application/ld+json'});
  const isRecord = plain.status === 200 && plain.text.startsWith('{"@context"');
  check('a page of another origin reads the JSON-LD', isRecord ? [] : [`status ${plain.status}, ${plain.text.slice(0, 60)}`]);
  const unseen = ['ETag', 'Link', 'Content-Location'].filter(name => !plain[name]);
  check('it sees ETag, Link and Content-Location', unseen.map(name => `${name} is not exposed`));

  const conditional = await request({Accept: 'application/ld+json', 'If-None-Match': plain.ETag});
  check('it may ask with If-None-Match, after a preflight', conditional.status === 304 ? [] : [`status ${conditional.status}`]);
  const head = await request({Accept: 'text/turtle'}, 'HEAD');
  check('it may send HEAD', head.status === 200 && head['Content-Type'].startsWith('text/turtle') ? [] : [`status ${head.status}, ${head['Content-Type']}`]);
  const missing = await request({Accept: 'application/json'}, 'GET', `${server}/person/nobody`);
  const isProblem = missing.status === 404 && JSON.parse(missing.text).status === 404;
  check('it reads what an error says', isProblem ? [] : [`status ${missing.status}, ${missing.text.slice(0, 60)}`]);
}
