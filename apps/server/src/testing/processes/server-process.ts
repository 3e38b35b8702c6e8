import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type RunningProgram, startProgram } from './child-process.ts'
import { freePort } from './free-port.ts'

export interface ServerProcess extends RunningProgram {
  readonly url: string
  readonly port: number
}

/** The product without demo data, in a process and a data folder of its own, killed after the file's tests. */
export async function startServerProcess(): Promise<ServerProcess> {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'dw-main-'))
  const program = fileURLToPath(new URL('../../main.ts', import.meta.url))
  const env = { DATA_DIR: folder, PORT: String(port), DEMO_NOW: '2026-03-10T18:00:00Z' }
  const running = startProgram(process.execPath, [program], { folder, env })
  return { ...running, url: `http://localhost:${port}`, port }
}

/** Null without an answer. */
export const fetchStatus = (url: string): Promise<number | null> =>
  fetch(url).then(
    ({ status }) => status,
    () => null,
  )
