import { workerData } from 'node:worker_threads'

const { maxBytes, parent }: { maxBytes: number; parent: number } = workerData

// Decoders hold their thread, so that another one has to look: also for a parent that has gone meanwhile.
setInterval(() => {
  if (process.memoryUsage.rss() > maxBytes || process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
}, 20)
