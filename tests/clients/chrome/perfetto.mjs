// SPDX-License-Identifier: Apache-2.0
// Perfetto's trace processor in a page: its WebAssembly in a worker, its RPC from engine.mjs.
globalThis.process ??= { env: { NODE_ENV: 'production' } }

// Only the 32-bit build is there, but a worker that can load a module with a 64-bit memory wants the other one: it tries with
// a module whose first section is its memory.
const worker_source = (folder) => `
  const Module = WebAssembly.Module
  WebAssembly.Module = class extends Module {
    constructor(bytes) { if (bytes[8] === 5) throw new Error('no 64-bit memory'); super(bytes) }
  }
  const open = XMLHttpRequest.prototype.open
  XMLHttpRequest.prototype.open = function (method, url, ...rest) {
    return open.call(this, method, '${folder}/' + url.replace(/^.*\\//, ''), ...rest)
  }
  importScripts('${folder}/engine_bundle.node.js')`

async function engine(folder) {
  const { EngineBase } = await import(`${folder}/engine.mjs`)
  const channel = new MessageChannel()
  const url = URL.createObjectURL(new Blob([worker_source(folder)], { type: 'text/javascript' }))
  const worker = new Worker(url)
  worker.postMessage(channel.port1, [channel.port1])
  class Engine extends EngineBase {
    mode = 'WASM'
    id = 'test'
    rpcSendRequestBytes(bytes) { channel.port2.postMessage(bytes) }
  }
  const made = new Engine()
  channel.port2.onmessage = (message) => made.onRpcResponseBytes(message.data)
  // Nothing tells when the module is ready to take requests.
  await new Promise((done) => setTimeout(done, 1500))
  return { made, end: () => worker.terminate() }
}

async function rows(engine, sql) {
  const result = await engine.query(sql)
  const columns = result.columns()
  const all = []
  for (const it = result.iter({}); it.valid(); it.next()) {
    all.push(columns.map((column) => { const v = it.get(column); return typeof v === 'bigint' ? Number(v) : v }))
  }
  return all
}

// Spans in the order in which they began, parents first; and what the importer complained about.
export async function load(address) {
  const { made, end } = await engine(`${location.origin}/perfetto`)
  try {
    await made.parse(new Uint8Array(await (await fetch(address)).arrayBuffer()))
    await made.notifyEof()
    return [
      await rows(made, `select slice.id, slice.parent_id, pid, tid, slice.ts, slice.dur, slice.name from slice
        join thread_track on slice.track_id = thread_track.id join thread using (utid)
        left join process using (upid) order by slice.id`),
      await rows(made, `select name, value from stats where value != 0 and severity in ('error', 'data_loss')`),
    ]
  } finally {
    end()
  }
}
