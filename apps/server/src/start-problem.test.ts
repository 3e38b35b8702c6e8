import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { startProblem } from './start-problem.ts'

test('a port that another program has -> which one, and what to set', async () => {
  const first = createServer().listen(0, '127.0.0.1')
  await once(first, 'listening')
  const { port } = first.address() as AddressInfo
  const second = createServer().listen(port, '127.0.0.1')
  const [error] = await once(second, 'error')
  expect(startProblem(error)).toBe(
    `Port ${port} is taken by another program: stop that one, or set PORT to a free port.`,
  )
  first.close()
})

test('anything else is said as it is', () => {
  expect(startProblem(new Error('The web is not built.'))).toBe('The web is not built.')
  expect(startProblem('odd')).toBe('odd')
})
