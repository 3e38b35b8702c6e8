import { url as inspectorUrl } from 'node:inspector'
import { Worker } from 'node:worker_threads'

/** What `watchdog.worker.ts` gets. */
export interface Watch {
  /** One count, which grows each second while the event loop turns. */
  readonly beats: Int32Array
  /** It is in seconds. */
  readonly limit: number
}

/** Far above the longest work. A proxy has given up long before. */
const longestHangSeconds = 30

/**
 * Ends the process where its event loop hangs, in which no signal and no handler of the program is heard: what started
 * it starts it again.
 */
export function startWatchdog(limit = longestHangSeconds): void {
  // The process may be stopped at a breakpoint.
  if (inspectorUrl()) return
  const watch: Watch = { beats: new Int32Array(new SharedArrayBuffer(4)), limit }
  new Worker(new URL('watchdog.worker.ts', import.meta.url), { workerData: watch, execArgv: [] }).unref()
  setInterval(() => Atomics.add(watch.beats, 0, 1), 1_000).unref()
}
