import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ApiClient } from '../../lib/api/api-client.ts'
import { refreshFavorites, setFavorite } from './set-favorite.ts'

const place = (id: string, favorite: boolean) => ({ id, name: id, favorite })
const search = ['search', 'member', {}]
const row = ['merchant-carousel', 'member', 'isNew=true']
const saved = ['favorites', 1]

let sent: string[]
let respond: () => Promise<unknown>
let queryClient: QueryClient

const app = () => {
  const call = (method: string, _path: string, { params }: { params?: { merchantId: string } }) => {
    sent.push(params ? `${method} ${params.merchantId}` : method)
    return respond()
  }
  const inBackground = (work: () => Promise<unknown>) => work()
  return { queryClient, api: { call, inBackground } as unknown as ApiClient }
}
const favoritesIn = (key: unknown[]) => {
  const cached = queryClient.getQueryData<{ merchants: { favorite: boolean }[] } | { favorite: boolean }[]>(
    key,
  )
  return (Array.isArray(cached) ? cached : (cached?.merchants ?? [])).map(({ favorite }) => favorite)
}
const listed = () =>
  queryClient.getQueryData<{ merchants: { id: string }[] }>(saved)?.merchants.map(({ id }) => id)
const total = () => queryClient.getQueryData<{ total: number }>(saved)?.total

beforeEach(() => {
  sent = []
  respond = () => Promise.resolve({})
  queryClient = new QueryClient()
  queryClient.setQueryData(search, { merchants: [place('a', false), place('b', true)], totalResultSize: 2 })
  queryClient.setQueryData(row, [place('b', true), place('a', false)])
  const merchants = [place('x', true), place('b', true), place('y', true)]
  queryClient.setQueryData(saved, { merchants, total: 3 })
})

test('save: every list shows it before the response', async () => {
  const saving = setFavorite(app(), place('a', false), true)
  expect([favoritesIn(search), favoritesIn(row)]).toEqual([
    [true, true],
    [true, true],
  ])
  await saving
  expect(sent).toEqual(['PUT a'])
})

test('remove and undo: back at its position', async () => {
  await setFavorite(app(), place('b', true), false)
  expect([listed(), favoritesIn(row)]).toEqual([
    ['x', 'y'],
    [false, false],
  ])
  expect(total()).toBe(2)
  await setFavorite(app(), place('b', false), true)
  expect([listed(), favoritesIn(row)]).toEqual([
    ['x', 'b', 'y'],
    [true, false],
  ])
  expect(total()).toBe(3)
  expect(sent).toEqual(['DELETE b', 'PUT b'])
})

test('request fails: rolled back and thrown', async () => {
  respond = () => Promise.reject(new Error('offline'))
  await expect(setFavorite(app(), place('b', true), false)).rejects.toThrow('offline')
  expect([listed(), favoritesIn(search)]).toEqual([
    ['x', 'b', 'y'],
    [false, true],
  ])
})

test('several changes: sent in order, the last one wins', async () => {
  const all = [true, false, true].map(wish => setFavorite(app(), place('a', !wish), wish))
  await Promise.all(all)
  expect(sent).toEqual(['PUT a', 'DELETE a', 'PUT a'])
  expect(favoritesIn(search)).toEqual([true, true])
})

test('last of several changes fails: rolled back to the confirmed value', async () => {
  respond = () => (sent.length > 1 ? Promise.reject(new Error('down')) : Promise.resolve({}))
  const first = setFavorite(app(), place('a', false), true)
  await expect(setFavorite(app(), place('a', true), false)).rejects.toThrow('down')
  await first
  expect(favoritesIn(search)).toEqual([true, true])
})

test('all changes fail: unchanged', async () => {
  respond = () => Promise.reject(new Error('down'))
  const all = [true, false, true].map(wish => setFavorite(app(), place('a', !wish), wish))
  expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual(Array(3).fill('rejected'))
  expect(favoritesIn(search)).toEqual([false, true])
})

describe('favorites changed elsewhere', () => {
  const listedAnswer = (...ids: string[]) => ({
    total: ids.length,
    items: ids.map(id => ({ ...place(id, true), location: { address: { city: 'NYC' }, neighborhood: '' } })),
  })

  test('refresh: the list and every heart follow the response; the age of responses stays', async () => {
    queryClient.setQueryData(search, cached => cached, { updatedAt: 1000 })
    respond = () => Promise.resolve(listedAnswer('a', 'x'))
    await refreshFavorites(app())
    expect([listed(), favoritesIn(search), favoritesIn(row)]).toEqual([
      ['a', 'x'],
      [true, false],
      [false, true],
    ])
    expect(queryClient.getQueryState(search)?.dataUpdatedAt).toBe(1000)
  })

  test('refresh of more places than a page -> hearts of the other pages stay', async () => {
    respond = () => Promise.resolve({ ...listedAnswer('a', 'x'), total: 501 })
    await refreshFavorites(app())
    expect(favoritesIn(search)).toEqual([true, true])
  })

  test('changed here during the refresh: the change here wins', async () => {
    respond = () => Promise.resolve(listedAnswer('b'))
    const refreshing = refreshFavorites(app())
    const saving = setFavorite(app(), place('a', false), true)
    await Promise.all([refreshing, saving])
    expect(favoritesIn(search)).toEqual([true, true])
  })

  test('a change is on its way, or no favorite is shown: not asked', async () => {
    const saving = setFavorite(app(), place('a', false), true)
    await refreshFavorites(app())
    await saving
    queryClient.clear()
    queryClient.setQueryData(['member'], { publicId: 'x' })
    await refreshFavorites(app())
    expect(sent).toEqual(['PUT a'])
  })
})
