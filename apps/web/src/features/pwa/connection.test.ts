import { expect, test } from 'vitest'
import { createConnection } from './connection.ts'

const at = (time: string) => new Date(`2026-03-10T${time}:00Z`)

test('offline: since that moment', () => {
  const connection = createConnection(() => at('14:02'))
  connection.wentOffline()
  expect(connection.snapshot()).toEqual({ online: false, cachedAt: at('14:02') })
})

test('several cached responses: the oldest counts', () => {
  const connection = createConnection(() => at('14:30'))
  connection.markCached(at('14:10'))
  connection.markCached(at('14:02'))
  connection.markCached(at('14:20'))
  connection.wentOffline()
  expect(connection.snapshot().cachedAt).toEqual(at('14:02'))
})

test('invalid time: ignored', () => {
  const connection = createConnection()
  connection.markCached(new Date('yesterday'))
  expect(connection.snapshot().cachedAt).toBeNull()
})

test('online again: fresh, listeners are notified', () => {
  const connection = createConnection()
  let changes = 0
  const leave = connection.subscribe(() => {
    changes += 1
  })
  connection.wentOffline()
  connection.cameBack()
  leave()
  connection.wentOffline()
  expect(changes).toBe(2)
})
