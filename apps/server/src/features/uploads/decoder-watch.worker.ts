import { parentPort, workerData } from 'node:worker_threads'

const { maxBytes, parent }: { maxBytes: number; parent: number } = workerData

/** Of the file that is read, in microseconds of the whole process. */
let maxProcessorTime = Number.POSITIVE_INFINITY

const processorTime = (): number => {
  const { user, system } = process.cpuUsage()
  return user + system
}

parentPort!.on('message', (limitMs: number | null) => {
  maxProcessorTime = limitMs === null ? Number.POSITIVE_INFINITY : processorTime() + limitMs * 1_000
})

// Decoders hold their thread, so that another one has to look: also for a parent that has gone meanwhile.
setInterval(() => {
  const isTooMuch = process.memoryUsage.rss() > maxBytes || processorTime() > maxProcessorTime
  if (isTooMuch || process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
}, 20)
