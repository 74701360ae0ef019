// Checks RDF by SHACL shapes.
import {DataFactory, Parser, Store} from 'n3';
import {Validator} from 'shacl-engine';
import {validations} from 'shacl-engine/sparql.js';

const factory = Object.assign(Object.create(DataFactory), DataFactory, {dataset: quads => new Store(quads)});

// validator returns what finds the faults of a text, by their severity; both texts are Turtle.
export function validator(shapes, baseIRI) {
  const read = text => new Store(new Parser({baseIRI}).parse(text));
  const engine = new Validator(read(shapes), {factory, validations});
  return async text => {
    const {results} = await engine.validate({dataset: read(text)});
    const found = {Info: [], Warning: [], Violation: []};
    for (const result of results) {
      const path = result.path?.flatMap(step => step.predicates.map(p => p.value)).join('/');
      found[result.severity.value.split('#')[1]].push(`${result.focusNode.term.value} ${path ?? ''}: ${result.message.map(m => m.value).at(-1)}`);
    }
    return found;
  };
}
