// SPDX-License-Identifier: Apache-2.0
// dh_view.mjs DH_VIEW.JS SOURCE WRITTEN: builds the viewer's tree of the written file, as if it were loaded into the page,
// and compares the root's totals with the sums over the source where that is DHAT's.
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
console.log(`${path.basename(source)}: dh_view counts ${shown.tb} in ${shown.tbk}`)
process.exit(failed ? 1 : 0)
