// The numbers of the lines beside the field for queries, and Ctrl+Enter to run what is
// in it. A query that is too long for an address is sent by POST.
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
}
