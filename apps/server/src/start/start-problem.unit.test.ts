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

test('a port of the system -> which one, and what to set', () => {
  const error = Object.assign(new Error('listen EACCES'), { code: 'EACCES', syscall: 'listen', port: 80 })
  expect(startProblem(error)).toMatch(/^Port 80 is reserved for the system: set PORT to one above 1023/)
})

test('a full disk -> to make room', () => {
  const error = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  expect(startProblem(error)).toMatch(/^The disk is full: make room, or set DATA_DIR/)
})

test('anything else is said as it is', () => {
  expect(startProblem(new Error('The web is not built.'))).toBe('The web is not built.')
  expect(startProblem('odd')).toBe('odd')
})
