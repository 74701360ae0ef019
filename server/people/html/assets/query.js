// The numbers of the lines beside the field for queries, or for a record as JSON, Ctrl+Enter to send
// what is in it, and suggestions, among which Ctrl+Space chooses. In a query they are classes and
// properties of the context for a word, and entities by their names after "<"; in a record, what the
// model has at the place. A query that is too long for an address is sent by POST. The time that
// the results of a query took comes from the header.
'use strict';

const longest = 6000; // characters of an address

const took = performance.getEntriesByType('navigation')[0]?.serverTiming?.find(entry => entry.name === 'query');
if (took) document.querySelector('#results + .note')?.append(` · ${Math.round(took.duration)} ms`);

for (const field of document.querySelectorAll('.editor textarea')) {
  const numbers = document.createElement('pre');
  numbers.setAttribute('aria-hidden', 'true');
  field.before(numbers);
  const draw = () => {
    const count = field.value.split('\n').length;
    const wrong = Number(field.dataset.line);
    numbers.replaceChildren(...Array.from({length: count}, (_, i) => {
      const number = document.createElement('span');
      number.textContent = `${i + 1}\n`;
      if (i + 1 === wrong) number.className = 'wrong';
      return number;
    }));
    follow();
  };
  const follow = () => {
    numbers.style.blockSize = `${field.offsetHeight}px`;
    numbers.scrollTop = field.scrollTop;
  };
  field.addEventListener('input', () => {
    delete field.dataset.line;
    draw();
  });
  field.addEventListener('scroll', follow);
  new ResizeObserver(follow).observe(field);
  field.addEventListener('keydown', event => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) field.form.requestSubmit(field.form.querySelector('[type=submit]'));
  });
  if (field.form.method === 'get') field.form.addEventListener('submit', () => {
    field.form.method = encodeURIComponent(field.value).length > longest ? 'post' : 'get';
  });
  draw();
  if (field.dataset.context) complete(field, ofQuery(field));
  if (field.dataset.model) complete(field, ofRecord(field));
}

// complete suggests how the word before the caret goes on. Of the source, word is that word, suggest
// returns texts for it with what is said of them, and taken is told of the one that was put there.
function complete(field, {word, suggest, taken}) {
  const list = document.createElement('ul');
  list.className = 'suggestions';
  list.id = 'completions';
  list.hidden = true;
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', field.labels[0].textContent);
  const note = document.createElement('p');
  note.className = 'note';
  note.textContent = field.dataset.hint;
  note.hidden = true;
  field.parentElement.after(note, list);
  field.setAttribute('aria-autocomplete', 'list');
  field.setAttribute('aria-controls', list.id);

  let active = -1;
  let asked = 0;

  const close = () => {
    list.hidden = note.hidden = true;
    active = -1;
    field.removeAttribute('aria-activedescendant');
  };
  const mark = index => {
    active = (index + list.children.length) % list.children.length;
    [...list.children].forEach((row, i) => row.setAttribute('aria-selected', String(i === active)));
    field.setAttribute('aria-activedescendant', list.children[active].id);
    list.children[active].scrollIntoView({block: 'nearest'});
  };
  const take = async text => {
    const end = field.selectionStart;
    field.setRangeText(text, end - word().length, end, 'end');
    await taken(text);
    close();
    field.dispatchEvent(new Event('change'));
  };
  const show = items => {
    list.replaceChildren(...items.slice(0, 8).map(([text, about], i) => {
      const row = document.createElement('li');
      row.id = `completion-${i}`;
      row.setAttribute('role', 'option');
      row.setAttribute('aria-selected', 'false');
      const of = document.createElement('span');
      of.className = 'note';
      of.textContent = about;
      const name = document.createElement('span');
      name.textContent = text;
      row.append(name, of);
      row.addEventListener('mousedown', event => {
        event.preventDefault();
        take(text);
      });
      return row;
    }));
    list.hidden = note.hidden = items.length === 0;
    active = -1;
    field.removeAttribute('aria-activedescendant');
  };
  const ask = async () => {
    const turn = ++asked;
    let items = [];
    try {
      items = await suggest(word());
    } catch { /* there are none */ }
    if (turn === asked) show(items);
  };
  field.addEventListener('input', ask);
  field.addEventListener('blur', close);
  field.addEventListener('keydown', event => {
    if (list.hidden && event.key === ' ' && event.ctrlKey) {
      event.preventDefault();
      return ask();
    }
    if (list.hidden) return;
    if (event.key === ' ' && event.ctrlKey || active >= 0 && event.key === 'ArrowDown') {
      event.preventDefault();
      mark(active + 1);
    } else if (active >= 0 && event.key === 'ArrowUp') {
      event.preventDefault();
      mark(active - 1);
    } else if (active >= 0 && event.key === 'Enter' && !event.ctrlKey) {
      event.preventDefault();
      take(list.children[active].firstChild.textContent);
    } else if (event.key === 'Escape') {
      event.preventDefault();
      close();
    }
  });
}

// before is what a pattern finds at the end of the text before the caret.
const before = (field, pattern) => pattern.exec(field.value.slice(0, field.selectionStart))?.[0] || '';

// fetched is the answer to a request for JSON.
async function fetched(address, parameters) {
  const url = new URL(address, location.href);
  for (const [name, value] of parameters) url.searchParams.append(name, value);
  const answer = await fetch(url, {headers: {Accept: 'application/json'}});
  if (!answer.ok) throw new Error(answer.statusText);
  return answer.json();
}

function ofQuery(field) {
  const {context, names} = field.dataset;
  let vocabulary; // a promise of {prefixes, terms}
  const read = () => vocabulary ||= readVocabulary(context).catch(error => {
    vocabulary = undefined;
    throw error;
  });
  return {
    word: () => before(field, /(?:<[^<>\s"{}]{2,}|[A-Za-z][\w-]*:?[\w-]*)$/),
    async suggest(begun) {
      if (begun.length < 3 || /^[A-Z]+$/.test(begun) || begun.includes('://')) return [];
      if (begun.startsWith('<')) {
        if (!names) return [];
        const {result} = await fetched(names, [['prefix', begun.slice(1).replace(/[-_]/g, ' ')]]);
        return result.map(({id, name}) => [`<${id}>`, name]);
      }
      const sought = begun.toLowerCase();
      return (await read()).terms.filter(([iri, term]) => iri !== begun && (iri.toLowerCase().includes(sought) || term.toLowerCase().startsWith(sought)));
    },
    async taken(text) {
      const prefix = /^(\w+):/.exec(text)?.[1];
      const {prefixes} = await read();
      if (prefix && prefixes[prefix] && !new RegExp(`PREFIX\\s+${prefix}:`, 'i').test(field.value)) {
        field.setRangeText(`PREFIX ${prefix}: <${prefixes[prefix]}>\n`, 0, 0, 'preserve');
      }
    },
  };
}

const token = /"(?:[^"\\\n]|\\.)*"?|[{}[\],:]/g;

// around finds where the end of a text of JSON is: the objects and arrays that it is in, outermost first,
// each with where it begins and the member of the object that it has come to.
function around(text) {
  const open = [];
  let last = '';
  for (const {0: part, index} of text.matchAll(token)) {
    if (part === '{' || part === '[') open.push({at: index, isObject: part === '{', member: ''});
    else if (part === '}' || part === ']') open.pop();
    else if (open.length && part === ':') open.at(-1).member = last.slice(1, -1);
    else if (open.length && part === ',') open.at(-1).member = '';
    last = part;
  }
  return open;
}

// begunIn is the string that the caret is in, up to there; undefined for none.
function begunIn(field) {
  const last = field.value.slice(0, field.selectionStart).match(token)?.at(-1);
  return last?.[0] === '"' && !/^"(?:[^"\\]|\\.)*"$/.test(last) ? last.slice(1) : undefined;
}

// members are those of an object that begins somewhere in a text, with what is written of their values.
function members(text, at) {
  const found = {};
  let depth = 0;
  let name = '';
  let last = '';
  for (const [part] of text.slice(at).matchAll(token)) {
    if (part === '{' || part === '[') depth++;
    if (part === '}' || part === ']') depth--;
    if (depth === 0) break;
    if (depth === 1 && part === ':') found[name = last.slice(1, -1)] = '';
    else if (depth === 1 && part === ',') name = '';
    else if (depth === 1 && name && part.startsWith('"')) found[name] ||= part.slice(1, -1);
    last = part;
  }
  return found;
}

function ofRecord(field) {
  const {model, choose} = field.dataset;
  let tables; // a promise of the members of each class, with the classes of their values
  let named = {}; // the names of the records that were suggested
  // classes are those that the innermost object may be of.
  const classes = (open, all) => {
    const outer = open.slice(0, -1).findLast(one => one.isObject);
    if (!outer) return Object.keys(all);
    return all[members(field.value, outer.at).type]?.[outer.member] || [];
  };
  return {
    word: () => begunIn(field) ?? '',
    async suggest(begun) {
      const text = field.value.slice(0, field.selectionStart);
      if (begunIn(field) === undefined) return [];
      const open = around(text);
      const here = open.at(-1);
      if (!here?.isObject) return [];
      const all = await (tables ||= fetched(model, []));
      const own = members(field.value, here.at).type;
      const may = here.member !== 'type' && all[own] ? [own] : classes(open, all);
      const begins = ([name]) => name.startsWith(begun);
      const fits = ([name]) => name !== begun && name.toLowerCase().includes(begun.toLowerCase());
      if (!here.member) {
        const there = members(field.value, here.at);
        const names = new Map(may.flatMap(one => Object.entries(all[one] || {})));
        for (const name of ['id', 'type', '_label']) names.set(name, names.get(name) || []);
        return [...names].filter(([name]) => !(name in there)).map(([name, of]) => [name, of.join(', ')]).filter(fits).sort((a, b) => begins(b) - begins(a));
      }
      if (here.member === 'type') return may.map(name => [name, '']).filter(fits);
      if (here.member !== 'id' || begun.length < 2 || begun.includes('://')) return [];
      const {suggestions} = await fetched(choose, [['q', begun], ['lang', document.documentElement.lang], ...may.map(one => ['class', one])]);
      named = Object.fromEntries(suggestions.map(({id, text}) => [id, text]));
      return Object.entries(named);
    },
    // taken ends the string, and gives a reference its label where it has none.
    taken(text) {
      const at = field.selectionStart;
      let rest = '"';
      const here = around(field.value.slice(0, at)).at(-1);
      if (here.member === 'id' && named[text] && !('_label' in members(field.value, here.at))) rest += `, "_label": ${JSON.stringify(named[text])}`;
      if (!here.member) rest += ': ';
      field.setRangeText(rest, at, at + (field.value[at] === '"' ? 1 : 0), 'end');
    },
  };
}

// readVocabulary reads the prefixes of a context, and its terms as pairs of a compact IRI and a name.
async function readVocabulary(address) {
  const answer = await fetch(address, {headers: {Accept: 'application/ld+json'}});
  const document = (await answer.json())['@context'];
  const prefixes = {};
  const terms = new Map();
  const read = context => {
    for (const [name, value] of Object.entries(context || {})) {
      const iri = typeof value === 'string' ? value : value?.['@id'];
      if (name.startsWith('@') || typeof iri !== 'string') continue;
      if (/[/#]$/.test(iri)) prefixes[name] = iri;
      else if (/^\w+:/.test(iri) && !terms.has(iri)) terms.set(iri, name);
      if (value['@context']) read(value['@context']);
    }
  };
  read(document);
  return {prefixes, terms: [...terms]};
}
