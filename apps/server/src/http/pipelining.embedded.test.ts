import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { rawConnection } from '../testing/raw-connection.ts'
import { fetchStatus, startServerProcess } from '../testing/server-process.ts'

const attackMs = 8_000

test('ten clients that pipeline and never read, a heap of 512 MB -> still answers', async () => {
  const server = await startServerProcess(['--max-old-space-size=512'])
  const isReady = () => fetchStatus(`${server.url}/readyz`)
  await expect.poll(isReady).toBe(200)
  const until = Date.now() + attackMs
  await Promise.all(Array.from({ length: 10 }, () => attack(server.port, until)))
  expect([await fetchStatus(`${server.url}/healthz`), server.process.exitCode]).toEqual([200, null])
})

async function attack(port: number, until: number): Promise<void> {
  while (Date.now() < until) {
    const { socket } = await rawConnection(port, 'localhost')
    socket.pause()
    socket.write('GET /api/openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(600))
    // A client that does not read learns nothing: it comes back once a second.
    await sleep(1_000)
  }
}
