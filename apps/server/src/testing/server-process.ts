import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { closeAfterFile } from './close-after-file.ts'

export interface ServerProcess {
  readonly url: string
  readonly port: number
  readonly process: ChildProcess
  /** Everything it printed. */
  said(): string
  /** Exit code and signal. */
  readonly ended: Promise<unknown[]>
}

/** The product without demo data, in a process and a data folder of its own, killed after the file's tests. */
export async function startServerProcess(nodeOptions: readonly string[] = []): Promise<ServerProcess> {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'dw-main-'))
  const program = fileURLToPath(new URL('../main.ts', import.meta.url))
  const child = spawn(process.execPath, [...nodeOptions, program], {
    env: { PATH: process.env.PATH, DATA_DIR: folder, PORT: String(port), DEMO_NOW: '2026-03-10T18:00:00Z' },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', chunk => {
      said += chunk
    })
  const ended = once(child, 'exit')
  closeAfterFile(async () => {
    child.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true, force: true })
  })
  return { url: `http://localhost:${port}`, port, process: child, said: () => said, ended }
}

/** Null without an answer. */
export const fetchStatus = (url: string): Promise<number | null> =>
  fetch(url).then(
    ({ status }) => status,
    () => null,
  )

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, 'localhost')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  probe.close()
  return port
}
