// Checks all records of the classes that a profile has, by SHACL shapes. A warning is that an object has
// no picture.
//
//   node records.mjs ADDRESS BASE PROFILE SHAPES

import {readFile} from 'node:fs/promises';
import jsonld from 'jsonld';
import {check, note} from '../report.mjs';
import {validator} from './shacl.mjs';

const [address, base, profile, shapes] = process.argv.slice(2);
const validate = validator(await readFile(shapes, 'utf8'), base);
const violations = [], without = [];
let records = 0, warnings = 0;
const first = ['object', 'person', 'group', 'place', 'concept'].map(folder => `${address}/${folder}/?page=1`);
for (let next = first.shift(); next;) {
  const page = await (await fetch(next, {headers: {accept: 'application/json'}})).json();
  for (const {id} of page.orderedItems) {
    const answer = await fetch(id.replace(base, address + '/'), {headers: {'accept-profile': `<${profile}>`}});
    if (answer.status === 406) {
      without.push(id);
      continue;
    }
    const found = await validate(await jsonld.toRDF(await answer.json(), {format: 'application/n-quads'}));
    records++;
    violations.push(...found.Violation);
    warnings += found.Warning.length;
  }
  next = page.next?.id.replace(base, address + '/') ?? first.shift();
}
check('records in the profile', records > 0 ? violations : ['there are none']);
note(`${records} records have the form, ${without.length} lack it; ${warnings} warnings`);
