import { AppError } from '@dineward/core/shared/errors.ts'
import { describe, expect, test } from 'vitest'
import { echoed } from '../../testing/echo-web.ts'
import { newMerchant } from '../../testing/factories.ts'
import { pageStage, type Render, settled } from './page-stage-for-test.ts'

const stage = pageStage()
const { get } = stage

describe('as time goes by', () => {
  test('page -> fresh for two seconds, then stale while rendered again, then waited for', async () => {
    const drawing = async () => echoed((await get('/')).body).drawing
    expect(await drawing()).toBe(1)
    stage.now += 1_900
    expect(await drawing()).toBe(1)
    expect(stage.drawn).toBe(1)
    stage.now += 200
    expect(await drawing()).toBe(1)
    await expect.poll(drawing).toBe(2)
    expect(stage.drawn).toBe(2)
    stage.now += 31_000
    expect(await drawing()).toBe(3)
  })

  test('a hundred who ask at once are answered by one drawing', async () => {
    stage.render = async () => settled().then(() => ({}))
    const answers = await Promise.all(Array.from({ length: 100 }, () => get('/')))
    expect(stage.drawn).toBe(1)
    expect(new Set(answers.map(answer => answer.body)).size).toBe(1)
    stage.now += 3_000
    await Promise.all(Array.from({ length: 100 }, () => get('/')))
    await expect.poll(() => stage.drawn).toBe(2)
    await settled()
    expect(stage.drawn).toBe(2)
  })

  test('where there is no such page, that is known for as long', async () => {
    expect((await get('/nowhere')).statusCode).toBe(404)
    expect((await get('/nowhere')).statusCode).toBe(404)
    expect(stage.drawn).toBe(1)
  })
})

describe('when something about restaurants has changed', () => {
  test('a page is drawn while the first visitor waits, however young the copy', async () => {
    const { searchIndex, database } = stage.test
    const { id } = await newMerchant(stage.test, stage.partner)
    await searchIndex.refresh()
    const drawing = async () => echoed((await get('/search')).body).drawing
    expect([await drawing(), await drawing()]).toEqual([1, 1])
    for (const [column, value, drawn] of [
      ['name', 'Another name', 2],
      ['about', 'Another story', 3],
      ['menu', '[{"title":"Lunch","items":[]}]', 4],
      ['updatedAt', new Date('2026-03-10T19:00:00Z'), 4],
    ] as const) {
      await database.db
        .updateTable('merchants')
        .set({ [column]: value })
        .where('id', '=', id)
        .execute()
      await searchIndex.refresh()
      expect([await drawing(), await drawing()], column).toEqual([drawn, drawn])
    }
  })

  test('another partner’s pages stay', async () => {
    const other = stage.test.newPartner()
    const { id } = await newMerchant(stage.test, other)
    await stage.test.searchIndex.refresh()
    await get('/search')
    await stage.test.database.db.updateTable('merchants').set({ name: 'New' }).where('id', '=', id).execute()
    await stage.test.searchIndex.refresh()
    await get('/search')
    expect(stage.drawn).toBe(1)
  })

  test('the old copy is still better than none', async () => {
    const { id } = await newMerchant(stage.test, stage.partner)
    await stage.test.searchIndex.refresh()
    const before = await get('/search')
    await stage.test.database.db.updateTable('merchants').set({ name: 'New' }).where('id', '=', id).execute()
    await stage.test.searchIndex.refresh()
    stage.render = () => Promise.reject(new AppError('unavailable'))
    const during = await get('/search')
    expect([during.statusCode, during.body]).toEqual([200, before.body])
  })
})

describe('when pages cannot be rendered', () => {
  const failures: [string, Render][] = [
    ['drawing fails', () => Promise.reject(new Error('the renderer fell over'))],
    ['the database is away', () => Promise.reject(new AppError('unavailable'))],
    [
      'the API answers 5xx, and the page says so',
      async (_request, { transport }) => {
        await stage.test.database.db.schema.alterTable('merchants').renameTo('gone').execute()
        await transport('/api/v2/Merchants/any', { method: 'GET', headers: {} })
        await stage.test.database.db.schema.alterTable('gone').renameTo('merchants').execute()
        return {}
      },
    ],
    ['it takes long', () => new Promise(resolve => setTimeout(resolve, 600, {}))],
  ]

  test.each(failures)('%s: the old copy is answered', async (_case, failing) => {
    const before = await get('/')
    stage.render = failing
    stage.now += 600_000
    const during = await get('/')
    expect([during.statusCode, during.body]).toEqual([200, before.body])
    await new Promise(resolve => setTimeout(resolve, 600))
    stage.render = async () => ({})
    stage.now += 2_000
    expect((await get('/')).body).not.toBe(before.body)
  })

  test('the log says it once, and once that it is over', async () => {
    await get('/')
    await get('/earn')
    stage.render = () => Promise.reject(new AppError('unavailable'))
    for (let round = 0; round < 5; round++) {
      stage.now += 31_000
      await get('/')
      await get('/earn')
    }
    stage.render = async () => ({})
    stage.now += 31_000
    await get('/')
    const said = stage.lines.filter(line => /cannot be rendered|pages render again/.test(line))
    expect(said.map(line => JSON.parse(line).level)).toEqual([40, 30])
  })

  test('copy older than an hour: rendering fails -> error page, not cached', async () => {
    await get('/')
    stage.render = () => Promise.reject(new AppError('unavailable'))
    stage.now += 3_601_000
    const { statusCode, headers } = await get('/')
    expect([statusCode, headers['cache-control']]).toEqual([503, 'no-store'])
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  })

  test('a page that never could be drawn is no page to keep', async () => {
    stage.render = () => Promise.reject(new Error('no'))
    expect((await get('/')).statusCode).toBe(500)
    stage.render = async () => ({})
    expect((await get('/')).statusCode).toBe(200)
  })
})
