// SPDX-License-Identifier: Apache-2.0
// dh_view.mjs DH_VIEW.JS SOURCE WRITTEN: builds the viewer's tree of the written file, as if it were loaded into the page,
// and compares the root's totals with the sums over the source, and the maxima of the leaves with those of the source's
// points, where that is DHAT's.
import fs from 'node:fs'
import path from 'node:path'
import vm from 'node:vm'

const [viewer, source, written] = process.argv.slice(2)
const show = `
globalThis.totals = (text) => {
  gSelect = { childNodes: gSelectData.map(() => ({})), selectedIndex: 0 };
  gData = JSON.parse(text);
  buildTree();
  return { tb: gRoot._totalBytes, tbk: gRoot._totalBlocks, gb: gRoot._atTGmaxBytes, gbk: gRoot._atTGmaxBlocks,
           eb: gRoot._atTEndBytes, ebk: gRoot._atTEndBlocks, tl: gRoot._totalLifetimes, rb: gRoot._readsBytes,
           wb: gRoot._writesBytes };
};
globalThis.maxima = () => {
  const found = [], left = [gRoot];
  while (left.length) {
    const node = left.pop();
    if (node._kids) left.push(...node._kids);
    else found.push([node._totalBytes, node._maxBytes, node._maxBlocks].join(' '));
  }
  return found.sort();
};`
const page = { document: {}, console, Intl }
vm.runInNewContext(fs.readFileSync(viewer, 'utf8') + show, page)
const shown = page.totals(fs.readFileSync(written, 'utf8'))

const text = fs.readFileSync(source, 'utf8')
const points = text.startsWith('{') ? JSON.parse(text).pps : []
let failed = false
for (const [counter, total] of Object.entries(shown)) {
  if (!points.length || points[0][counter] === undefined) continue
  const expected = points.reduce((sum, point) => sum + point[counter], 0)
  // Above 2^63-1 a counter saturates.
  if (expected === total || expected > 2 ** 63) continue
  console.error(`${path.basename(source)}: ${counter} is ${total} in dh_view, and ${expected} in the source`)
  failed = true
}
// Points of one site become one leaf, of whose maxima only the largest is known.
const maxima = points.map((point) => [point.tb, point.mb, point.mbk].join(' ')).sort()
if (points.length && points[0].mb !== undefined && page.maxima().length === maxima.length) {
  const wrong = page.maxima().findIndex((site, i) => site !== maxima[i])
  if (wrong >= 0) {
    console.error(`${path.basename(source)}: a site's tb, mb and mbk are ${page.maxima()[wrong]} in dh_view, and ` +
                  `${maxima[wrong]} in the source`)
    failed = true
  }
}
console.log(`${path.basename(source)}: dh_view counts ${shown.tb} in ${shown.tbk}`)
process.exit(failed ? 1 : 0)
