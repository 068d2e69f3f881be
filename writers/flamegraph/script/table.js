// SPDX-License-Identifier: Apache-2.0
// The table of functions: self and total of each, added up over the frames that are drawn. Frames too narrow to draw count
// in the totals of their callers and in no row of their own.

const mostRows = 500;
const differential = 'differential' in data;

const columns = differential
  ? [['Function'], ['Base', 'base'], ['New', 'now'], ['Change', 'change'], ['Self change', 'selfChange']]
  : [['Function'], ['Self', 'self'], ['Self %', 'self'], ['Total', 'total'], ['Total %', 'total']];

function number(value) {
  const scaled = value * (10 ** Number(data.scale || 0)) * Number(data.factor || 1e6) / 1e6;
  return scaled.toLocaleString('en-US', { maximumFractionDigits: 6 });
}

function addFrame(row, frame, isOutermost) {
  if (differential) {
    const [base, now, selfBase, selfNow] = frame.rect.dataset.c.split(' ').map(Number);
    row.selfChange += turn * (selfNow - selfBase);
    if (!isOutermost) return;
    row.base += turn < 0 ? now : base;
    row.now += turn < 0 ? base : now;
    row.change += turn * (now - base);
    return;
  }
  const inner = frame.children.reduce((sum, child) => sum + child.width, Number(frame.rect.dataset.p || 0));
  row.self += frame.width - inner;
  if (isOutermost) row.total += frame.width;
}

// A function that calls itself has its total once.
function functionRows() {
  const rows = new Map();
  const open = new Map();
  const waiting = all.children.map((frame) => ({ frame }));
  while (waiting.length > 0) {
    const { frame, leave } = waiting.pop();
    if (leave) {
      open.set(frame.name, open.get(frame.name) - 1);
      continue;
    }
    if (!rows.has(frame.name)) {
      rows.set(frame.name, { name: frame.name, self: 0, total: 0, base: 0, now: 0, change: 0, selfChange: 0 });
    }
    addFrame(rows.get(frame.name), frame, !open.get(frame.name));
    open.set(frame.name, (open.get(frame.name) || 0) + 1);
    waiting.push({ frame, leave: true });
    for (const child of frame.children) waiting.push({ frame: child });
  }
  return [...rows.values()];
}

function sorted(rows) {
  const { key, down } = table;
  const sign = down ? -1 : 1;
  const byName = (a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
  const size = differential && key !== 'base' && key !== 'now' ? Math.abs : (value) => value;
  const byKey = (a, b) => sign * (size(a[key]) - size(b[key])) || b.total - a.total || byName(a, b);
  return rows.sort((a, b) => (key ? byKey(a, b) : sign * byName(a, b)));
}

function cellText(row, [title, key]) {
  if (!key) return row.name;
  if (title.endsWith('%')) return (100 * row[key] / all.width).toFixed(2) + '%';
  return (title.toLowerCase().includes('change') && row[key] > 0 ? '+' : '') + number(row[key]);
}

function addRow(body, row) {
  const line = add(body, 'tr', row.name === state.picked ? { class: 'picked' } : {});
  for (const column of columns) {
    const cell = add(line, column[1] ? 'td' : 'th', column[1] ? {} : { scope: 'row' });
    if (column[1]) cell.textContent = cellText(row, column);
    else {
      const isPicked = row.name === state.picked;
      const button = add(cell, 'button', { type: 'button', title: row.name, 'aria-pressed': isPicked });
      button.textContent = row.name;
    }
  }
}

function addHead(place) {
  const line = add(add(place, 'thead', {}), 'tr', {});
  columns.forEach(([title, key], index) => {
    const isSorted = index === table.column;
    const order = !isSorted ? 'none' : table.down ? 'descending' : 'ascending';
    const cell = add(line, 'th', { scope: 'col', 'aria-sort': order });
    const button = add(cell, 'button', { type: 'button', 'data-column': index });
    button.textContent = title + (!isSorted ? '' : table.down ? ' \u25be' : ' \u25b4');
  });
}

function fillTable() {
  if (!table.isOpen) return;
  if (!table.rows) table.rows = functionRows();
  const expression = searched();
  const rows = sorted(table.rows.filter((row) => !expression || expression.test(row.name)));
  const held = document.activeElement && ui.table.contains(document.activeElement) ? document.activeElement : null;
  const name = held && held.title;
  const column = held && held.dataset.column;
  ui.table.textContent = '';
  const place = add(ui.table, 'table', {});
  add(place, 'caption', {}).textContent =
    rows.length + (rows.length === 1 ? ' function' : ' functions') + (expression ? ' found' : '') +
    (rows.length > mostRows ? ', of which ' + mostRows + ' are listed' : '') +
    (find('#pruned').textContent ? '; frames too narrow to draw are not counted' : '');
  addHead(place);
  const body = add(place, 'tbody', {});
  for (const row of rows.slice(0, mostRows)) addRow(body, row);
  const again = held && [...place.querySelectorAll('button')]
    .find((button) => (column ? button.dataset.column === column : button.title === name));
  if (again) again.focus({ preventScroll: true });
}

function toggleTable() {
  table.isOpen = !table.isOpen;
  ui.tableButton.setAttribute('aria-pressed', String(table.isOpen));
  ui.tableButton.setAttribute('aria-expanded', String(table.isOpen));
  if (!table.isOpen) {
    pick('');
    ui.table.textContent = '';
  }
  fillTable();
  layOut();
}

function pick(name) {
  state.picked = name;
  showSearch();
}

function onTableClick(event) {
  const row = event.target.closest('tbody tr');
  const button = row ? row.querySelector('button') : event.target.closest('button');
  if (!button) return;
  if ('column' in button.dataset) {
    const column = Number(button.dataset.column);
    table.down = column === table.column ? !table.down : column !== 0;
    table.column = column;
    table.key = columns[column][1] || '';
    fillTable();
  } else {
    pick(state.picked === button.title ? '' : button.title);
  }
}
