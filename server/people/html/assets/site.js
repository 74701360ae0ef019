// What makes pages better where there are scripts: copying, pictures that fail, and
// suggestions. Every page says the same without it.
'use strict';

// written is the text of an element; the items of a list have their numbers.
function written(element) {
  if (!element.matches('ol')) return element.innerText;
  return [...element.children].map((item, i) => `[${i + 1}] ${item.innerText}`).join('\n');
}

// A button to copy what can be copied.
for (const box of document.querySelectorAll('.copyable')) {
  if (!navigator.clipboard) break;
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = box.dataset.copy;
  const status = document.createElement('span');
  status.setAttribute('role', 'status');
  status.className = 'unseen';
  button.addEventListener('click', async () => {
    const text = [...box.children].filter(e => e !== button && e !== status).map(written).join('\n');
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      getSelection().selectAllChildren(box);
      return;
    }
    button.textContent = status.textContent = box.dataset.copied;
    setTimeout(() => {
      button.textContent = box.dataset.copy;
      status.textContent = '';
    }, 2000);
  });
  box.append(button, status);
}

// A picture that does not come gives way to its file, or leaves what it would show in words.
for (const img of document.querySelectorAll('.plate img')) {
  const broken = () => {
    const plate = img.closest('.plate');
    if (!plate) return; // it was replaced already
    if (img.dataset.file) {
      img.removeAttribute('srcset');
      img.src = img.dataset.file;
      delete img.dataset.file;
      return;
    }
    // Its room stays as it was, so that nothing below moves.
    const {width, height} = plate.getBoundingClientRect();
    plate.style.aspectRatio = `${width} / ${height}`;
    plate.classList.add('broken');
    const words = document.createElement('span');
    words.textContent = img.alt;
    if (img.lang) words.lang = img.lang;
    const failed = document.createElement('span');
    failed.textContent = img.dataset.failed;
    img.replaceWith(words, failed);
  };
  img.addEventListener('error', broken);
  if (img.complete && img.naturalWidth === 0 && img.currentSrc) broken();
}

// Sections that fold on a telephone alone are open in a browser that cannot have that by style.
if (!CSS.supports('selector(::details-content)')) {
  for (const fold of document.querySelectorAll('.fold')) fold.open = true;
}

// Those who have given a token are led to the form that corrects a record.
if (/(^|; )vitrine-edits=1/.test(document.cookie)) {
  for (const link of document.querySelectorAll('.correct')) link.hidden = false;
}

// Years are chosen by dragging over the bars of a histogram.
for (const bars of document.querySelectorAll('.facets .histogram')) dragYears(bars);

function dragYears(bars) {
  const form = bars.parentElement.querySelector('form.range');
  const items = [...bars.children];
  const under = event => items.findIndex(item => event.clientX <= item.getBoundingClientRect().right);
  let start = -1;
  let end = -1;
  const mark = () => items.forEach((item, i) => {
    item.classList.toggle('within', start >= 0 && i >= Math.min(start, end) && i <= Math.max(start, end));
  });
  bars.addEventListener('dragstart', event => event.preventDefault());
  bars.addEventListener('pointerdown', event => {
    if (event.button === 0) start = end = under(event);
  });
  bars.addEventListener('pointermove', event => {
    if (start < 0) return;
    const at = under(event);
    end = at < 0 ? items.length - 1 : at;
    if (end !== start) bars.setPointerCapture(event.pointerId);
    mark();
  });
  bars.addEventListener('pointerup', () => {
    const [first, last] = [Math.min(start, end), Math.max(start, end)];
    start = -1;
    if (first === last || first < 0) return;
    form.elements.from.value = items[first].dataset.from;
    form.elements.to.value = items[last].dataset.to;
    form.requestSubmit();
  });
  bars.addEventListener('pointercancel', () => {
    start = -1;
    mark();
  });
}

// Suggestions while somebody types: of a search, whose form leads to what is chosen, and of
// references, whose fields take it.
for (const form of document.querySelectorAll('form[data-suggest]')) {
  suggest(form.elements.q, form, form.dataset.suggest, 'suggestions', item => location.assign(item.href));
}
for (const input of document.querySelectorAll('form[data-choose] input[data-classes]')) {
  const field = name => input.form.elements[input.name.replace(/id$/, name)];
  const choose = item => {
    input.value = item.id;
    for (const [name, value] of [['_label', item.text], ['type', item.class]]) if (field(name)) field(name).value = value;
  };
  suggest(input, input.parentElement, input.form.dataset.choose, `${input.id}-list`, choose, input.dataset.classes);
}

function suggest(input, at, address, id, chosen, classes) {
  const list = document.createElement('ul');
  list.className = 'suggestions';
  list.id = id;
  list.hidden = true;
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', input.labels[0].textContent);
  at.append(list);
  for (const [name, value] of [['role', 'combobox'], ['aria-autocomplete', 'list'], ['aria-expanded', 'false'], ['aria-controls', list.id]]) {
    input.setAttribute(name, value);
  }
  let shown = [];
  let active = -1;
  let asked = 0;
  let timer;

  const close = () => {
    list.hidden = true;
    active = -1;
    input.setAttribute('aria-expanded', 'false');
    input.removeAttribute('aria-activedescendant');
  };
  const take = index => {
    const item = shown[index];
    close();
    chosen(item);
  };
  const choose = index => {
    active = (index + list.children.length + 1) % (list.children.length + 1);
    if (active === list.children.length) active = -1;
    [...list.children].forEach((item, i) => item.setAttribute('aria-selected', String(i === active)));
    if (active < 0) return input.removeAttribute('aria-activedescendant');
    input.setAttribute('aria-activedescendant', list.children[active].id);
    list.children[active].scrollIntoView({block: 'nearest'});
  };
  const show = items => {
    shown = items.slice(0, 12);
    list.replaceChildren(...shown.map((item, i) => {
      const row = document.createElement('li');
      row.id = `${id}-${i}`;
      row.setAttribute('role', 'option');
      row.setAttribute('aria-selected', 'false');
      const picture = document.createElement(item.picture ? 'img' : 'span');
      if (item.picture) {
        picture.src = item.picture;
        picture.alt = '';
        picture.addEventListener('error', () => picture.removeAttribute('src'));
      } else {
        picture.className = 'blank';
      }
      const text = document.createElement('span');
      text.textContent = item.text;
      if (item.lang) text.lang = item.lang;
      const kind = document.createElement('span');
      kind.className = 'note';
      kind.textContent = [item.kind, item.dates, classes && item.id].filter(Boolean).join(' · ');
      text.append(kind);
      row.append(picture, text);
      row.addEventListener('mousedown', event => {
        event.preventDefault();
        take(i);
      });
      return row;
    }));
    list.hidden = list.children.length === 0;
    active = -1;
    input.setAttribute('aria-expanded', String(!list.hidden));
  };
  const ask = async () => {
    const turn = ++asked;
    const text = input.value.trim();
    if (text.length < 2 || classes && text.includes('://')) return close();
    const url = new URL(address, location.href);
    url.searchParams.set('q', text);
    for (const name of classes ? classes.split(' ') : []) url.searchParams.append('class', name);
    const lang = input.form.elements.lang || document.documentElement;
    url.searchParams.set('lang', lang.value || lang.lang);
    try {
      const answer = await fetch(url, {headers: {Accept: 'application/json'}});
      const items = answer.ok ? (await answer.json()).suggestions : [];
      if (turn === asked) show(items.filter(item => /^(\/(?!\/)|https?:)/.test(item.href)));
    } catch {
      close();
    }
  };
  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(ask, 150);
  });
  input.addEventListener('blur', close);
  input.addEventListener('keydown', event => {
    if (list.hidden) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      choose(active + (event.key === 'ArrowDown' ? 1 : -1));
    } else if (event.key === 'Escape') {
      event.preventDefault();
      close();
    } else if (event.key === 'Enter' && active >= 0) {
      event.preventDefault();
      take(active);
    }
  });
}
