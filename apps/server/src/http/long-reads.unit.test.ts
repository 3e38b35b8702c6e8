import { expect, test, vi } from 'vitest'
import { LongReads } from './long-reads.ts'

const counting = { code: 'being_counted' }

function newRead() {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let begun = 0
  const read = () => {
    begun++
    return promise
  }
  return { read, resolve, reject, begun: () => begun }
}

test('asked while it is read -> told to ask again; read once; given once', async () => {
  const long = new LongReads<string>({ waitMs: 1 })
  const { read, resolve, begun } = newRead()
  await expect(long.answer('a', read)).rejects.toMatchObject(counting)
  await expect(long.answer('a', read)).rejects.toMatchObject(counting)
  resolve('figures')
  expect(await long.answer('a', read)).toBe('figures')
  expect([begun(), long.has('a')]).toEqual([1, false])
})

test('there in time -> answered, and not kept', async () => {
  const long = new LongReads<string>({ waitMs: 10_000 })
  expect(await long.answer('a', async () => 'figures')).toBe('figures')
  expect(long.has('a')).toBe(false)
})

test('it fails -> who asks again is told why, and the next one reads anew', async () => {
  const long = new LongReads<string>({ waitMs: 1 })
  const { read, reject } = newRead()
  await expect(long.answer('a', read)).rejects.toMatchObject(counting)
  reject(new Error('no database'))
  await expect(long.answer('a', read)).rejects.toThrow('no database')
  expect(await long.answer('a', async () => 'figures')).toBe('figures')
})

test('two keys -> each has its own', async () => {
  const long = new LongReads<string>({ waitMs: 1 })
  const { read, resolve } = newRead()
  await expect(long.answer('a', read)).rejects.toMatchObject(counting)
  expect(await long.answer('b', async () => 'of b')).toBe('of b')
  resolve('of a')
  expect(await long.answer('a', read)).toBe('of a')
})

test('asked long after it was read -> read again', async () => {
  const long = new LongReads<string>({ waitMs: 1, keptMs: 20 })
  const { read, resolve } = newRead()
  await expect(long.answer('a', read)).rejects.toMatchObject(counting)
  resolve('old figures')
  await vi.waitFor(() => expect(long.has('a')).toBe(false))
  expect(await long.answer('a', async () => 'new figures')).toBe('new figures')
})
