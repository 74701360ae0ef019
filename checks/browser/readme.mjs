// Makes the two pictures that README.md opens with.
//
//   node readme.mjs SERVER CHROMIUM FOLDER

import fs from 'node:fs';
import path from 'node:path';
import {check} from '../interop/report.mjs';
import {faultsOf, launch, open, scrollThrough} from './browser.mjs';

const [server, executablePath, folder] = process.argv.slice(2);
// GitHub and others show a file of this size without delay.
const maxBytes = 300_000;

fs.mkdirSync(folder, {recursive: true});
const browser = await launch(executablePath);
try {
  await shoot('object', '/object/girl-with-a-pearl-earring', {width: 1000, height: 820});
  await shoot('search', '/-/search?q=vermeer', {width: 1000, height: 820});
} finally {
  await browser.close();
}

async function shoot(name, address, viewport) {
  const account = await open(browser, server, address, {viewport});
  await scrollThrough(account.page);
  const file = path.join(folder, `${name}.png`);
  await account.page.screenshot({path: file});
  const {size} = fs.statSync(file);
  const faults = await faultsOf(account);
  if (size > maxBytes) faults.push(`it has ${size} bytes`);
  check(`${file}, ${Math.round(size / 1000)} kB`, faults);
  await account.close();
}
