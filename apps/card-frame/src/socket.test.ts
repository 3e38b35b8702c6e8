import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

const program = fileURLToPath(new URL('main.ts', import.meta.url))
let folder: string
let running: ChildProcess[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dw-socket-'))
  running = []
})
afterEach(async () => {
  for (const child of running) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** The card frame, with a port that it must not open. */
function start(socket: string) {
  const env = { PATH: process.env.PATH, DATA_DIR: folder, CARD_FRAME_SOCKET: socket, CARD_FRAME_PORT: '1' }
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  running.push(child)
  let said = ''
  child.stderr.on('data', chunk => {
    said += chunk
  })
  return { child, said: () => said, ended: once(child, 'exit') }
}

const status = (socketPath: string): Promise<number | null> =>
  new Promise(resolve => {
    request({ socketPath, path: '/healthz' }, (answer: IncomingMessage) => resolve(answer.statusCode!))
      .on('error', () => resolve(null))
      .end()
  })

test('CARD_FRAME_SOCKET -> listens there for its group alone, and leaves nothing behind', async () => {
  const socket = join(folder, 'frame.sock')
  const frame = start(socket)
  await expect.poll(() => status(socket), { timeout: 60_000 }).toBe(200)
  expect(statSync(socket).mode & 0o777).toBe(0o660)
  frame.child.kill('SIGTERM')
  expect(await frame.ended).toEqual([0, null])
  expect(existsSync(socket)).toBe(false)
})

test('a socket that a killed process left -> taken over', async () => {
  const socket = join(folder, 'frame.sock')
  const killed = start(socket)
  await expect.poll(() => status(socket), { timeout: 60_000 }).toBe(200)
  killed.child.kill('SIGKILL')
  await killed.ended
  expect(existsSync(socket)).toBe(true)
  start(socket)
  await expect.poll(() => status(socket), { timeout: 60_000 }).toBe(200)
})

test('a file of that name, or a path that is too long -> the start ends, and the file stays', async () => {
  const file = join(folder, 'notes')
  writeFileSync(file, 'mine')
  const frame = start(file)
  expect(await frame.ended).toEqual([1, null])
  expect(frame.said()).toContain('EADDRINUSE')
  expect(existsSync(file)).toBe(true)
  const long = start(join('/', 'x'.repeat(100)))
  expect(await long.ended).toEqual([1, null])
  expect(long.said()).toContain('CARD_FRAME_SOCKET is')
})
