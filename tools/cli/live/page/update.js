// SPDX-License-Identifier: Apache-2.0
// Putting a newer picture in the place of the one that is shown: zoom, search, table and focus stay. Part of the function
// of writers/flamegraph/script, as CMakeLists.txt joins them.

// The names from the root to a frame, by which it is found in the next picture.
function pathOf(frame) {
  const names = [];
  for (let at = frame; at.parent; at = at.parent) names.unshift(at.name);
  return names;
}

// The frame of a path, or the last on its way that is there.
function frameAt(path) {
  let at = all;
  for (const name of path) {
    const next = at.children.find((child) => child.name === name && child.width > 0);
    if (!next) break;
    at = next;
  }
  return at;
}

function takeTexts(next) {
  for (const { name, value } of next.attributes) if (name.startsWith('data-')) root.setAttribute(name, value);
  root.setAttribute('height', next.getAttribute('height'));
  find('title').textContent = next.querySelector('title').textContent;
  find('style').textContent = next.querySelector('style').textContent;
  for (const id of ['#heading', '#subtitle', '#pruned', '#provenance', '#details']) {
    const text = find(id);
    const newer = next.querySelector(id);
    text.setAttribute('y', newer.getAttribute('y'));
    if (newer.dataset.short) text.dataset.short = newer.dataset.short;
    text.textContent = newer.textContent;
  }
}

function takeFrames(next) {
  picture.replaceChildren(...next.querySelector('#frames').children);
  picture.removeAttribute('y');
  readFrames();
  picture.append(cursor);
  table.rows = null;
  ui.modules.hidden = !frames.some((frame) => frame.name !== functionOf(frame.name));
}

function update(next) {
  const [zoomed, focused, looked] = [shown, current, detailed].map((frame) => frame && pathOf(frame));
  const hadFocus = hasFocus(current);
  takeTexts(next);
  takeFrames(next);
  readLayout();
  layOut();
  current = null;
  setCurrent(frameAt(focused));
  showZoomed(frameAt(zoomed));
  showSearch();
  showDetails(looked && frameAt(looked));
  if (hadFocus) current.element.focus({ preventScroll: true });
}

return { update, toggleTable };
