// Lets readers move the maps: with buttons, the keyboard, a mouse or fingers. A map stands
// still without it. What is seen is the viewBox of the SVG; --map-zoom, how many times
// larger it is, keeps marks and labels at their size.
'use strict';

for (const figure of document.querySelectorAll('figure.map')) {
  const drawing = figure.querySelector('.map-drawing');
  if (drawing) movable(figure, drawing);
}

function movable(figure, drawing) {
  const svg = drawing.querySelector('.map-main');
  const [, , width, height] = svg.getAttribute('viewBox').split(' ').map(Number);
  const most = 16;
  const seen = {x: 0, y: 0, zoom: 1};

  const buttons = document.createElement('div');
  buttons.className = 'map-buttons';
  const button = (sign, label, action) => {
    const b = document.createElement('button');
    b.type = 'button';
    b.textContent = sign;
    b.setAttribute('aria-label', label);
    b.title = label;
    b.addEventListener('click', action);
    buttons.append(b);
    return b;
  };
  const text = figure.dataset;
  const larger = button('+', text.zoomIn || '+', () => zoom(1.6));
  const smaller = button('−', text.zoomOut || '−', () => zoom(1 / 1.6));
  const whole = button('⤢', text.zoomAll || '⤢', () => show(0, 0, 1));
  drawing.append(buttons);

  // show moves the map, as far as there is something to see.
  function show(x, y, factor) {
    seen.zoom = Math.min(Math.max(factor, 1), most);
    const w = width / seen.zoom, h = height / seen.zoom;
    seen.x = Math.min(Math.max(x, 0), width - w);
    seen.y = Math.min(Math.max(y, 0), height - h);
    svg.setAttribute('viewBox', [seen.x, seen.y, w, h].map(v => +v.toFixed(3)).join(' '));
    svg.style.setProperty('--map-zoom', seen.zoom.toFixed(3));
    drawing.classList.toggle('map-zoomed', seen.zoom > 1.01);
    larger.setAttribute('aria-disabled', seen.zoom >= most);
    smaller.setAttribute('aria-disabled', seen.zoom <= 1);
    whole.setAttribute('aria-disabled', seen.zoom <= 1);
  }

  // zoom keeps the point at fx, fy of the picture, from 0 to 1, where it is.
  function zoom(factor, fx = 0.5, fy = 0.5) {
    const before = seen.zoom, after = Math.min(Math.max(before * factor, 1), most);
    show(seen.x + fx * width * (1 / before - 1 / after), seen.y + fy * height * (1 / before - 1 / after), after);
  }

  // drag moves by parts of the picture.
  function drag(dx, dy) {
    show(seen.x - dx * width / seen.zoom, seen.y - dy * height / seen.zoom, seen.zoom);
  }

  const keys = {
    '+': () => zoom(1.6), '=': () => zoom(1.6), '-': () => zoom(1 / 1.6), '0': () => show(0, 0, 1),
    ArrowLeft: () => drag(0.2, 0), ArrowRight: () => drag(-0.2, 0), ArrowUp: () => drag(0, 0.2), ArrowDown: () => drag(0, -0.2),
  };
  drawing.addEventListener('keydown', event => {
    const action = keys[event.key];
    if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key.startsWith('Arrow') && seen.zoom === 1) return;
    event.preventDefault();
    action();
  });

  // A mark that is reached by the keyboard is moved into sight.
  svg.addEventListener('focusin', event => {
    if (seen.zoom === 1 || !event.target.matches(':focus-visible')) return;
    const mark = event.target.getBoundingClientRect(), box = svg.getBoundingClientRect();
    const x = (mark.x + mark.width / 2 - box.x) / box.width, y = (mark.y + mark.height / 2 - box.y) / box.height;
    if (x < 0 || x > 1 || y < 0 || y > 1) drag(0.5 - x, 0.5 - y);
  });

  // The wheel scrolls the page until the reader has touched the map.
  let chosen = false;
  document.addEventListener('pointerdown', event => { chosen = drawing.contains(event.target); });
  svg.addEventListener('wheel', event => {
    if (!chosen && !event.ctrlKey) return;
    event.preventDefault();
    const box = svg.getBoundingClientRect();
    const lines = event.deltaMode === 1 ? 16 : 1;
    zoom(Math.exp(-Math.max(Math.min(event.deltaY * lines, 200), -200) / (event.ctrlKey ? 100 : 300)),
      (event.clientX - box.x) / box.width, (event.clientY - box.y) / box.height);
  }, {passive: false});

  const pointers = new Map();
  let moved = 0;
  svg.addEventListener('pointerdown', event => {
    if (event.button !== 0) return;
    if (pointers.size === 0) moved = 0;
    pointers.set(event.pointerId, {x: event.clientX, y: event.clientY});
  });
  svg.addEventListener('pointermove', event => {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const box = svg.getBoundingClientRect();
    const now = {x: event.clientX, y: event.clientY};
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    moved += Math.hypot(now.x - before.x, now.y - before.y);
    if (moved < 4) return;
    pointers.set(event.pointerId, now);
    // A drag that leaves the map goes on; a click does not.
    svg.setPointerCapture(event.pointerId);
    if (other) {
      const was = Math.hypot(before.x - other.x, before.y - other.y), is = Math.hypot(now.x - other.x, now.y - other.y);
      if (was > 0) zoom(is / was, ((now.x + other.x) / 2 - box.x) / box.width, ((now.y + other.y) / 2 - box.y) / box.height);
    }
    const share = other ? 2 : 1;
    drag((now.x - before.x) / box.width / share, (now.y - before.y) / box.height / share);
  });
  for (const end of ['pointerup', 'pointercancel']) {
    svg.addEventListener(end, event => pointers.delete(event.pointerId));
  }
  svg.addEventListener('click', event => {
    if (moved >= 4) event.preventDefault();
  }, true);
  svg.addEventListener('dragstart', event => event.preventDefault());
  svg.addEventListener('dblclick', event => {
    const box = svg.getBoundingClientRect();
    zoom(2, (event.clientX - box.x) / box.width, (event.clientY - box.y) / box.height);
  });

  show(0, 0, 1);
  new ResizeObserver(() => show(seen.x, seen.y, seen.zoom)).observe(svg);
}
