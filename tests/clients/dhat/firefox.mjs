// SPDX-License-Identifier: Apache-2.0
// firefox.mjs PROFILER-CLI.JS SOURCE WRITTEN COLLAPSED: loads SOURCE and WRITTEN into Firefox Profiler, which reads DHAT by
// itself, and compares, thread by thread (all bytes, maxima, at the peak, at the end), how many bytes each stack has; and
// how many bytes each function has in Firefox Profiler with what collapsed stacks of SOURCE have: COLLAPSED.alloc_space,
// .inuse_space and .end_space.
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const [cli, source, written, collapsed] = process.argv.slice(2)
// The newest Node that the client brings along, else this one.
const brought = path.join(path.dirname(cli), '../../../node/bin/node')
const node = fs.existsSync(brought) ? brought : process.execPath
const separator = '\x1f'  // names hold all else
const elided = '<elided>'  // callees beyond the hundred that the client lists of a frame
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
      const stack = `${callers}${separator}${bare(frame.name)}`
      if (frame.selfSamples) all[stack] = (all[stack] ?? 0) + frame.selfSamples
      const more = frame.childrenTruncated?.combinedSamples
      if (more) all[`${stack}${separator}${elided}`] = more
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

// A function's own bytes, in one of the viewer's threads and in one value type. The viewer's stacks begin with the thread,
// a root and the command. Its names keep the module of a frame without a place, and are ??? where only an address is known;
// collapsed stacks have ':' for ';'.
const plain = (name) => bare(name).replace(/ \(in [^)]*\)$/, '').replaceAll(';', ':').replace(/^([^`]*`)?0x[0-9a-f]+$/i, '???')
function by_function(stacks) {
  const sums = {}
  for (const [stack, bytes] of stacks) {
    const leaf = stack.length ? plain(stack.at(-1)) : '[no stack]'
    sums[leaf] = (sums[leaf] ?? 0) + bytes
  }
  return sums
}
function counted(type) {
  const lines = fs.readFileSync(`${collapsed}.${type}`, 'utf8').split('\n').filter((line) => line)
  return by_function(lines.map((line) => {
    const blank = line.lastIndexOf(' ')
    return [line.slice(0, blank).split(';'), Number(line.slice(blank + 1))]
  }))
}
let wrong = 0
const types = { 'Total Bytes': 'alloc_space', 'Bytes at Global Max': 'inuse_space', 'Bytes at End': 'end_space' }
for (const [thread, type] of Object.entries(types)) {
  const shown = by_function(Object.entries(before).filter(([stack]) => stack.startsWith(`${thread}${separator}`))
    .map(([stack, bytes]) => [stack.split(separator).slice(3), bytes]))
  const ours = counted(type)
  // What is elided is missing somewhere; all else has to be as it is here.
  let missing = shown[elided] ?? 0
  delete shown[elided]
  for (const name of new Set([...Object.keys(shown), ...Object.keys(ours)])) {
    const difference = (ours[name] ?? 0) - (shown[name] ?? 0)
    missing -= difference
    if (difference === 0 || (difference > 0 && missing >= 0)) continue
    if (wrong++ < 10) console.error(`${path.basename(source)}: ${type} of ${name}: ${shown[name]} in Firefox Profiler, ${ours[name]} here`)
  }
  if (missing === 0) continue
  wrong++
  console.error(`${path.basename(source)}: ${type}: ${missing} bytes are elided in Firefox Profiler, and not here`)
}
process.exit(wrong || differ.length || !keys.length ? 1 : 0)
