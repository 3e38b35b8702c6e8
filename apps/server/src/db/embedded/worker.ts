import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'

/** The worker has its own thread, so that a busy database never stops the server's timers. */
export interface EmbeddedWorkerData {
  /** Null keeps it in memory. */
  readonly folder: string | null
  readonly dumpFile: string | null
  readonly socketDir: string
}

const { folder, dumpFile, socketDir } = workerData as EmbeddedWorkerData
const socket = join(socketDir, '.s.PGSQL.5432')

const db = await PGlite.create({
  ...(folder ? { dataDir: folder } : {}),
  ...(dumpFile ? { loadDataDir: await dump(dumpFile) } : {}),
  relaxedDurability: true,
})
rmSync(socket, { force: true })
const server = new PGLiteSocketServer({ db, path: socket, maxConnections: 8 })
await server.start()
parentPort?.postMessage('ready')

parentPort?.on('message', async message => {
  if (message !== 'close') return
  await server.stop()
  await db.close()
  parentPort?.postMessage('closed')
  process.exit(0)
})

async function dump(file: string): Promise<Blob> {
  const { openAsBlob } = await import('node:fs')
  return openAsBlob(file)
}
