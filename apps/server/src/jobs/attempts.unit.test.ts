import { expect, test } from 'vitest'
import { Attempts } from './attempts.ts'

const fail = async () => {
  throw new Error('no')
}

test('one fails -> the others are done, and the end says which', async () => {
  const attempts = new Attempts()
  expect(await attempts.make('a', fail)).toBe(false)
  expect(await attempts.make('b', async () => {})).toBe(true)
  expect(await attempts.make('c', fail)).toBe(false)
  expect(() => attempts.end()).toThrow('a: no; c: no')
})

test('none fails -> the end says nothing', async () => {
  const attempts = new Attempts()
  await attempts.make('a', async () => {})
  expect(() => attempts.end()).not.toThrow()
})

test('ten fail one after the other -> the rest is not tried', async () => {
  const attempts = new Attempts()
  for (let count = 0; count < 9; count++) await attempts.make('a', fail)
  await attempts.make('b', async () => {})
  for (let count = 0; count < 9; count++) await attempts.make('c', fail)
  await expect(attempts.make('d', fail)).rejects.toThrow('d: no')
})
