// Enlarges the pictures of a page in a dialog: OpenSeadragon, which is loaded when the first one
// is opened, shows them, with tiles where an IIIF image service has them. The address of the page
// says which picture and which part of it is seen: #picture=2&xywh=10,20,300,400, in pixels.
// Without this script, a picture is a link to its file.
'use strict';

for (const box of document.querySelectorAll('.pictures[data-viewer]')) viewer(box);

function viewer(box) {
  const text = box.dataset;
  const links = [...box.querySelectorAll('a.plate[href]')];
  let dialog, stage, strip, about, status, shown, at = -1;

  const make = (tag, className, parent, ...children) => {
    const element = document.createElement(tag);
    if (className) element.className = className;
    element.append(...children);
    if (parent) parent.append(element);
    return element;
  };

  // button makes a button whose sign is drawn by a path in a square of 24 units.
  const button = (parent, label, path, action) => {
    const b = make('button', '', parent);
    b.type = 'button';
    b.title = label;
    b.setAttribute('aria-label', label);
    const sign = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    sign.setAttribute('viewBox', '0 0 24 24');
    sign.setAttribute('aria-hidden', 'true');
    const line = document.createElementNS(sign.namespaceURI, 'path');
    line.setAttribute('d', path);
    sign.append(line);
    b.append(sign);
    b.addEventListener('click', action);
    return b;
  };

  const zoom = factor => {
    shown.viewport.zoomBy(factor);
    shown.viewport.applyConstraints();
  };
  const turn = degrees => shown.viewport.setRotation(shown.viewport.getRotation() + degrees);
  const go = step => open((at + step + links.length) % links.length);

  // build makes the dialog.
  function build() {
    dialog = make('dialog', 'viewer', document.body);
    dialog.setAttribute('aria-label', text.title);
    const bar = make('div', 'viewer-bar', dialog);
    if (links.length > 1) {
      button(bar, text.previous, 'M15 5l-7 7 7 7', () => go(-1));
      status = make('span', 'viewer-status', bar);
      status.setAttribute('role', 'status');
      button(bar, text.next, 'M9 5l7 7-7 7', () => go(1));
    }
    button(bar, text.zoomIn, 'M12 5v14M5 12h14', () => zoom(1.5));
    button(bar, text.zoomOut, 'M5 12h14', () => zoom(1 / 1.5));
    button(bar, text.zoomAll, 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5', () => shown.viewport.goHome());
    button(bar, text.left, 'M4 5v5h5M5 10a8 8 0 1 1-1 5', () => turn(-90));
    button(bar, text.right, 'M20 5v5h-5M19 10a8 8 0 1 0 1 5', () => turn(90));
    if (document.fullscreenEnabled) {
      button(bar, text.full, 'M3 5h18v14H3zM8 10v4h8v-4z', () => {
        if (document.fullscreenElement) document.exitFullscreen();
        else dialog.requestFullscreen();
      });
    }
    button(bar, text.close, 'M6 6l12 12M18 6L6 18', () => dialog.close()).className = 'viewer-close';
    stage = make('div', 'viewer-stage', dialog);
    if (links.length > 1) strip = make('ul', 'viewer-strip', dialog);
    about = make('div', 'viewer-about', dialog);
    for (const [i, link] of links.entries()) if (strip) addToStrip(link, i);
    dialog.addEventListener('close', () => {
      if (document.fullscreenElement) document.exitFullscreen();
      const link = links[at];
      at = -1;
      shown?.close();
      history.replaceState(history.state, '', location.pathname + location.search);
      link?.focus();
    });
    dialog.addEventListener('keydown', event => {
      if (links.length < 2 || event.target.closest('a, summary')) return;
      if (event.key === 'PageDown' || event.key === 'PageUp') {
        event.preventDefault();
        go(event.key === 'PageDown' ? 1 : -1);
      }
    });
  }

  function addToStrip(link, i) {
    const picture = link.querySelector('img');
    const b = make('button', '', make('li', '', strip));
    b.type = 'button';
    b.setAttribute('aria-label', picture?.alt || `${i + 1}`);
    const small = make('img', '', b);
    small.alt = '';
    small.loading = 'lazy';
    if (picture) small.src = picture.currentSrc || picture.src;
    b.addEventListener('click', () => open(i));
  }

  // load loads OpenSeadragon and makes its viewer, with this page's buttons in place of its own.
  async function load() {
    await new Promise((done, failed) => {
      const script = document.createElement('script');
      script.src = text.viewer;
      script.addEventListener('load', done);
      script.addEventListener('error', failed);
      document.head.append(script);
    });
    // OpenSeadragon adds a style element, which the policy of the page forbids, unless it finds
    // this one. Without a namespace it is no style sheet.
    const none = document.createElementNS(null, 'style');
    none.setAttribute('data-openseadragon-mobile-css', '');
    document.head.append(none);
    const still = matchMedia('(prefers-reduced-motion:reduce)').matches;
    shown = OpenSeadragon({
      element: stage, showNavigationControl: false, drawer: 'canvas', animationTime: still ? 0 : 0.6,
      maxZoomPixelRatio: 3, visibilityRatio: 0.5, gestureSettingsTouch: {pinchRotate: true},
    });
    shown.canvas.setAttribute('role', 'application');
    shown.addHandler('animation-finish', tell);
    shown.addHandler('rotate', tell);
    shown.addHandler('open-failed', event => {
      const link = links[at];
      if (!link) return;
      const file = {type: 'image', url: link.href};
      if (event.source?.url !== file.url && event.source !== file.url && !link.dataset.plain) {
        link.dataset.plain = 'true';
        shown.open(file);
      } else {
        shown.close();
        make('p', 'viewer-failed', stage, text.failed);
      }
    });
  }

  // source is what OpenSeadragon shows for a link: what an image service says of itself, whose
  // address is the one in the record whatever it says, or else the file.
  async function source(link) {
    const file = {type: 'image', url: link.href};
    if (!link.dataset.service || link.dataset.plain) return file;
    const service = new URL(link.dataset.service, location.href).href;
    try {
      const answer = await fetch(`${service}/info.json`);
      const info = await answer.json();
      if (!answer.ok || !info.width || !info.height) return file;
      for (const name of ['id', '@id']) if (name in info) info[name] = service;
      return info;
    } catch {
      return file;
    }
  }

  // open opens a picture, and a region of it where one is given.
  async function open(i, region) {
    if (!dialog) build();
    const link = links[i];
    at = i;
    if (!dialog.open) dialog.showModal();
    describe(i);
    try {
      if (!shown) await load();
    } catch {
      location.assign(link.href);
      return;
    }
    const from = await source(link);
    if (at !== i) return; // another one was opened meanwhile
    offerSizes(link, from);
    for (const failed of stage.querySelectorAll('.viewer-failed')) failed.remove();
    shown.addOnceHandler('open', () => {
      shown.viewport.setRotation(0, true);
      if (region) shown.viewport.fitBounds(shown.viewport.imageToViewportRectangle(...region), true);
      tell();
    });
    shown.open(from);
    shown.canvas.setAttribute('aria-label', link.querySelector('img')?.alt || text.title);
    shown.canvas.focus();
  }

  // describe shows what is said of a picture beside it.
  function describe(i) {
    if (status) status.textContent = `${i + 1} / ${links.length}`;
    const caption = links[i].closest('figure')?.querySelector('figcaption');
    about.replaceChildren(...(caption ? caption.cloneNode(true).childNodes : []));
    for (const [j, item] of [...(strip?.children ?? [])].entries()) {
      const b = item.firstElementChild;
      if (j === i) b.setAttribute('aria-current', 'true');
      else b.removeAttribute('aria-current');
      if (j === i) item.scrollIntoView({block: 'nearest', inline: 'nearest'});
    }
  }

  // offerSizes has the sizes to download be those that the service names.
  function offerSizes(link, info) {
    const list = about.querySelector('.downloads ul');
    if (!list || !Array.isArray(info.sizes)) return;
    const service = new URL(link.dataset.service, location.href).href;
    const whole = list.lastElementChild;
    const third = 'id' in info;
    const sizes = info.sizes.filter(s => s.width > 0 && s.height > 0 && s.width < info.width).sort((a, b) => a.width - b.width);
    list.replaceChildren(...sizes.map(s => {
      const a = make('a', '', null, `${s.width} × ${s.height}`);
      a.href = `${service}/full/${s.width},${third ? s.height : ''}/0/default.jpg`;
      a.download = '';
      return make('li', '', null, a);
    }), whole);
  }

  // tell has the address say what is seen.
  function tell() {
    const item = shown.world.getItemAt(0);
    if (at < 0 || !item) return;
    const seen = shown.viewport.viewportToImageRectangle(shown.viewport.getBounds(true)).getIntegerBoundingBox();
    const size = item.getContentSize();
    const x = Math.max(0, seen.x), y = Math.max(0, seen.y);
    const w = Math.min(size.x, seen.x + seen.width) - x, h = Math.min(size.y, seen.y + seen.height) - y;
    const whole = w >= size.x && h >= size.y || w <= 0 || h <= 0;
    const hash = `#picture=${at + 1}` + (whole ? '' : `&xywh=${x},${y},${w},${h}`);
    if (hash !== location.hash) history.replaceState(history.state, '', hash);
  }

  // follow opens what the address names.
  function follow() {
    const named = new URLSearchParams(location.hash.slice(1));
    const i = Number(named.get('picture')) - 1;
    if (!links[i]) return;
    const region = (named.get('xywh') || '').replace(/^pixel:/, '').split(',').map(Number);
    open(i, region.length === 4 && region.every(n => n >= 0) && region[2] > 0 && region[3] > 0 ? region : undefined);
  }

  for (const [i, link] of links.entries()) {
    link.addEventListener('click', event => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      open(i);
    });
  }
  addEventListener('hashchange', follow);
  follow();
}
