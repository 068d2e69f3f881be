// SPDX-License-Identifier: Apache-2.0
// Zoom, search, details and keys. Positions are the integers of data-x and data-w, names come from the titles, and the
// URL keeps the view (#x=12&y=53&s=malloc&ic=1).
(() => {
  'use strict';
  const root = document.currentScript.ownerSVGElement;
  const data = root.dataset;
  const ownPage = document.documentElement === root;
  const margin = 10;
  const labelMargin = 3;
  const ellipsis = '..';
  const bundleSize = 200;
  const outOfSight = -1000000;
  const cutLeft = data.truncate === 'left';

  let picture, frames, byElement, bundles, all, cursor;
  let ui, movable, headings, plainHeight, framesTop;
  let width, shown, current, detailed, saving;
  let byKeys = true;
  const state = { search: '', ignoreCase: false };

  const find = (selector) => root.querySelector(selector);
  const hasFocus = (frame) => document.activeElement === frame.element;
  const percent = (share) => (100 * share).toFixed(4) + '%';

  function add(parent, name, attributes, before) {
    const html = name === 'div' || parent.localName === 'div';
    const made = document.createElementNS(html ? 'http://www.w3.org/1999/xhtml' : root.namespaceURI, name);
    for (const key of Object.keys(attributes)) made.setAttribute(key, attributes[key]);
    return parent.insertBefore(made, before || null);
  }

  // A title is "NAME (1,234 samples, 5.67%)", and both the name and the unit may hold parentheses.
  function nameOf(title) {
    const unit = title.lastIndexOf(' ' + data.unit + ', ');
    const end = title.lastIndexOf(' (', unit < 0 ? title.length : unit);
    return end < 0 ? title : title.slice(0, end);
  }

  function labelOf(name) {
    const tick = data.labels === 'functions' ? name.indexOf('`') : -1;
    return tick + 1 < name.length ? name.slice(tick + 1) : name;
  }

  function readFrame(element) {
    const rect = element.querySelector('rect');
    let title = element.querySelector('title').textContent;
    let name = nameOf(title);
    const like = frames[element.dataset.like];
    if (like) [title, name] = [like.name + title.slice(name.length), like.name];
    return {
      element, rect, title, text: element.querySelector('text'), link: element.closest('a'), name,
      x: Number(rect.dataset.x), width: Number(rect.dataset.w), y: Number(rect.getAttribute('y')),
      parent: null, children: [], hidden: false, drawnHidden: false, faded: false, matches: false
    };
  }

  // Changing tens of thousands of elements is slow: bundles of frames are moved, stretched and hidden as a whole. A bundle
  // may be drawn for another zoom than the one shown.
  function bundle() {
    bundles = [];
    for (let at = 0; at < frames.length; at += bundleSize) {
      const element = add(picture, 'svg', { class: 'bundle' });
      const members = frames.slice(at, at + bundleSize);
      element.append(...members.map((frame) => frame.link || frame.element));
      bundles.push({ element, members, drawnFor: all, isAway: false, isWhole: true });
    }
  }

  function joinRows(above, row) {
    let at = 0;
    for (const frame of row) {
      while (at + 1 < above.length && above[at + 1].x <= frame.x) ++at;
      frame.parent = above[at];
      frame.parent.children.push(frame);
    }
  }

  function readFrames() {
    frames = [];
    for (const element of picture.querySelectorAll('g')) frames.push(readFrame(element));
    byElement = new Map(frames.map((frame) => [frame.element, frame]));
    all = frames[0];
    const rows = new Map();
    for (const frame of frames) {
      if (!rows.has(frame.y)) rows.set(frame.y, []);
      rows.get(frame.y).push(frame);
      frame.drawnLeft = (frame.x - all.x) / all.width;
      frame.drawnShare = frame.width / all.width;
      frame.element.setAttribute('role', 'button');
      if (frame.link) frame.link.setAttribute('tabindex', '-1');
    }
    const fromRoot = Array.from(rows.keys()).sort((a, b) => Math.abs(a - all.y) - Math.abs(b - all.y));
    for (const y of fromRoot) rows.get(y).sort((a, b) => a.x - b.x);
    for (let i = 1; i < fromRoot.length; ++i) joinRows(rows.get(fromRoot[i - 1]), rows.get(fromRoot[i]));
    bundle();
  }

  // All labels are written, then measured, then cut: the browser lays out twice, not once per frame.

  function mostThatFits(text, name, room) {
    const length = Math.min(name.length, text.getNumberOfChars());
    let fits = 0;
    let tooMany = length + 1;
    while (tooMany - fits > 1) {
      const middle = (fits + tooMany) >> 1;
      if (text.getSubStringLength(cutLeft ? length - middle : 0, middle) <= room) fits = middle;
      else tooMany = middle;
    }
    return fits;
  }

  function cut(name, count) {
    const isSecondHalf = (at) => /[\uDC00-\uDFFF]/.test(name.charAt(at));
    if (!cutLeft) return name.slice(0, isSecondHalf(count) ? count - 1 : count) + ellipsis;
    const from = name.length - count;
    return ellipsis + name.slice(isSecondHalf(from) ? from + 1 : from);
  }

  // Each item is an element, the name it should show and the room it has.
  function fitTexts(items) {
    const sample = add(picture, 'text', {});
    sample.textContent = ellipsis;
    for (const item of items) {
      const most = Math.max(0, Math.ceil(item.room)) + 1;
      item.written = item.name.length <= most ? item.name : cutLeft ? item.name.slice(-most) : item.name.slice(0, most);
      item.text.textContent = item.written;
    }
    const dots = sample.getComputedTextLength();
    for (const item of items) {
      item.label = item.name;
      if (item.written === item.name && item.text.getComputedTextLength() <= item.room) continue;
      const count = mostThatFits(item.text, item.written, item.room - dots);
      item.label = count > 0 ? cut(item.written, count) : '';
    }
    sample.remove();
    for (const item of items) if (item.label !== item.written) item.text.textContent = item.label;
  }

  function addLabel(frame) {
    const y = frame.y + (Number(data.frameHeight) - 1) / 2 + 3;
    return add(frame.element, 'text', { x: percent(frame.drawnLeft), y, dx: labelMargin });
  }

  // A picture may hold tens of thousands of frames, of which a few are wide enough for a label.
  function fitLabels() {
    const items = [];
    const narrowest = 2 * labelMargin + 2 * Number(data.charWidth);
    for (const frame of bundles.flatMap((one) => (one.isAway ? [] : one.members))) {
      const pixels = frame.hidden ? 0 : frame.share * width;
      if (pixels >= narrowest) {
        if (!frame.text) frame.text = addLabel(frame);
        items.push({ text: frame.text, name: labelOf(frame.name), room: pixels - 2 * labelMargin });
      } else if (frame.text) {
        frame.text.remove();
        frame.text = null;
      }
    }
    fitTexts(items);
  }

  // What has no width is not drawn.
  function draw(frame, left, share, faded) {
    const hidden = share === 0;
    if (frame.faded !== faded) frame.element.classList.toggle('faded', faded);
    if (frame.drawnHidden !== hidden) frame.element.setAttribute('aria-hidden', String(hidden));
    if (frame.drawnShare !== share) frame.rect.setAttribute('width', percent(share));
    if (frame.drawnLeft !== left) {
      frame.rect.setAttribute('x', percent(left));
      if (frame.text) frame.text.setAttribute('x', percent(left));
    }
    frame.faded = faded;
    frame.drawnHidden = hidden;
    frame.drawnShare = share;
    frame.drawnLeft = left;
  }

  function drawBundle(one, zoomed, callees, callers) {
    for (const frame of one.members) {
      if (callees.has(frame)) draw(frame, frame.left, frame.share, false);
      else if (callers.has(frame)) draw(frame, 0, 1, true);
      else draw(frame, frame.drawnLeft, 0, false);
    }
    one.drawnFor = zoomed;
    one.isWhole = one.members.every((frame) => callees.has(frame));
  }

  function placeBundle(one, zoomed, callees, callers) {
    for (const frame of one.members) {
      const isCaller = callers.has(frame);
      frame.hidden = !isCaller && !callees.has(frame);
      frame.left = isCaller ? 0 : (frame.x - zoomed.x) / zoomed.width;
      frame.share = isCaller ? 1 : frame.width / zoomed.width;
    }
    const isAway = one.members.every((frame) => frame.hidden);
    if (isAway !== one.isAway) {
      one.element.setAttribute('y', isAway ? outOfSight : 0);
      one.element.setAttribute('aria-hidden', String(isAway));
    }
    one.isAway = isAway;
    if (isAway) return;
    const stretch = one.drawnFor.width / zoomed.width;
    const isSharp = stretch < 100 && stretch > 0.01;
    if (!isSharp || !one.isWhole || !one.members.every((frame) => callees.has(frame))) {
      drawBundle(one, zoomed, callees, callers);
    }
    one.element.setAttribute('x', percent((one.drawnFor.x - zoomed.x) / zoomed.width));
    one.element.setAttribute('width', percent(one.drawnFor.width / zoomed.width));
  }

  function showZoomed(zoomed) {
    const callees = new Set([zoomed]);
    for (const frame of callees) for (const child of frame.children) callees.add(child);
    const callers = new Set();
    for (let frame = zoomed.parent; frame; frame = frame.parent) callers.add(frame);
    for (const one of bundles) placeBundle(one, zoomed, callees, callers);
    shown = zoomed;
    ui.reset.hidden = zoomed === all;
    if (current.hidden) setCurrent(zoomed);
    showCursor();
    fitLabels();
  }

  function zoom(frame) {
    if (frame === shown || frame.width === 0) return;
    showZoomed(frame);
    save(true);
  }

  // A match inside a match is not counted again.
  function matchedWidth() {
    let sum = 0;
    const waiting = [all];
    while (waiting.length > 0) {
      const frame = waiting.pop();
      if (frame.matches) sum += frame.width;
      else for (const child of frame.children) waiting.push(child);
    }
    return sum;
  }

  function showSearch() {
    let expression = null;
    let problem = '';
    try {
      if (state.search) expression = new RegExp(state.search, state.ignoreCase ? 'i' : '');
    } catch (error) {
      problem = error.message;
    }
    for (const frame of frames) {
      const matches = expression !== null && expression.test(frame.name);
      if (matches !== frame.matches) frame.element.classList.toggle('match', matches);
      frame.matches = matches;
    }
    ui.search.setAttribute('aria-invalid', String(problem !== ''));
    ui.ignoreCase.setAttribute('aria-pressed', String(state.ignoreCase));
    ui.matched.title = problem;
    ui.matched.textContent = problem !== '' ? 'Not an expression'
      : expression ? 'Matched: ' + (100 * matchedWidth() / all.width).toFixed(2) + '%' : '';
  }

  function search(text) {
    state.search = text;
    showSearch();
    // Browsers refuse to change the address as often as a fast typist presses keys.
    clearTimeout(saving);
    saving = setTimeout(save, 300, false);
  }

  function toggleCase() {
    state.ignoreCase = !state.ignoreCase;
    showSearch();
    save(false);
  }

  // A file's page cannot change its query: the state goes to the fragment; without one, the query is read. Zooming adds to
  // the history, typing does not.

  const hasFragment = () => location.href.includes('#');

  function save(isStep) {
    clearTimeout(saving);
    if (!ownPage) return;
    const fields = [];
    if (shown !== all) fields.push('x=' + shown.rect.dataset.x, 'y=' + shown.y);
    if (state.search) fields.push('s=' + encodeURIComponent(state.search));
    if (state.ignoreCase) fields.push('ic=1');
    try {
      history[isStep ? 'pushState' : 'replaceState'](null, '', '#' + fields.join('&'));
    } catch (error) {
      // A page in a sandbox has no history; the picture works without.
    }
  }

  function load() {
    clearTimeout(saving);
    const fields = new URLSearchParams(!ownPage ? '' : hasFragment() ? location.hash.slice(1) : location.search);
    const isMeant = (frame) => frame.rect.dataset.x === fields.get('x') && String(frame.y) === fields.get('y');
    state.search = fields.get('s') || (ownPage && hasFragment() ? '' : data.search || '');
    state.ignoreCase = fields.get('ic') === '1';
    ui.search.value = state.search;
    showZoomed(frames.find((frame) => isMeant(frame) && frame.width > 0) || all);
    showSearch();
  }

  // Cut the name, never the numbers.
  function showDetails(frame) {
    const details = find('#details');
    details.textContent = '';
    detailed = frame;
    if (!frame) return;
    // Only the first title has all of a long name.
    if (frame.element.dataset.like) frame.element.querySelector('title').textContent = frame.title;
    const [before, name, after] = ['', 'name', ''].map((kind) => add(details, 'tspan', { class: kind }));
    before.textContent = data.nameType ? data.nameType + ' ' : '';
    after.textContent = frame.title.slice(frame.name.length);
    const room = width - before.getComputedTextLength() - after.getComputedTextLength();
    fitTexts([{ text: name, name: frame.name, room }]);
  }

  function setCurrent(frame) {
    if (current) current.element.removeAttribute('tabindex');
    current = frame;
    current.element.setAttribute('tabindex', '0');
  }

  function focusFrame(frame) {
    setCurrent(frame);
    frame.element.focus({ preventScroll: true });
    frame.rect.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  // The ring is drawn above all frames, whose neighbours would cover an outline of their own.
  function showCursor() {
    cursor.classList.toggle('hidden', !byKeys || !hasFocus(current));
    cursor.setAttribute('x', percent(current.left));
    cursor.setAttribute('width', percent(current.share));
    for (const key of ['y', 'height']) cursor.setAttribute(key, current.rect.getAttribute(key));
  }

  function neighbour(key) {
    const seen = (list) => list.filter((frame) => !frame.hidden);
    if (key === 'Home') return all;
    if (key === (data.direction === 'down' ? 'ArrowDown' : 'ArrowUp')) {
      return seen(current.children).reduce((best, frame) => (best && best.width >= frame.width ? best : frame), null);
    }
    if (!current.parent || key === 'ArrowUp' || key === 'ArrowDown') return current.parent;
    const siblings = seen(current.parent.children);
    return siblings[siblings.indexOf(current) + (key === 'ArrowLeft' ? -1 : 1)];
  }

  // Both say whether they took the key.

  function onFrameKey(event) {
    const control = event.ctrlKey || event.metaKey;
    if (event.altKey || event.shiftKey || !hasFocus(current)) return false;
    if (event.key === 'Enter' && control && current.link) {
      current.link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    } else if (event.key === 'Enter' || event.key === ' ') {
      zoom(current);
    } else if (/^(Arrow|Home$)/.test(event.key) && !control) {
      const next = neighbour(event.key);
      if (next) focusFrame(next);
    } else {
      return false;
    }
    return true;
  }

  function onKey(event) {
    const key = event.key.toLowerCase();
    const control = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
    const searching = document.activeElement === ui.search;
    // Where the field has the keys already, the browser's own search takes them.
    if ((key === 'f3' || (control && key === 'f')) && !searching) {
      ui.search.focus();
      ui.search.select();
    } else if (control && key === 'i') {
      toggleCase();
    } else if (key === 'escape') {
      if (state.search) search(ui.search.value = '');
      else zoom(all);
      if (searching) focusFrame(current);
    } else if (key === 'enter' && searching) {
      focusFrame(frames.find((frame) => frame.matches && !frame.hidden) || current);
    } else {
      return false;
    }
    return true;
  }

  // The controls are HTML, which knows buttons, fields and how to put them in a row.
  function addControls() {
    const place = add(root, 'foreignObject', { id: 'controls', x: margin, width: 1200, height: 24 }, picture);
    const bar = add(place, 'div', { role: 'toolbar', 'aria-label': 'Zoom and search' });
    const reset = add(bar, 'button', { id: 'reset', type: 'button', title: 'Show all (Esc)' });
    const matched = add(bar, 'output', { id: 'matched' });
    const field = add(bar, 'input', {
      id: 'search', type: 'search', placeholder: 'Search', title: 'Regular expression (Ctrl-F)',
      'aria-label': 'Search by regular expression', spellcheck: 'false', autocomplete: 'off'
    });
    const ignoreCase = add(bar, 'button', {
      id: 'ic', type: 'button', title: 'Ignore case (Ctrl-I)', 'aria-label': 'Ignore case'
    });
    reset.textContent = 'Reset Zoom';
    ignoreCase.textContent = 'ic';
    matched.textContent = 'Matched: 100.00%';
    ui = { place, reset, matched, search: field, ignoreCase };
    ui.room = matched.offsetWidth + field.offsetWidth + ignoreCase.offsetWidth + 30;
  }

  function readLayout() {
    plainHeight = Number(root.getAttribute('height'));
    framesTop = frames.reduce((top, frame) => Math.min(top, frame.y), Infinity);
    movable = ['#details', '#pruned', '#frames'].map(find).filter(Boolean)
      .map((element) => ({ element, y: Number(element.getAttribute('y')) }));
    headings = ['#heading', '#subtitle', '#pruned'].map(find).filter((text) => text && text.textContent)
      .map((text) => ({ text, name: text.textContent }));
  }

  // Controls that do not fit beside the heading get a line of their own.
  function layOut() {
    const box = root.viewBox.baseVal;
    width = (box && box.width || root.getBoundingClientRect().width) - 2 * margin;
    picture.setAttribute('width', width);
    ui.place.setAttribute('width', width);
    for (const heading of headings) heading.room = width;
    fitTexts(headings);
    const boxes = headings.filter((heading) => heading.text.id !== 'pruned').map((heading) => heading.text.getBBox());
    const sharesLine = boxes.length > 0 && boxes[0].width / 2 + ui.room < width / 2;
    const bottom = boxes.reduce((lowest, box) => Math.max(lowest, box.y + box.height), 0);
    const top = sharesLine ? Math.max(0, boxes[0].y + boxes[0].height / 2 - 12) : bottom + 4;
    const extra = Math.max(0, Math.ceil(top + 28 - framesTop));
    ui.place.setAttribute('y', top);
    root.setAttribute('height', plainHeight + extra);
    if (box && box.width) root.setAttribute('viewBox', [0, 0, box.width, plainHeight + extra].join(' '));
    for (const item of movable) item.element.setAttribute('y', item.y + extra);
  }

  function listenToFrames() {
    const frameOf = (event) => byElement.get(event.target.closest('g'));
    picture.addEventListener('click', (event) => {
      const frame = frameOf(event);
      if (!frame || (frame.link && !event.ctrlKey && !event.metaKey)) return;
      event.preventDefault();
      setCurrent(frame);
      frame.element.focus({ preventScroll: true });
      zoom(frame);
    });
    root.addEventListener('pointerdown', () => { byKeys = false; });
    picture.addEventListener('mouseover', (event) => showDetails(frameOf(event)));
    picture.addEventListener('mouseleave', () => showDetails(hasFocus(current) ? current : null));
    // Not at the picture, which a browser would take for a stop of the Tab key then.
    document.addEventListener('focusin', (event) => {
      showDetails(frameOf(event));
      showCursor();
    });
    document.addEventListener('focusout', () => cursor.classList.add('hidden'));
  }

  function listen() {
    listenToFrames();
    (ownPage ? window : root).addEventListener('keydown', (event) => {
      byKeys = true;
      if (onKey(event) || onFrameKey(event)) event.preventDefault();
    });
    ui.reset.addEventListener('click', () => zoom(all));
    ui.search.addEventListener('input', () => search(ui.search.value));
    ui.ignoreCase.addEventListener('click', toggleCase);
    if (ownPage) addEventListener('popstate', load);
    addEventListener('resize', () => requestAnimationFrame(() => {
      layOut();
      fitLabels();
      showDetails(detailed);
    }));
  }

  function start() {
    picture = find('#frames');
    if (!picture || !picture.querySelector('g')) return;
    readFrames();
    addControls();
    cursor = add(picture, 'rect', { id: 'cursor', class: 'hidden' });
    readLayout();
    layOut();
    setCurrent(all);
    load();
    listen();
  }

  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start);
  else start();
})();
