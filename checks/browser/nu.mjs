// Lets the Nu HTML checker, which is that of the W3C, look at pages of a server.
//
//   node nu.mjs SERVER JAR FOLDER

import {spawnSync} from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import {check} from '../interop/report.mjs';
import {getPage, records, subjects} from './pages.mjs';

const [server, jar, folder] = process.argv.slice(2);
fs.mkdirSync(folder, {recursive: true});

const addresses = subjects.map(({path}) => path);
for (const endpoint of ['/object/', '/provenance/', '/concept/']) addresses.push(...await records(server, endpoint));
addresses.push('/object/girl-with-a-pearl-earring?lang=nl', '/person/johannes-vermeer?lang=fr', '/place/delft?lang=de');
const names = new Map();
for (const address of new Set(addresses)) {
  const file = path.join(folder, `${names.size}.html`);
  names.set(path.basename(file), address);
  fs.writeFileSync(file, (await getPage(server + address)).text);
}
const {stdout, error} = spawnSync('java', ['-jar', jar, '--format', 'json', '--stdout', '--skip-non-html', folder], {encoding: 'utf8', maxBuffer: 64 << 20});
if (error) throw error;
const {messages} = JSON.parse(stdout);
const faults = messages
  .filter(({type}) => type === 'error' || type === 'non-document-error')
  .filter(({message}) => !message.startsWith('CSS:')) // it knows no container queries, which browsers do
  .map(({url, lastLine, message, extract}) => `${names.get(path.basename(url))} line ${lastLine}: ${message} ${extract?.slice(0, 100) ?? ''}`);
check(`the Nu HTML checker finds nothing wrong with ${names.size} pages`, faults);
