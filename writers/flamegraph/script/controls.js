// SPDX-License-Identifier: Apache-2.0
// Keys, buttons and the layout of the page; the start.

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
