// Checks the description of a data set by SHACL shapes.
//
//   node validate.mjs DESCRIPTION SHAPES

import {readFile} from 'node:fs/promises';
import {DataFactory, Parser, Store} from 'n3';
import {Validator} from 'shacl-engine';
import {validations} from 'shacl-engine/sparql.js';
import {check, note} from '../report.mjs';

const [description, shapes] = process.argv.slice(2);
const factory = Object.assign(Object.create(DataFactory), DataFactory, {dataset: quads => new Store(quads)});
const read = async text => new Store(new Parser({baseIRI: description}).parse(text));

const answer = await fetch(description, {headers: {accept: 'text/turtle'}});
const validator = new Validator(await read(await readFile(shapes, 'utf8')), {factory, validations});
const {results} = await validator.validate({dataset: await read(await answer.text())});
const found = {Info: [], Warning: [], Violation: []};
for (const result of results) {
  const path = result.path?.flatMap(step => step.predicates.map(p => p.value)).join('/');
  found[result.severity.value.split('#')[1]].push(`${result.focusNode.term.value} ${path ?? ''}: ${result.message.map(m => m.value).at(-1)}`);
}
check('description of the data set, violations', found.Violation);
check('description of the data set, warnings', found.Warning);
note(`${found.Info.length} hints`);
