import { expect, test } from 'vitest'
import { fetchStatus, startServerProcess } from './testing/server-process.ts'

test('stopped while the demo is being loaded -> exit code 0, no error', async () => {
  const { url, said, ended, process } = await startServerProcess()
  await expect.poll(() => fetchStatus(`${url}/healthz`), { timeout: 30_000, interval: 20 }).toBe(200)
  expect(await fetchStatus(`${url}/readyz`)).toBe(503)
  process.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  expect(said()).not.toMatch(/could not start|Error/)
})

test('ready -> serves; stopped -> exit code 0', async () => {
  const { url, said, ended, process } = await startServerProcess()
  await expect.poll(() => fetchStatus(`${url}/readyz`), { timeout: 60_000, interval: 100 }).toBe(200)
  const body = { userName: 'member@skyward.example', password: 'x' }
  expect((await fetch(`${url}/api/SignIn`, { method: 'POST', body: JSON.stringify(body) })).status).toBe(403)
  expect(await fetchStatus(`${url}/api/v2/Merchants/Search?latitude=40.7577&longitude=-73.9857`)).toBe(200)
  process.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  expect(said()).not.toMatch(/"level":[456]0|Error/)
})
