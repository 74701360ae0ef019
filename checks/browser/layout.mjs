// What is wrong with how a page is laid out, and with what people of all abilities get of
// it.

import axe from 'axe-core';

// faultsOfLayout tells what moved while the page loaded, and what makes it scroll
// sideways. What moves as a section is unfolded (loads is false) is no fault.
export async function faultsOfLayout(page, width, {loads = true} = {}) {
  const {shift, wide, heading} = await page.evaluate(() => ({
    shift: globalThis.seen.shift,
    wide: document.documentElement.scrollWidth,
    heading: document.querySelectorAll('h1').length,
  }));
  return [
    ...(!loads || shift < 0.1 ? [] : [`things move while it loads, by ${shift.toFixed(2)}`]),
    ...(wide <= width ? [] : [`it is ${wide} pixels wide: ${await widest(page, width)}`]),
    ...(heading === 1 ? [] : [`it has ${heading} main headings`]),
  ];
}

// widest names the first element that sticks out.
export function widest(page, width) {
  return page.evaluate(width => {
    const out = [...document.querySelectorAll('body *')].find(element => element.getBoundingClientRect().right > width + 1);
    return out ? out.outerHTML.slice(0, 120) : 'nobody knows why';
  }, width);
}

// violations are what axe finds.
export async function violations(page) {
  await page.evaluate(axe.source);
  const {violations} = await page.evaluate(() => globalThis.axe.run(document, {resultTypes: ['violations']}));
  return violations.flatMap(({id, help, nodes}) => nodes.slice(0, 3).map(({html, any}) => `axe ${id}: ${help}: ${html.slice(0, 160)} ${any[0]?.message ?? ''}`));
}
