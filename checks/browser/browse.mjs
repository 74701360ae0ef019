// Uses the pages of a server in Chromium as a visitor does: follows links, searches,
// changes the language, with a keyboard alone and without JavaScript.
//
//   node browse.mjs SERVER CHROMIUM

import http from 'node:http';
import {check} from '../interop/report.mjs';
import {faultsOf, launch, open} from './browser.mjs';
import {records, subjects} from './pages.mjs';

const [server, executablePath] = process.argv.slice(2);
const girl = '/object/girl-with-a-pearl-earring';

const browser = await launch(executablePath);
try {
  const samples = [];
  for (const endpoint of ['/place/', '/person/', '/provenance/']) {
    samples.push((await records(server, endpoint))[0]);
  }
  for (const path of ['/', '/person/', ...samples]) await attempt(looksRight, path);
  await attempt(followsLinks, samples[2]);
  await attempt(followsLinksBack, '/place/delft', '/person/johannes-vermeer');
  await attempt(searches, 'girl pearl', girl);
  await attempt(narrowsDown, 'vermeer', girl);
  await attempt(suggests, 'verm');
  await attempt(speaks, 'nl', girl);
  await attempt(keepsToTheKeyboard, '/');
  await attempt(keepsToTheKeyboard, girl);
  // The script of the field for queries numbers its lines.
  for (const {path} of subjects.filter(({name}) => name !== 'query')) await attempt(needsNoScript, path);
  await attempt(completes);
  await attempt(searchesWithoutScript, 'girl pearl', girl);
  await attempt(describesItself, girl, 'VisualArtwork');
  await attempt(showsMissing);
  await attempt(readsAcrossOrigins, samples[0]);
} finally {
  await browser.close();
}

// attempt takes a step; one that cannot be taken is a failed check.
async function attempt(step, ...args) {
  try {
    await step(...args);
  } catch (error) {
    check(`${step.name} ${args.join(' ')}`, [error.message.split('\n').slice(0, 4).join('\n')]);
  }
}

// looksRight checks one page: what the browser gets by its own Accept field, and
// what it makes of it.
async function looksRight(path) {
  const account = await open(browser, server, path);
  const {page, answer} = account;
  const faults = await faultsOf(account);
  const type = answer.headers()['content-type'];
  if (answer.status() !== 200 || type !== 'text/html; charset=utf-8') faults.push(`status ${answer.status()}, type ${type}`);
  const heading = await page.locator('h1').innerText();
  const title = await page.title();
  if (heading === '' || !title.includes(heading)) faults.push(`the title is ${title}, the heading ${heading}`);
  const width = await page.evaluate(() => getComputedStyle(document.querySelector('main')).maxWidth);
  if (width === 'none') faults.push('the style sheet is not applied');
  if (/^\/\w+\/./.test(path)) faults.push(...await faultsOfDescription(page, path));
  check(`the browser shows ${path}, “${heading}”`, faults);
  await account.close();
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
  const account = await open(browser, server, path);
  const {page} = account;
  const isRecord = href => /^\/[a-z]+\/[^/?.#]+$/.test(href) && href !== path;
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
  check(`the browser follows a link from ${path} to ${target}, and back`, [...faults, ...await faultsOf(account)]);
  await account.close();
}

// followsLinksBack goes from a record to one that refers to it.
async function followsLinksBack(path, target) {
  const account = await open(browser, server, path);
  await account.page.locator(`main a[href="${target}"]`).first().click();
  await account.page.waitForURL(server + target);
  check(`the browser goes from ${path} to ${target}, which refers to it`, await faultsOf(account));
  await account.close();
}

// searches fills in the form of the front page.
async function searches(words, target) {
  const account = await open(browser, server, '/');
  const {page} = account;
  await page.locator('form[role="search"] input[name="q"]').first().fill(words);
  await page.keyboard.press('Enter');
  await page.locator(`main a[href="${target}"]`).first().click();
  await page.waitForURL(server + target);
  check(`the browser searches for ${words} and finds ${target}`, await faultsOf(account));
  await account.close();
}

// narrowsDown searches for a maker, and narrows the results down until a work is among
// them; each state is an address that can be opened again.
async function narrowsDown(words, target) {
  const account = await open(browser, server, `/-/search?q=${words}`);
  const {page} = account;
  const faults = [];
  const results = () => page.locator('.cards .card').count();
  const before = await results();
  const facets = await page.locator('.facets details summary').allInnerTexts();
  if (facets.length < 3) faults.push(`the facets are ${facets}`);
  const value = page.locator('.facets a[href*="class=HumanMadeObject"]').first();
  const count = Number((await value.locator('xpath=following-sibling::*').first().innerText()).replace(/\D/g, ''));
  await value.click();
  await page.waitForURL(/class=HumanMadeObject/);
  if (await page.locator(`main a[href^="${target}"]`).count() === 0) faults.push(`${target} is not among the results`);
  const after = await results();
  if (after !== Math.min(count, after) || after > before && before < 20) faults.push(`${before} results became ${after}, the facet says ${count}`);
  if (await page.locator('.facets a[aria-current]').count() === 0) faults.push('nothing shows what is chosen');
  const again = await open(browser, server, page.url().slice(server.length));
  if (await again.page.locator('.cards .card').count() !== after) faults.push('the address does not lead to the same results');
  await again.close();
  await page.locator('.chosen a').first().click();
  await page.waitForURL(url => !url.search.includes('class='));
  if (await results() !== before) faults.push('without the facet there are other results than before');
  if (await page.locator('.cards mark').count() === 0) faults.push('the words found are not marked');
  check(`the browser narrows a search for ${words} down, and widens it`, [...faults, ...await faultsOf(account)]);
  await account.close();
}

// suggests types the beginning of a word and takes a suggestion by the keyboard.
async function suggests(beginning) {
  const account = await open(browser, server, '/');
  const {page} = account;
  const faults = [];
  const input = page.locator('form[data-suggest] input[name="q"]').first();
  await input.pressSequentially(beginning, {delay: 20});
  try {
    await page.locator('[role="option"]').first().waitFor({timeout: 5000});
    if (await input.getAttribute('aria-expanded') !== 'true') faults.push('the list is open, and not said to be');
    await page.keyboard.press('ArrowDown');
    if (await page.locator('[role="option"][aria-selected="true"]').count() !== 1) faults.push('an arrow key selects nothing');
    const from = page.url();
    await page.keyboard.press('Enter');
    await page.waitForURL(url => url.href !== from, {timeout: 5000});
  } catch (error) {
    faults.push(error.message.split('\n')[0]);
  }
  check(`the browser suggests something for ${beginning}`, [...faults, ...await faultsOf(account)]);
  await account.close();
}

// completes writes a query with suggestions for a property and for an entity, by the keyboard.
async function completes() {
  const account = await open(browser, server, '/-/sparql');
  const {page} = account;
  const faults = [];
  const field = page.locator('textarea[name="query"]');
  await field.fill('');
  try {
    for (const typed of ['SELECT ?work { ?work crm:P55_ha', ' <view of del']) {
      await field.pressSequentially(typed.replace(' of ', '-of-'));
      await page.locator('#completions [role="option"]').first().waitFor({timeout: 5000});
      await page.keyboard.press('Control+Space');
      await page.keyboard.press('Enter');
      await page.locator('#completions').waitFor({state: 'hidden', timeout: 5000});
    }
  } catch (error) {
    faults.push(error.message.split('\n')[0]);
  }
  const text = await field.inputValue();
  if (!/^PREFIX crm: <.*>\nSELECT \?work \{ \?work crm:P55_has_current_location <https?:/.test(text)) faults.push(`the query is ${text}`);
  check('the browser completes a query', [...faults, ...await faultsOf(account)]);
  await account.close();
}

// speaks changes the language by the switch on the page, and follows a link in it.
async function speaks(tag, path) {
  const account = await open(browser, server, path);
  const {page} = account;
  const faults = [];
  const english = await page.locator('main').innerText();
  await page.locator(`.languages a[hreflang="${tag}"]`).first().click();
  await page.waitForURL(/[?&]lang=/);
  if (await page.locator('html').getAttribute('lang') !== tag) faults.push('the page does not say its language');
  if (await page.locator('main').innerText() === english) faults.push('the page is the same in both languages');
  await page.locator('main a[href^="/person/"]').first().click();
  await page.waitForURL(/\/person\//);
  if (await page.locator('html').getAttribute('lang') !== tag) faults.push(`a link leads out of the language: ${page.url()}`);
  check(`the browser shows ${path} in ${tag}`, [...faults, ...await faultsOf(account)]);
  await account.close();
  const dutch = await open(browser, server, path, {locale: tag});
  const lang = await dutch.page.locator('html').getAttribute('lang');
  check(`a browser of that language gets it by itself`, lang === tag ? [] : [`it gets ${lang}`]);
  await dutch.close();
}

// keepsToTheKeyboard goes through a page by the Tab key: the first stop leads past the
// header, each stop is seen, and there is no trap.
async function keepsToTheKeyboard(path) {
  const account = await open(browser, server, path, {reducedMotion: 'reduce'});
  const {page} = account;
  const faults = [];
  await page.keyboard.press('Tab');
  const skip = await page.evaluate(() => document.activeElement.getAttribute('href'));
  if (!skip?.startsWith('#')) faults.push(`the first stop leads to ${skip}`);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  if (!await page.evaluate(() => document.activeElement.closest('main') !== null)) faults.push('the first link does not lead into the content');
  await page.goto(server + path);
  const stops = await stopsOf(page);
  const places = stops.map(({place}) => place);
  if (stops.length < 10) faults.push(`there are only ${stops.length} stops`);
  if (places.some((place, i) => i > 0 && place < places[i - 1])) faults.push('the order of the stops is not that of the page');
  faults.push(...stops.filter(({outlined}) => !outlined).map(({html}) => `nothing shows the focus on ${html}`));
  faults.push(...stops.filter(({inView}) => !inView).map(({html}) => `the focus is out of sight on ${html}`));
  check(`${path} by the keyboard, ${stops.length} stops`, [...faults, ...await faultsOf(account)]);
  await account.close();
}

// stopsOf presses Tab until the page is through, at most 200 times.
async function stopsOf(page) {
  const stops = [];
  for (let i = 0; i < 200; i++) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return null;
      const style = getComputedStyle(element);
      const box = element.getBoundingClientRect();
      const outlined = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0 || style.boxShadow !== 'none';
      const inView = box.bottom > 0 && box.top < innerHeight && box.width > 0 && box.height > 0;
      const all = [...document.querySelectorAll('*')];
      return {place: all.indexOf(element), outlined, inView, html: element.outerHTML.slice(0, 100)};
    });
    if (!stop || stops.length > 0 && stop.place === stops[0].place) break;
    stops.push(stop);
  }
  return stops;
}

// needsNoScript compares a page without JavaScript to the same page with it: it says the
// same, but for the time of a query.
async function needsNoScript(path) {
  const texts = [];
  for (const javaScriptEnabled of [true, false]) {
    const account = await open(browser, server, path, {javaScriptEnabled});
    texts.push((await account.page.locator('main').innerText()).split('\n').map(line => line.trim().replace(/Copy$/, '').replace(/ · \d+ ms$/, '').trim()).filter(line => /[\p{L}\p{N}]/u.test(line) && !/request/.test(line)));
    await account.close();
  }
  const [withScript, without] = texts;
  const missing = withScript.filter(line => !without.includes(line)).slice(0, 3);
  check(`${path} without JavaScript`, missing.map(line => `it does not say “${line}”`));
}

async function searchesWithoutScript(words, target) {
  const account = await open(browser, server, '/', {javaScriptEnabled: false});
  const {page} = account;
  await page.locator('form[role="search"] input[name="q"]').first().fill(words);
  await page.keyboard.press('Enter');
  await page.waitForURL(/search\?/);
  const found = await page.locator(`main a[href^="${target}"]`).count();
  check('the browser searches without JavaScript', found > 0 ? [] : [`${target} is not found`]);
  await account.close();
}

// describesItself reads the description for search engines, which the browser keeps and
// does not execute, and what is shown where somebody pastes a link.
async function describesItself(path, type) {
  const account = await open(browser, server, path);
  const {page} = account;
  const faults = await faultsOf(account);
  const scripts = await page.locator('script[type="application/ld+json"]').allTextContents();
  if (scripts.length !== 1) faults.push(`there are ${scripts.length} descriptions`);
  for (const text of scripts) {
    const description = JSON.parse(text);
    if (description['@type'] !== type || !description.name) faults.push(`it describes a ${description['@type']}, ${description.name}`);
  }
  for (const selector of ['meta[property="og:title"]', 'meta[property="og:image"]', 'meta[name="description"]', 'link[rel="canonical"]', 'link[rel="alternate"][hreflang="de"]', 'link[rel="alternate"][type="text/turtle"]']) {
    if (await page.locator(selector).count() === 0) faults.push(`there is no ${selector}`);
  }
  check(`${path} tells programs what it is`, faults);
  await account.close();
}

async function showsMissing() {
  const {page, answer, close} = await open(browser, server, '/person/nobody');
  const heading = await page.locator('h1').innerText();
  const faults = answer.status() === 404 && heading !== '' ? [] : [`status ${answer.status()}, heading ${heading}`];
  check(`the browser shows a page for what is not there, “${heading}”`, faults);
  await close();
}

// readsAcrossOrigins lets a page of another origin fetch a record.
async function readsAcrossOrigins(path) {
  const other = http.createServer((_, answer) => {
    answer.setHeader('Content-Type', 'text/html');
    answer.end('<!DOCTYPE html><link rel="icon" href="data:,"><title>Elsewhere</title>');
  });
  await new Promise(resolve => other.listen(0, '127.0.0.1', resolve));
  const page = await browser.newPage();
  try {
    await page.goto(`http://127.0.0.1:${other.address().port}/`);
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
