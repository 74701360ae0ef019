// Checks the description of a data set by SHACL shapes.
//
//   node validate.mjs DESCRIPTION SHAPES

import {readFile} from 'node:fs/promises';
import {check, note} from '../report.mjs';
import {validator} from './shacl.mjs';

const [description, shapes] = process.argv.slice(2);
const validate = validator(await readFile(shapes, 'utf8'), description);
const answer = await fetch(description, {headers: {accept: 'text/turtle'}});
const found = await validate(await answer.text());
check('description of the data set, violations', found.Violation);
check('description of the data set, warnings', found.Warning);
note(`${found.Info.length} hints`);
