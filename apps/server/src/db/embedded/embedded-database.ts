import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { EmbeddedWorkerData } from './worker.ts'

export interface EmbeddedDatabase {
  /** It is in the form that the `pg` driver takes as a host. */
  readonly socketDir: string
  /** Replace the thread; queries in flight fail. */
  restart(reason: string): void
  close(): Promise<void>
}

interface Options extends EmbeddedWorkerData {
  readonly onRestart?: (reason: string) => void
  /** It is called when no new thread can be started. */
  readonly onFatal?: (error: Error) => void
  readonly program?: URL
}

/** Waits between attempts to start the thread, in milliseconds. */
const startAgainAfterMs = [0, 200, 1_000]

export async function startEmbeddedDatabase(options: Options): Promise<EmbeddedDatabase> {
  mkdirSync(options.socketDir, { recursive: true })
  chmodSync(options.socketDir, 0o700)
  let closing = false
  let worker: Worker | null = await startWorker(options)
  let restarting: Promise<void> = Promise.resolve()
  watch(worker)

  function watch(running: Worker): void {
    running.on('error', () => {})
    running.once('exit', code => {
      worker = null
      if (closing) return
      options.onRestart?.(`its thread ended with code ${code}`)
      restarting = startAgain()
    })
  }

  async function startAgain(): Promise<void> {
    let failure: unknown
    for (const wait of startAgainAfterMs) {
      await sleep(wait)
      if (closing) return
      try {
        worker = await startWorker({ ...options, dumpFile: null })
        return watch(worker)
      } catch (error) {
        failure = error
      }
    }
    options.onFatal?.(new Error('The embedded database could not be started again.', { cause: failure }))
  }

  return {
    socketDir: options.socketDir,
    restart(reason) {
      options.onRestart?.(reason)
      void worker?.terminate()
    },
    async close() {
      closing = true
      await restarting
      if (worker) await endWorker(worker)
      rmSync(join(options.socketDir, '.s.PGSQL.5432'), { force: true })
    },
  }
}

function startWorker(options: Options): Promise<Worker> {
  const { folder, dumpFile, socketDir, program = new URL('./worker.ts', import.meta.url) } = options
  const worker = new Worker(program, { workerData: { folder, dumpFile, socketDir } })
  return new Promise((resolve, reject) => {
    worker.once('error', error => reject(toError(error)))
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

/** A thread passes on what the database's own file system throws as a plain object. */
function toError(thrown: unknown): Error {
  if (thrown instanceof Error) return thrown
  const { errno } = Object(thrown) as { errno?: number }
  if (errno === noSpace) return Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  return new Error(`The embedded database could not be started (${JSON.stringify(thrown)}).`)
}

/** This is ENOSPC, as Emscripten numbers it. */
const noSpace = 51

async function endWorker(worker: Worker): Promise<void> {
  const exited = new Promise<void>(resolve => worker.once('exit', () => resolve()))
  worker.postMessage('close')
  const timeout = setTimeout(() => void worker.terminate(), 5_000)
  await exited
  clearTimeout(timeout)
}
