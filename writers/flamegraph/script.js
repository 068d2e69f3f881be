// SPDX-License-Identifier: Apache-2.0
// What a flame graph does in a browser: it says what the frame under the pointer is.
(() => {
  'use strict';
  const root = document.currentScript.ownerSVGElement;
  const find = (selector) => root.querySelector(selector);
  window.addEventListener('DOMContentLoaded', () => {
    const show = (event) => {
      const frame = event.target.closest('g');
      const title = frame ? frame.querySelector('title').textContent : '';
      find('#details').textContent = title && root.dataset.nameType + ' ' + title;
    };
    find('#frames').addEventListener('mouseover', show);
    find('#frames').addEventListener('mouseleave', show);
  });
})();
