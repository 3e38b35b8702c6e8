import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

let folder: string
let server: ChildProcess | null = null
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dw-main-'))
})
afterEach(() => {
  server?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, 'localhost')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  probe.close()
  return port
}

async function start(): Promise<{ url: string; said: () => string; ended: Promise<unknown[]> }> {
  const port = await freePort()
  const program = fileURLToPath(new URL('./main.ts', import.meta.url))
  const child = spawn(process.execPath, [program], {
    env: { PATH: process.env.PATH, DATA_DIR: folder, PORT: String(port), DEMO_NOW: '2026-03-10T18:00:00Z' },
  })
  server = child
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', chunk => {
      said += chunk
    })
  return { url: `http://localhost:${port}`, said: () => said, ended: once(child, 'exit') }
}

const statusOf = (url: string) =>
  fetch(url).then(
    ({ status }) => status,
    () => null,
  )

test('stopped while the demo is being loaded -> exit code 0, no error', async () => {
  const { url, said, ended } = await start()
  await expect.poll(() => statusOf(`${url}/healthz`), { timeout: 15_000, interval: 20 }).toBe(200)
  expect(await statusOf(`${url}/readyz`)).toBe(503)
  server?.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  expect(said()).not.toMatch(/could not start|Error/)
}, 40_000)

test('ready -> serves; stopped -> exit code 0', async () => {
  const { url, said, ended } = await start()
  await expect.poll(() => statusOf(`${url}/readyz`), { timeout: 25_000, interval: 100 }).toBe(200)
  const body = { userName: 'member@skyward.example', password: 'x' }
  expect((await fetch(`${url}/api/SignIn`, { method: 'POST', body: JSON.stringify(body) })).status).toBe(403)
  expect(await statusOf(`${url}/api/v2/Merchants/Search?latitude=40.7577&longitude=-73.9857`)).toBe(200)
  server?.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  expect(said()).not.toMatch(/"level":[456]0|Error/)
}, 60_000)
