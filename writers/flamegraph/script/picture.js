// SPDX-License-Identifier: Apache-2.0
// The frames of the picture: reading, drawing, labelling and zooming them. Positions are the integers of data-x and
// data-w, names come from the titles. writers/CMakeLists.txt joins the parts of the script in one strict function
// of `root`, the picture's element.

const data = root.dataset;
const ownPage = document.documentElement === root;
const margin = 10;
const labelMargin = 3;
const ellipsis = '..';
const bundleSize = 200;
const outOfSight = -1000000;
const cutLeft = data.truncate === 'left';
const fluid = data.fluid === 'yes';
const turn = data.negate === 'yes' ? -1 : 1;
const moduleModes = ['auto', 'always', 'never'];

let picture, frames, byElement, bundles, all, cursor;
let ui, movable, headings, plainHeight, framesTop;
let width, shown, current, detailed, saving, bar;
let byKeys = true;
const state = { search: '', ignoreCase: false, picked: '', modules: data.modules || 'auto' };
const table = { isOpen: false, rows: null, column: 0, key: '', down: true };

const find = (selector) => root.querySelector(selector);
const hasFocus = (frame) => document.activeElement === frame.element;
const percent = (share) => (100 * share).toFixed(4) + '%';

function add(parent, name, attributes, before) {
  const html = 'http://www.w3.org/1999/xhtml';
  const isHtml = name === 'div' || parent.namespaceURI === html;
  const made = document.createElementNS(isHtml ? html : root.namespaceURI, name);
  for (const key of Object.keys(attributes)) made.setAttribute(key, attributes[key]);
  return parent.insertBefore(made, before || null);
}

// A title is "NAME (1,234 samples, 5.67%)", and both the name and the unit may hold parentheses.
function nameOf(title) {
  const unit = title.lastIndexOf(' ' + data.unit + ', ');
  const end = title.lastIndexOf(' (', unit < 0 ? title.length : unit);
  return end < 0 ? title : title.slice(0, end);
}

// A name without its module.
function functionOf(name) {
  const tick = name.indexOf('`');
  return tick + 1 < name.length ? name.slice(tick + 1) : name;
}

// Closures, hashes, operators and addresses need the name before them.
function saysSomething(part) {
  return /^[A-Za-z_~\u0080-\uffff]/.test(part) && !/^(h[0-9a-f]{16}$|operator)/.test(part);
}

// Where a name may begin if its first namespaces, packages or path are left out: 6 of core::sort::merge.
function partsOf(name) {
  const starts = [];
  let depth = 0;
  for (let i = 0; i + 1 < name.length; ++i) {
    if ('<([{'.includes(name[i])) ++depth;
    else if ('>)]}'.includes(name[i]) && !(name[i] === '>' && name[i - 1] === '-')) depth = Math.max(0, depth - 1);
    if (depth > 0) continue;
    const next = name.startsWith('::', i) ? i + 2 : name[i] === '/' ? i + 1 : 0;
    if (next && saysSomething(name.slice(next))) starts.push(next);
  }
  return starts;
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

// All labels are written, then measured, then cut: the browser lays out twice, not once per frame. Each item is an element,
// the name it should show, the room it has, and where the name may begin if not only at 0: the first that fits is taken.

function mostThatFits(text, name, from, room) {
  const length = Math.min(name.length, text.getNumberOfChars());
  let fits = 0;
  let tooMany = length - from + 1;
  while (tooMany - fits > 1) {
    const middle = (fits + tooMany) >> 1;
    if (text.getSubStringLength(cutLeft ? length - middle : from, middle) <= room) fits = middle;
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

// No character is narrower than a pixel: more than the room has are never written.
function writeWhole(item) {
  const most = Math.max(0, Math.ceil(item.room)) + 1;
  const starts = item.starts || [0];
  const possible = starts.filter((start) => item.name.length - start <= most);
  item.begins = possible.map((start) => start - possible[0]);
  const name = item.name.slice(possible.length > 0 ? possible[0] : starts[starts.length - 1]);
  item.written = name.length <= most ? name : cutLeft ? name.slice(-most) : name.slice(0, most);
  item.text.textContent = item.written;
}

function labelOf(item, dots) {
  const { text, written, begins, room } = item;
  const length = text.getNumberOfChars();
  const fits = begins.find((begin) => begin >= length || text.getSubStringLength(begin, length - begin) <= room);
  if (fits !== undefined) return written.slice(fits);
  const last = begins.length > 0 ? begins[begins.length - 1] : 0;
  const count = mostThatFits(text, written, last, room - dots);
  return count > 0 ? cut(written.slice(last), count) : '';
}

function fitTexts(items) {
  const sample = add(picture, 'text', {});
  sample.textContent = ellipsis;
  items.forEach(writeWhole);
  const dots = sample.getComputedTextLength();
  for (const item of items) item.label = labelOf(item, dots);
  sample.remove();
  for (const item of items) if (item.label !== item.written) item.text.textContent = item.label;
}

// The whole name, then the function alone, then without its first parts.
function startsOf(name) {
  if (state.modules === 'always') return [0];
  const begin = name.length - functionOf(name).length;
  const starts = [begin, ...(cutLeft ? [] : partsOf(name.slice(begin)).map((start) => begin + start))];
  return state.modules === 'auto' && begin > 0 ? [0, ...starts] : starts;
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
      const room = pixels - 2 * labelMargin;
      items.push({ text: frame.text, name: frame.name, starts: startsOf(frame.name), room });
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
