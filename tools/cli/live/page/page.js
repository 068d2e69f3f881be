// SPDX-License-Identifier: Apache-2.0
// The page around the picture: it takes an event each second, and asks for another thread or value.

const byId = (id) => document.getElementById(id);
const number = (value) => value.toLocaleString('en-US');
const choice = { thread: '', type: '' };

let source = null;
let picture = null;
let newest = null;
let isPaused = false;

function parsed(text) {
  const svg = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  for (const script of svg.querySelectorAll('script')) script.remove();
  return document.importNode(svg, true);
}

function showPicture(text) {
  if (!text) return;
  const next = parsed(text);
  if (!next.querySelector('#frames g')) return;
  if (picture) {
    picture.update(next);
    return;
  }
  next.dataset.steady = 'yes';
  byId('picture').replaceChildren(next);
  picture = openPicture(next);
  picture.toggleTable();
}

// Buttons stay the same elements as long as there is what they choose, so that none is lost under a finger.
function showButtons(place, entries, chosen, choose) {
  const old = new Map([...place.children].map((button) => [button.value, button]));
  const buttons = entries.map(({ value, text, title }) => {
    const button = old.get(value) || document.createElement('button');
    if (!old.has(value)) button.addEventListener('click', () => choose(value));
    Object.assign(button, { type: 'button', value, title: title || '', textContent: text });
    button.setAttribute('aria-pressed', String(value === chosen));
    return button;
  });
  const isSame = buttons.length === place.children.length && buttons.every((button, i) => button === place.children[i]);
  if (isSame || place.contains(document.activeElement) && buttons.every((button) => place.contains(button))) return;
  const held = document.activeElement;
  place.replaceChildren(...buttons);
  if (buttons.includes(held)) held.focus({ preventScroll: true });
}

function showChoices(event) {
  const several = new Set(event.threads.map(({ id }) => id.split('/')[0])).size > 1;
  const types = event.types.length > 1 ? event.types : [];
  showButtons(byId('types'), types.map((type) => ({ value: type, text: type })), event.type, (type) => {
    choose({ type });
  });
  const threads = event.threads.map(({ id, name, share }) => (
    { value: id, text: `${name || 'thread'} ${several ? id : id.split('/')[1]} ${share.toFixed(1)}%`, title: `process/thread ${id}` }));
  const all = threads.length > 1 || event.thread ? [{ value: '', text: 'All threads' }, ...threads] : [];
  showButtons(byId('threads'), all, event.thread, (thread) => choose({ thread }));
  byId('others').textContent = event.others ? `and ${number(event.others)} more threads` : '';
}

// What there is to say beside the numbers.
function remarks(event) {
  const all = [];
  if (event.ending) all.push(event.ending + '. A reload would lose this page.');
  else if (event.stopping) all.push(`The recording has ended; waiting for the rest of it from ${event.backend}.`);
  if (event.failure) all.push('Not all is shown: ' + event.failure);
  if (isPaused) all.push('The picture is held.');
  return all.join(' ');
}

function showStanding(event) {
  const parts = [`${number(event.seconds)} s`, `${number(event.samples)} samples`];
  if (!event.ending && !event.stopping) parts.push(`${number(event.rate)} per second`);
  parts.push(`${number(event.dropped)} dropped`, event.backend);
  byId('target').textContent = event.target;
  byId('standing').textContent = parts.join(' \u00b7 ');
  byId('ending').textContent = remarks(event);
  byId('pause').hidden = event.ending !== '' && !isPaused;
  document.title = event.ending ? `${event.target}: ended` : `${event.target}: ${number(event.samples)} samples`;
}

// A new picture would take the selection away.
function isSelecting() {
  const selection = getSelection();
  return !selection.isCollapsed && byId('picture').contains(selection.anchorNode);
}

function show(event) {
  newest = event;
  if (!event.target) return;
  showStanding(event);
  if (isPaused) return;
  showChoices(event);
  if (!isSelecting()) showPicture(event.picture);
  // Nobody is there to answer another choice.
  for (const button of document.querySelectorAll('#choices button')) button.disabled = event.ending !== '';
}

function choose(change) {
  Object.assign(choice, change);
  setPaused(false);
  watch();
}

function watch() {
  if (source) source.close();
  source = new EventSource('events?' + new URLSearchParams(choice));
  source.onmessage = ({ data }) => {
    const event = JSON.parse(data);
    show(event);
    if (event.ending) source.close();
  };
  source.onerror = () => {
    source.close();
    byId('ending').textContent = 'profconv does not answer: it was killed, or 16 pages are open.';
  };
}

function setPaused(paused) {
  isPaused = paused;
  byId('pause').textContent = isPaused ? 'Resume' : 'Pause';
}

byId('pause').addEventListener('click', () => {
  setPaused(!isPaused);
  if (newest) show(newest);
});
watch();
