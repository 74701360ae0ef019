// Moves maps in Chromium, with buttons, the keyboard and a mouse, and checks that they ask other
// hosts for nothing.
//
//   node maps.mjs SERVER CHROMIUM

import {check} from '../interop/report.mjs';
import {faultsOf, launch, open} from './browser.mjs';

const [server, executablePath] = process.argv.slice(2);
const closer = (before, after) => after.width < before.width && after.height < before.height;
const further = (before, after) => after.width > before.width;
// A place, the journey of an object, the places of a person.
const mapped = ['/place/delft', '/object/the-milkmaid', '/person/johannes-vermeer'];

const browser = await launch(executablePath);
try {
  for (const address of mapped) {
    await moves(address, 'the buttons and the keyboard', byButtonsAndKeys);
    await moves(address, 'the mouse', byMouse);
  }
  await asksForNothing();
} finally {
  await browser.close();
}

// seen is the part of the map that is seen, as x, y, width and height of the drawing.
async function seen(page) {
  const box = await page.locator('.map-main').first().getAttribute('viewBox');
  const [x, y, width, height] = box.split(' ').map(Number);
  return {x, y, width, height};
}

// moves moves the map of a page in some way. steps is given the page, what is seen of the
// map as a whole, and step, which acts and then checks what is seen before and after it.
async function moves(address, way, steps) {
  const account = await open(browser, server, address);
  const {page} = account;
  const faults = [];
  await page.locator('.map-drawing').first().scrollIntoViewIfNeeded();
  // What was far below is drawn in the frame after it has come into sight.
  await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await steps(page, await seen(page), async (name, act, isRight) => {
    const before = await seen(page);
    await act();
    const after = await seen(page);
    if (!isRight(before, after)) faults.push(`${name}: ${JSON.stringify(before)} became ${JSON.stringify(after)}`);
  });
  check(`the map of ${address} moves by ${way}`, [...faults, ...await faultsOf(account)]);
  await account.close();
}

async function byButtonsAndKeys(page, whole, step) {
  const isWhole = (_, after) => after.width === whole.width && after.x === whole.x && after.y === whole.y;
  const buttons = page.locator('.map-drawing').first().locator('.map-buttons button');
  const press = key => () => page.keyboard.press(key);
  await step('the button +', () => buttons.nth(0).click(), closer);
  await step('the button −', () => buttons.nth(1).click(), further);
  await buttons.nth(0).click();
  await step('the button for all', () => buttons.nth(2).click(), isWhole);
  await buttons.nth(0).focus();
  await step('the key +', press('+'), closer);
  await step('the key →', press('ArrowRight'), (before, after) => after.x > before.x && after.width === before.width);
  await step('the key ←', press('ArrowLeft'), (before, after) => after.x < before.x);
  await step('the key ↓', press('ArrowDown'), (before, after) => after.y > before.y);
  await step('the key ↑', press('ArrowUp'), (before, after) => after.y < before.y);
  await step('the key -', press('-'), further);
  await page.keyboard.press('+');
  await step('the key 0', press('0'), isWhole);
  await step('an arrow key, where all is seen,', press('ArrowRight'), isWhole);
}

// byMouse drags, turns the wheel and clicks twice, on a part of the map that has no mark.
// The wheel scrolls the page until the map was clicked.
async function byMouse(page, whole, step) {
  const {x, y} = await emptySpot(page);
  const turn = async () => {
    const before = await page.evaluate(() => ({y: scrollY, box: document.querySelector('.map-main').getAttribute('viewBox')}));
    await page.mouse.wheel(0, -120);
    await page.waitForFunction(({y, box}) => scrollY !== y || document.querySelector('.map-main').getAttribute('viewBox') !== box, before);
  };
  await page.evaluate(() => scrollBy({top: 200, behavior: 'instant'}));
  await page.mouse.move(x, y - 200);
  await step('the wheel before a click', turn, (before, after) => after.width === before.width);
  const spot = await emptySpot(page);
  await page.mouse.click(spot.x, spot.y);
  await step('the wheel', turn, closer);
  await step('a drag', async () => {
    await page.mouse.down();
    await page.mouse.move(spot.x - 30, spot.y - 20, {steps: 4});
    await page.mouse.move(spot.x - 60, spot.y - 40, {steps: 4});
    await page.mouse.up();
  }, (before, after) => after.x > before.x && after.y > before.y && after.width === before.width);
  await step('two clicks', () => page.mouse.dblclick(spot.x, spot.y), closer);
}

// emptySpot is a point of the map, in pixels of the window, where nothing is that could be
// clicked.
async function emptySpot(page) {
  return page.evaluate(() => {
    const svg = document.querySelector('.map-main');
    const box = svg.getBoundingClientRect();
    for (let share = 0.35; share < 0.9; share += 0.05) {
      const x = box.x + box.width * share, y = box.y + box.height * share;
      const at = document.elementFromPoint(x, y);
      if (svg.contains(at) && !at.closest('a')) return {x, y};
    }
    throw new Error('the map has no empty spot');
  });
}

// asksForNothing checks that a page asks other hosts for no more than its pictures, before and
// after its map is moved.
async function asksForNothing() {
  const account = await open(browser, server, '/place/delft');
  await account.page.locator('.map-buttons button').first().click();
  await account.page.waitForLoadState('networkidle');
  const shown = await account.page.evaluate(() => [...document.images].map(image => image.currentSrc));
  const faults = account.pictures.filter(url => !shown.includes(url)).map(url => `it asks for ${url}`);
  check('a map asks other hosts for nothing', [...faults, ...await faultsOf(account)]);
  await account.close();
}
