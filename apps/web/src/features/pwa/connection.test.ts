import { expect, test } from 'vitest'
import { createConnection } from './connection.ts'

const at = (time: string) => new Date(`2026-03-10T${time}:00Z`)

test('a page that stays when the network goes says when it went', () => {
  const connection = createConnection(() => at('14:02'))
  connection.wentOffline()
  expect(connection.snapshot()).toEqual({ online: false, cachedAt: at('14:02') })
})

test('of several kept answers the oldest counts', () => {
  const connection = createConnection(() => at('14:30'))
  connection.markCached(at('14:10'))
  connection.markCached(at('14:02'))
  connection.markCached(at('14:20'))
  connection.wentOffline()
  expect(connection.snapshot().cachedAt).toEqual(at('14:02'))
})

test('a time that is none is not told', () => {
  const connection = createConnection()
  connection.markCached(new Date('yesterday'))
  expect(connection.snapshot().cachedAt).toBeNull()
})

test('back again, nothing is old, and listeners hear of it', () => {
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
