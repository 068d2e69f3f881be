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
    if (state.picked) pick('');
    else if (state.search) search(ui.search.value = '');
    else zoom(all);
    if (searching) focusFrame(current);
  } else if (key === 't' && !searching && !event.altKey && !event.ctrlKey && !event.metaKey) {
    toggleTable();
  } else if (key === 'm' && !searching && !event.altKey && !event.ctrlKey && !event.metaKey) {
    nextModules();
  } else if (key === 'enter' && searching) {
    focusFrame(frames.find((frame) => frame.matches && !frame.hidden) || current);
  } else {
    return false;
  }
  return true;
}

// The controls are HTML, which knows buttons, fields, tables and how to put them in rows.
function addControls() {
  const place = add(root, 'foreignObject', { id: 'controls', x: margin, width: 1200, height: 24 }, picture);
  const tools = add(place, 'div', { role: 'toolbar', 'aria-label': 'Zoom, search and table' });
  const button = (id, title, text) => {
    const made = add(tools, 'button', { id, type: 'button', title });
    made.textContent = text;
    return made;
  };
  const label = add(tools, 'label', { for: 'search' });
  label.textContent = 'Search';
  const field = add(tools, 'input', {
    id: 'search', type: 'search', placeholder: 'name or expression', title: 'Regular expression (Ctrl-F)',
    'aria-label': 'Search by regular expression', spellcheck: 'false', autocomplete: 'off'
  });
  const ignoreCase = button('ic', 'Ignore case (Ctrl-I)', 'Ignore case');
  const modules = button('modules', 'Show modules in labels where they fit, always or never (M)', '');
  const tableButton = button('table', 'Functions as a table (T)', 'Table');
  const reset = button('reset', 'Show all (Esc)', 'Reset zoom');
  const matched = add(tools, 'output', { id: 'matched' });
  tableButton.setAttribute('aria-pressed', 'false');
  tableButton.setAttribute('aria-expanded', 'false');
  modules.hidden = !frames.some((frame) => frame.name !== functionOf(frame.name));
  const tablePlace = add(root, 'foreignObject', { id: 'functions', x: margin, width: 1200, height: 0 }, picture);
  const holder = add(tablePlace, 'div', { role: 'region', 'aria-label': 'Functions', tabindex: '-1' });
  ui = { place, tools, reset, matched, search: field, ignoreCase, modules, tableButton, tablePlace, table: holder };
  bar = { element: add(root, 'rect', { id: 'bar', class: 'hidden', width: '100%', height: 2 * data.fontSize }) };
  root.append(find('#details'));
  table.column = differential ? 3 : 1;
  table.key = columns[table.column][1];
  showModules();
}

function showModules() {
  ui.modules.textContent = 'Modules: ' + state.modules;
}

function nextModules() {
  if (ui.modules.hidden) return;
  state.modules = moduleModes[(moduleModes.indexOf(state.modules) + 1) % moduleModes.length];
  showModules();
  fitLabels();
}

function readLayout() {
  plainHeight = Number(root.getAttribute('height'));
  framesTop = frames.reduce((top, frame) => Math.min(top, frame.y), Infinity);
  movable = ['#pruned', '#provenance', '#frames'].map(find).filter(Boolean)
    .map((element) => ({ element, y: Number(element.getAttribute('y')) }));
  bar.plain = Number(find('#details').getAttribute('y'));
  // The heading may be cut for the width of the file; its title is whole.
  const wholeOf = (text) => (text.id === 'heading' ? find('title') : text).textContent;
  headings = ['#heading', '#subtitle', '#change', '#pruned', '#provenance'].map(find)
    .filter((text) => text && text.textContent).map((text) => ({ text, whole: wholeOf(text) }));
  // The short form is the end of the whole one.
  for (const heading of headings) {
    const { short } = heading.text.dataset;
    if (short) heading.starts = [0, heading.whole.length - short.length];
  }
  if (!fluid) return;
  root.removeAttribute('viewBox');
  root.setAttribute('width', '100%');
}

// The controls have lines of their own below the headings, the table is below them.
function layOut() {
  const box = root.viewBox.baseVal;
  width = (box && box.width || root.getBoundingClientRect().width) - 2 * margin;
  for (const element of [picture, ui.place, ui.tablePlace]) element.setAttribute('width', width);
  for (const heading of headings) Object.assign(heading, { room: width, name: heading.whole });
  fitTexts(headings);
  const top = framesTop - 4;
  ui.place.setAttribute('height', 1000);
  const toolsHeight = ui.tools.offsetHeight;
  ui.place.setAttribute('y', top);
  ui.place.setAttribute('height', toolsHeight);
  let extra = toolsHeight + 4;
  const most = Math.max(160, Math.round(innerHeight * 0.4));
  ui.tablePlace.setAttribute('height', most);
  const isSteady = 'steady' in data;
  const tableHeight = !table.isOpen ? 0 : isSteady ? most : Math.min(ui.table.firstChild.offsetHeight + 3, most);
  ui.tablePlace.setAttribute('y', top + extra);
  ui.tablePlace.setAttribute('height', tableHeight);
  if (tableHeight > 0) extra += tableHeight + 8;
  root.setAttribute('height', plainHeight + extra);
  if (box && box.width) root.setAttribute('viewBox', [0, 0, box.width, plainHeight + extra].join(' '));
  for (const item of movable) item.element.setAttribute('y', item.y + extra);
  Object.assign(bar, { extra, home: bar.plain + extra });
  keepDetailsInSight();
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
  ui.modules.addEventListener('click', nextModules);
  ui.tableButton.addEventListener('click', toggleTable);
  ui.table.addEventListener('click', onTableClick);
  addEventListener('scroll', keepDetailsInSight, { passive: true });
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
