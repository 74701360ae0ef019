// Chromium for the checks: pages that are opened with an account of what happens in
// them, and pictures of other hosts, which the checks draw themselves.

import {chromium} from 'playwright-core';
import {paint} from './paint.mjs';

const args = [
  '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync', '--hide-scrollbars', '--font-render-hinting=none',
];

// launch starts Chromium.
export function launch(executablePath) {
  return chromium.launch({executablePath, args, headless: true});
}

// The page keeps account of violations of its policy, and of what moves while it loads.
function watch() {
  globalThis.seen = {policy: [], shift: 0};
  document.addEventListener('securitypolicyviolation', event => {
    globalThis.seen.policy.push(`${event.violatedDirective} forbids ${event.blockedURI} ${event.sample}`);
  });
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.seen.shift += entry.value;
  }).observe({type: 'layout-shift', buffered: true});
}

// open opens an address in a new page of a context of its own. What it returns keeps
// account: complaints are what the browser says against the page, elsewhere the requests
// to other hosts, and pictures those of them that were for pictures. These are answered
// with a drawing, that of draw, or not at all where pictures is false.
export async function open(browser, server, path, {pictures = true, draw = paint, ...settings} = {}) {
  const context = await browser.newContext({viewport: {width: 1280, height: 900}, serviceWorkers: 'block', ...settings});
  const page = await context.newPage();
  page.setDefaultTimeout(60_000); // a machine may have other work
  const account = {page, server, complaints: [], elsewhere: [], pictures: []};
  page.on('console', message => ['error', 'warning'].includes(message.type()) && account.complaints.push(message.text()));
  page.on('pageerror', error => account.complaints.push(error.message));
  if (settings.javaScriptEnabled !== false) await page.addInitScript(watch);
  await page.route(url => !url.href.startsWith(server + '/') && url.protocol !== 'data:', route => {
    const request = route.request();
    if (request.resourceType() !== 'image') {
      account.elsewhere.push(`${request.resourceType()} ${request.url()}`);
      return route.abort();
    }
    account.pictures.push(request.url());
    return pictures ? route.fulfill({contentType: 'image/svg+xml', body: draw(request.url())}) : route.abort();
  });
  account.answer = await page.goto(server + path, {waitUntil: 'load'});
  account.close = () => context.close();
  return account;
}

// abreast does work for each of a list, two at a time: much of the time of a page is waiting.
export async function abreast(list, work) {
  const rest = [...list];
  await Promise.all([1, 2].map(async () => {
    while (rest.length > 0) await work(rest.shift());
  }));
}

// scrollThrough scrolls to the end and back, so that pictures that load late do.
export async function scrollThrough(page) {
  await page.evaluate(async () => {
    const step = () => new Promise(resolve => setTimeout(resolve, 30));
    for (let y = 0; y < Math.min(document.body.scrollHeight, 30000); y += 600) {
      scrollTo({top: y, behavior: 'instant'});
      await step();
    }
    scrollTo({top: 0, behavior: 'instant'});
    await step();
  });
  await page.waitForLoadState('networkidle');
}

// unfold opens the sections of a page that fold on a telephone.
export function unfold(page) {
  return page.evaluate(() => { for (const fold of document.querySelectorAll('.fold')) fold.open = true; });
}

// faultsOf are what the browser had against a page: complaints, requests to other hosts,
// violations of the policy. Where pictures fail the browser says so, and nothing is wrong.
export async function faultsOf(account, {pictures = true} = {}) {
  const complaints = account.complaints.filter(text => pictures || !/net::ERR_FAILED/.test(text));
  const seen = await account.page.evaluate(() => globalThis.seen ?? {policy: []});
  return [...complaints, ...account.elsewhere.map(one => `asks elsewhere for ${one}`), ...seen.policy];
}
