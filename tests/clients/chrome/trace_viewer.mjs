// SPDX-License-Identifier: Apache-2.0
// The importer of chrome://tracing (catapult) in a page, from the single file that it is shipped as. That file is a page of
// old web components, which browsers no longer know: its scripts are run one by one, and those of the user interface fail.
const strict = "'use strict';"

export async function prepare(address) {
  if (globalThis.tr) return
  const page = new DOMParser().parseFromString(await (await fetch(address)).text(), 'text/html')
  globalThis.global = globalThis
  globalThis.Polymer = Object.assign(() => function () {}, { dom: () => ({}), Base: {}, DomModule: { import() {} } })
  for (const script of page.querySelectorAll('script')) {
    for (const part of script.textContent.split(strict)) {
      try { (0, eval)(strict + part) } catch { /* user interface */ }
    }
  }
}

function spans(thread) {
  const stack_of = (slice) => [...(slice.parentSlice ? stack_of(slice.parentSlice) : []), slice.title]
  return thread.sliceGroup.slices.map((slice) => [stack_of(slice), slice.start, slice.duration])
}

export async function load(address) {
  const model = new tr.Model()
  const options = new tr.importer.ImportOptions()
  options.shiftWorldToZero = false
  new tr.importer.Import(model, options).importTraces([await (await fetch(address)).text()])
  const threads = model.getAllThreads().map((thread) => [thread.parent.pid, thread.tid, spans(thread)])
  return [threads, model.importWarnings.map((warning) => warning.message)]
}
