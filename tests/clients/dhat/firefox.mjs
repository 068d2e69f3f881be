// SPDX-License-Identifier: Apache-2.0
// firefox.mjs PROFILER-CLI.JS SOURCE WRITTEN: loads both files into Firefox Profiler and compares, thread by thread (all
// bytes, maxima, at the peak, at the end), how many bytes each stack has.
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const [cli, source, written] = process.argv.slice(2)
// The newest Node that the client brings along, else this one.
const brought = path.join(path.dirname(cli), '../../../node/bin/node')
const node = fs.existsSync(brought) ? brought : process.execPath
const sessions = fs.mkdtempSync(path.join(os.tmpdir(), 'pq'))

function ask(...words) {
  const env = { ...process.env, PROFILER_CLI_SESSION_DIR: sessions }
  return execFileSync(node, [cli, ...words, '--session', 's'], { env, encoding: 'utf8', maxBuffer: 1 << 30, timeout: 300000 })
}

// What the source calls a frame without a place is its whole text; what is written has the name alone.
const bare = (name) => name.replace(/^0x[0-9a-f]+: /i, '')

function bytes_by_stack(file) {
  ask('load', path.resolve(file))
  const threads = JSON.parse(ask('profile', 'info', '--all', '--json')).processes.flatMap((p) => p.threads)
  const all = {}
  for (const thread of threads) {
    const words = ['--json', '--include-idle', '--max-lines', '100000000', '--thread', thread.threadHandle]
    let tree
    try { tree = JSON.parse(ask('thread', 'samples-top-down', ...words)).regularCallTree } catch { continue }
    const open = tree ? [[tree, thread.name]] : []
    while (open.length) {
      const [frame, callers] = open.pop()
      const stack = `${callers};${bare(frame.name)}`
      if (frame.selfSamples) all[stack] = (all[stack] ?? 0) + frame.selfSamples
      open.push(...(frame.children ?? []).map((callee) => [callee, stack]))
    }
  }
  ask('stop', 's')
  return all
}

const before = bytes_by_stack(source)
const after = bytes_by_stack(written)
fs.rmSync(sessions, { recursive: true, force: true })
// Of points with one stack the viewer adds the maxima too, and what is written has the larger.
const stacks = JSON.parse(fs.readFileSync(source, 'utf8')).pps.map((point) => String(point.fs))
const has_twins = new Set(stacks).size < stacks.length
const compared = (key) => !(has_twins && key.startsWith('Maximum Bytes'))
const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(compared)
const differ = keys.filter((key) => before[key] !== after[key])
for (const key of differ.slice(0, 10)) {
  console.error(`${path.basename(source)}: ${key}: ${before[key]} bytes in the source, ${after[key]} written`)
}
console.log(`${path.basename(source)}: Firefox Profiler agrees on ${keys.length - differ.length} stacks`)
process.exit(differ.length || !keys.length ? 1 : 0)
