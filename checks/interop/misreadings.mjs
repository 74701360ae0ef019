// What a tool is known to do against JSON-LD 1.1 API with random documents, each
// with the sign that it may do so in a document.

import {isDeepStrictEqual} from 'node:util';

const twice = {
  reason: 'section 5.1.2 step 8: the context of a term that defines the term anew, or has a relative @vocab, counts twice',
  sign: d => d.uses(def => contextsIn(def.entries['@context']).some(context =>
    def.key in context && !isDeepStrictEqual(entriesOf(context[def.key]), def.entries) || isRelative(context['@vocab']))),
};
const json = {
  reason: 'section 5.1.2 step 13.6: the container comes before @json',
  sign: d => d.uses((def, value) => def.entries['@type'] === '@json' && '@container' in def.entries &&
    (isObject(value) || hasContainer(def, '@list') || hasContainer(def, '@graph'))),
};
const later = {
  reason: 'section 4.2.2 steps 6 and 14.2.2: a term that is defined anew by the form of a keyword keeps its meaning',
  sign: d => d.uses(def => !isLater(def) && d.definitions.some(other => other.key === def.key && isLater(other))),
};
const set = {
  reason: 'section 5.1.2 step 17.2: @set with null is a node',
  sign: d => d.objects.some(object => d.named('@set').some(key => object[key] === null)),
};
const propagate = {
  reason: 'section 4.1.2 step 2: @propagate of a context in an array does not count',
  sign: d => d.locals.some(local => Array.isArray(local) && contextsIn(local).some(context => context['@propagate'] === false)),
};
const nullContext = reason => ({
  reason,
  sign: d => d.definitions.some(def => '@context' in def.entries && [def.entries['@context']].flat().includes(null) && d.isType(def.key)),
});

export const misreadings = {
  'jsonld.js': [
    {
      reason: 'section 5.1.2 step 13.12: @graph without content is left out, though its blank node is pointed to',
      sign: d => d.uses(def => hasContainer(def, '@graph')),
    },
    {
      reason: 'section 5.1.2 step 14.2: the context of a term for @nest does not count',
      sign: d => d.uses(def => def.entries['@id'] === '@nest' && '@context' in def.entries),
    },
    {
      reason: 'section 5.1.2 step 13.4.11.2: @list with null is a node',
      sign: d => d.objects.some(object => d.named('@list').some(key => object[key] === null)),
    },
    later, set, json, twice, propagate,
    nullContext('section 4.1.2 step 5.1.2: a null context of a type has no previous context'),
  ],
  PyLD: [set, json, later, twice, propagate, nullContext('section 4.1.2 step 5.1: a null context of a type does not count')],
};

// Elements are the objects and the term definitions of a document and of the
// contexts that it names.
export class Elements {
  objects = [];
  definitions = [];
  locals = []; // the values of all members named @context

  constructor({document, contexts}) {
    this.#collect(document);
    for (const context of Object.values(contexts ?? {})) this.#local(context['@context']);
  }

  // uses tells whether a member may have a definition that fits, with its value.
  uses(fits) {
    return this.definitions.some(def => this.objects.some(object => (object[def.key] ?? null) !== null && fits(def, object[def.key])));
  }

  // named returns the names that a keyword may have.
  named(keyword) {
    return [keyword, ...this.definitions.filter(({entries}) => entries['@id'] === keyword).map(({key}) => key)];
  }

  // isType tells whether an object may be of a type of this name.
  isType(name) {
    return this.objects.some(object => this.named('@type').some(key => [object[key]].flat().includes(name)));
  }

  #collect(value) {
    if (Array.isArray(value)) return value.forEach(item => this.#collect(item));
    if (!isObject(value)) return;
    this.objects.push(value);
    for (const [key, member] of Object.entries(value)) {
      if (key === '@context') this.#local(member);
      else this.#collect(member);
    }
  }

  #local(value) {
    this.locals.push(value);
    for (const [key, member] of contextsIn(value).flatMap(Object.entries)) {
      const entries = entriesOf(member);
      this.definitions.push({key, entries});
      if ('@context' in entries) this.#local(entries['@context']);
    }
  }
}

// contextsIn returns the context definitions in the value of a @context.
function contextsIn(value) {
  return [value].flat().filter(isObject);
}

// entriesOf returns the entries of a term definition, which may be a string or null.
function entriesOf(definition) {
  return isObject(definition) ? definition : {'@id': definition};
}

function hasContainer({entries}, keyword) {
  return [entries['@container']].flat().includes(keyword);
}

function isLater({entries}) {
  return entries['@id'] === '@later' || entries['@reverse'] === '@later';
}

function isRelative(iri) {
  return typeof iri === 'string' && !iri.includes(':');
}

function isObject(value) {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
