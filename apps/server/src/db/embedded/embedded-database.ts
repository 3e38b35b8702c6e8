import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { EmbeddedWorkerData } from './worker.ts'

export interface EmbeddedDatabase {
  /** Folder of the unix socket, in the form that the `pg` driver takes as a host. */
  readonly socketDir: string
  /** Ends the thread and starts a new one; what is in flight fails. The answer to a query that never ends. */
  restart(reason: string): void
  close(): Promise<void>
}

interface Options extends EmbeddedWorkerData {
  readonly onRestart?: (reason: string) => void
}

/** Starts the embedded PostgreSQL in a thread and keeps it running until closed. */
export async function startEmbeddedDatabase(options: Options): Promise<EmbeddedDatabase> {
  mkdirSync(options.socketDir, { recursive: true })
  chmodSync(options.socketDir, 0o700)
  let closing = false
  let worker = await startWorker(options)
  watch()

  function watch(): void {
    worker.on('error', () => {})
    worker.once('exit', async code => {
      if (closing) return
      options.onRestart?.(`its thread ended with code ${code}`)
      worker = await startWorker({ ...options, dumpFile: null })
      watch()
    })
  }

  return {
    socketDir: options.socketDir,
    restart(reason) {
      options.onRestart?.(reason)
      void worker.terminate()
    },
    async close() {
      closing = true
      const exited = new Promise<void>(resolve => worker.once('exit', () => resolve()))
      worker.postMessage('close')
      const timeout = setTimeout(() => void worker.terminate(), 5_000)
      await exited
      clearTimeout(timeout)
      rmSync(join(options.socketDir, '.s.PGSQL.5432'), { force: true })
    },
  }
}

function startWorker(data: EmbeddedWorkerData): Promise<Worker> {
  const { folder, dumpFile, socketDir } = data
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: { folder, dumpFile, socketDir },
  })
  return new Promise((resolve, reject) => {
    worker.once('error', reject)
    worker.once('exit', code =>
      reject(new Error(`The embedded database stopped while starting (code ${code}).`)),
    )
    worker.on('message', message => {
      // Node's watch mode sends messages of its own.
      if (message !== 'ready') return
      worker.removeAllListeners()
      resolve(worker)
    })
  })
}
