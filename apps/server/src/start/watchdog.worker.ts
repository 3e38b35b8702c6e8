import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import type { Watch } from './watchdog.ts'

const { beats, limit }: Watch = workerData
let last = -1
let missed = 0

// Counts its own ticks, not the time: a machine that slept has not hung.
setInterval(() => {
  const count = Atomics.load(beats, 0)
  missed = count === last ? missed + 1 : 0
  last = count
  if (missed < limit) return
  const line = { level: 60, time: Date.now(), msg: `the event loop has hung for ${limit} seconds: killed` }
  writeSync(1, `${JSON.stringify(line)}\n`)
  process.kill(process.pid, 'SIGKILL')
}, 1_000)
