// The numbers of the lines beside the field for queries, Ctrl+Enter to run what is in it, and
// suggestions: classes and properties of the context for a word, entities by their names after "<".
// Ctrl+Space chooses among them. A query that is too long for an address is sent by POST.
'use strict';

const longest = 6000; // characters of an address

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
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) field.form.requestSubmit();
  });
  field.form.addEventListener('submit', () => {
    field.form.method = encodeURIComponent(field.value).length > longest ? 'post' : 'get';
  });
  draw();
  complete(field);
}

// complete suggests how the word before the caret goes on.
function complete(field) {
  const {context, names, hint} = field.dataset;
  if (!context) return;
  const list = document.createElement('ul');
  list.className = 'suggestions';
  list.id = 'completions';
  list.hidden = true;
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', field.labels[0].textContent);
  const note = document.createElement('p');
  note.className = 'note';
  note.textContent = hint;
  note.hidden = true;
  field.parentElement.after(note, list);
  field.setAttribute('aria-autocomplete', 'list');
  field.setAttribute('aria-controls', list.id);

  let vocabulary; // a promise of {prefixes, terms}
  let active = -1;
  let asked = 0;

  const close = () => {
    list.hidden = note.hidden = true;
    active = -1;
    field.removeAttribute('aria-activedescendant');
  };
  const word = () => /(?:<[^<>\s"{}]{2,}|[A-Za-z][\w-]*:?[\w-]*)$/.exec(field.value.slice(0, field.selectionStart))?.[0] || '';
  const mark = index => {
    active = (index + list.children.length) % list.children.length;
    [...list.children].forEach((row, i) => row.setAttribute('aria-selected', String(i === active)));
    field.setAttribute('aria-activedescendant', list.children[active].id);
    list.children[active].scrollIntoView({block: 'nearest'});
  };
  const take = async text => {
    const end = field.selectionStart;
    field.setRangeText(text, end - word().length, end, 'end');
    const prefix = /^(\w+):/.exec(text)?.[1];
    const {prefixes} = await vocabulary;
    if (prefix && prefixes[prefix] && !new RegExp(`PREFIX\\s+${prefix}:`, 'i').test(field.value)) {
      field.setRangeText(`PREFIX ${prefix}: <${prefixes[prefix]}>\n`, 0, 0, 'preserve');
    }
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
    const begun = word();
    if (begun.length < 3 || /^[A-Z]+$/.test(begun) || begun.includes('://')) return close();
    let items = [];
    try {
      vocabulary ||= readVocabulary(context);
      if (begun.startsWith('<')) {
        if (!names) return close();
        const url = new URL(names, location.href);
        url.searchParams.set('prefix', begun.slice(1).replace(/[-_]/g, ' '));
        const answer = await fetch(url, {headers: {Accept: 'application/json'}});
        if (answer.ok) items = (await answer.json()).result.map(({id, name}) => [`<${id}>`, name]);
      } else {
        const sought = begun.toLowerCase();
        items = (await vocabulary).terms.filter(([iri, term]) => iri !== begun && (iri.toLowerCase().includes(sought) || term.toLowerCase().startsWith(sought)));
      }
    } catch {
      vocabulary = undefined;
    }
    if (turn === asked) show(items);
  };
  field.addEventListener('input', ask);
  field.addEventListener('blur', close);
  field.addEventListener('keydown', event => {
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
