import { afterAll, describe, expect, test } from 'vitest'
import { s3PhotoStore } from './s3-photo-store.ts'
import { s3Key, startS3Server } from './s3-server-for-test.ts'

const server = await startS3Server()
const { objects, url } = server
afterAll(() => server[Symbol.asyncDispose]())

const store = (changes: object = {}) => s3PhotoStore({ url: `${url}/bucket/photos`, ...s3Key, ...changes })

describe('s3PhotoStore', () => {
  test('write, read, delete: the object in its bucket and folder', async () => {
    const file = Buffer.from([0xff, 0xd8, 0, 1, 2])
    await store().write('abc', file)
    expect([...objects.keys()]).toEqual(['/bucket/photos/abc.jpg'])
    expect((await store().read('abc'))?.equals(file)).toBe(true)
    await store().delete('abc')
    expect(await store().read('abc')).toBeNull()
    await store().delete('abc')
  })
  test.each([
    ['another secret', { secret: 'wrong' }],
    ['another key', { keyId: 'AKIDOTHER' }],
    ['another region', { region: 'us-east-1' }],
  ])('%s: refused with the status', async (_name, changes) => {
    await expect(store(changes).read('abc')).rejects.toThrow('photo store: GET abc.jpg answered 403')
  })
  test('no such bucket: writing fails in words', async () => {
    const missing = store({ url: `${url}/other` })
    await expect(missing.write('abc', Buffer.from('x'))).rejects.toThrow(/no bucket at .*\/other/)
  })
})
