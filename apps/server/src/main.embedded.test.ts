import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { longTest } from './testing/long-test.ts'
import { fetchStatus, startServerProcess } from './testing/processes/server-process.ts'
import { rawConnection } from './testing/raw-connection.ts'

test('stopped before it is ready -> exit code 0, no error', longTest, async () => {
  const { url, said, ended, process } = await startServerProcess()
  await expect.poll(() => fetchStatus(`${url}/healthz`), { interval: 20 }).toBe(200)
  expect(await fetchStatus(`${url}/readyz`)).toBe(503)
  process.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  expect(said()).not.toMatch(/could not start|Error/)
})

test(
  'ready -> serves; stopped -> answers clients that have just connected, exit code 0',
  longTest,
  async () => {
    const { url, port, said, ended, process } = await startServerProcess()
    await expect.poll(() => fetchStatus(`${url}/readyz`)).toBe(200)
    const body = { userName: 'member@skyward.example', password: 'x' }
    expect((await fetch(`${url}/api/SignIn`, { method: 'POST', body: JSON.stringify(body) })).status).toBe(
      403,
    )
    expect(await fetchStatus(`${url}/api/v2/Merchants/Search?latitude=40.7577&longitude=-73.9857`)).toBe(200)
    const clients = await Promise.all(Array.from({ length: 8 }, () => rawConnection(port, 'localhost')))
    process.kill('SIGTERM')
    await sleep(400)
    for (const { socket } of clients) socket.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n')
    for (const { received } of clients) expect(await received).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    expect(await ended).toEqual([0, null])
    const faults = said()
      .split('\n')
      .filter(line => /"level":[456]0|Error/.test(line) && !line.includes('security event'))
    expect(faults).toEqual([])
  },
)
