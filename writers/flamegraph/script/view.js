// SPDX-License-Identifier: Apache-2.0
// Search, the view in the URL (#x=12&y=53&s=malloc&ic=1), and the details of the frame that is looked at.

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

// The expression of the search, or null; throws for an invalid one.
function parsedSearch() {
  return state.search ? new RegExp(state.search, state.ignoreCase ? 'i' : '') : null;
}

function searched() {
  try {
    return parsedSearch();
  } catch (error) {
    return null;
  }
}

// A function that was picked in the table is shown instead of what the search finds.
function showSearch() {
  let expression = null;
  let problem = '';
  try {
    expression = parsedSearch();
  } catch (error) {
    problem = error.message;
  }
  for (const frame of frames) {
    const matches = state.picked ? frame.name === state.picked : expression !== null && expression.test(frame.name);
    if (matches !== frame.matches) frame.element.classList.toggle('match', matches);
    frame.matches = matches;
  }
  ui.search.setAttribute('aria-invalid', String(problem !== ''));
  ui.ignoreCase.setAttribute('aria-pressed', String(state.ignoreCase));
  ui.matched.title = problem;
  ui.matched.textContent = problem !== '' ? 'Not an expression'
    : expression || state.picked ? 'Matched: ' + (100 * matchedWidth() / all.width).toFixed(2) + '%' : '';
  fillTable();
}

function search(text) {
  state.picked = '';
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
  keepDetailsInSight();
  if (!frame) return;
  // Only the first title has all of a long name.
  if (frame.element.dataset.like) frame.element.querySelector('title').textContent = frame.title;
  const [before, name, after] = ['', 'name', ''].map((kind) => add(details, 'tspan', { class: kind }));
  before.textContent = data.nameType ? data.nameType + ' ' : '';
  after.textContent = frame.title.slice(frame.name.length);
  const room = width - before.getComputedTextLength() - after.getComputedTextLength();
  fitTexts([{ text: name, name: frame.name, room }]);
}

// While the end of a tall picture is out of sight, the hover line lies at the lower edge of what is seen.
function keepDetailsInSight() {
  const details = find('#details');
  const box = root.getBoundingClientRect();
  const scale = box.height > 0 ? Number(root.getAttribute('height')) / box.height : 1;
  const edge = (innerHeight - box.top) * scale - Number(data.fontSize) / 2;
  const y = Math.max(Math.min(bar.home, edge), Math.min(bar.home, framesTop + bar.extra));
  const floats = y < bar.home;
  details.setAttribute('y', y);
  bar.element.setAttribute('y', y - 1.4 * data.fontSize);
  bar.element.classList.toggle('hidden', !floats || !detailed);
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
