import { gzipSync } from 'node:zlib'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { describe, expect, test } from 'vitest'
import { consoleClient } from '../../testing/access/console-for-test.ts'
import { auditedEntries } from '../../testing/audit-entries.ts'
import { newMerchant } from '../../testing/factories.ts'
import { longTest } from '../../testing/long-test.ts'
import { joinProgramOf } from '../../testing/restaurant-book.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { newClient } from '../../testing/test-client.ts'
import { ndjson, newId, row } from '../merchant-import/import-for-test.ts'
import type { ImportRunServices } from '../merchant-import/run-imports.service.ts'
import { databaseUntil, importScenes } from './restaurant-imports-for-test.ts'

const app = await createTestApp()
const { db } = app.database
const { newScene, post, preview, show, rowsOf, work } = importScenes(app)
const onSite = async (partner: Partner, id: string) =>
  (await newClient(app, partner).get(`/api/v2/Merchants/${id}`)).json()

describe('preview', () => {
  test('very many refused rows -> the first are listed, the others counted', async () => {
    const scene = await newScene()
    const id = await preview(scene, gzipSync('{\n'.repeat(1_700)), 'rows.ndjson.gz')
    expect(await show(scene.client, id)).toMatchObject({
      state: 'read',
      unlistedRefusals: 700,
      counts: { refused: 1_700 },
    })
    const report = await scene.client.get(`/api/Console/RestaurantImports/${id}/Report`)
    expect(report.body.trim().split('\r\n')).toHaveLength(1_002)
    expect(report.body).toContain('and 700 more rows that were refused')
  })

  test.each([
    [
      '300 MB',
      gzipSync(Buffer.alloc(300 * 1024 * 1024, ' ')),
      'rows.ndjson.gz has more than 256 MB, unpacked. Give it in parts.',
    ],
    [
      'a million lines',
      gzipSync('{}\n'.repeat(1_000_000)),
      'rows.ndjson.gz has more than 500000 lines. Give it in parts.',
    ],
  ])(
    'a small file that unpacks to %s -> not read, nothing of it stored',
    longTest,
    async (_case, file, error) => {
      const scene = await newScene()
      const id = await preview(scene, file, 'rows.ndjson.gz')
      expect(await show(scene.client, id)).toMatchObject({ state: 'failed', error, linesRead: 0 })
      expect(await rowsOf(scene.client, id)).toEqual([])
    },
  )

  test('new, changed field by field, unchanged and refused -> said, and nothing written', async () => {
    const scene = await newScene()
    const [known, same, fresh] = [newId(), newId(), newId()]
    const first = await preview(scene, ndjson(row(known), row(same)))
    await scene.client.send('POST', `/api/Console/RestaurantImports/${first}/Apply`)
    await work()
    const changed = row(known, { name: 'Osteria', hours: 'Mon 17:00-22:00' })
    const id = await preview(scene, ndjson(changed, row(same), row(fresh), row(fresh), '{'))
    expect(await show(scene.client, id)).toMatchObject({
      state: 'read',
      progress: 1,
      linesRead: 5,
      counts: { added: 1, updated: 1, unchanged: 1, refused: 2, applied: 0 },
    })
    const rows = await rowsOf(scene.client, id)
    expect(rows[0]).toMatchObject({ line: 1, outcome: 'updated', merchantId: known })
    expect(rows[0]?.changes).toEqual([
      { field: 'name', before: `Casa ${known}`, after: 'Osteria' },
      { field: 'hours', before: {}, after: { Mon: [{ opens: '17:00', closes: '22:00' }] } },
    ])
    expect(await rowsOf(scene.client, id, '?outcome=refused')).toMatchObject([
      { line: 4, remark: `restaurant ${fresh} was already on line 3` },
      { line: 5, remark: 'it is not JSON; give one object a line' },
    ])
    expect((await onSite(scene.partner, known)).name).toBe(`Casa ${known}`)
    expect((await onSite(scene.partner, fresh)).code).toBe('merchant_not_found')
  })

  test.each([
    ['a picture', Buffer.from([137, 80, 78, 71, 0, 0, 0, 13]), 'a.csv', /^a\.csv is not a text file/],
    [
      'separators mixed',
      'id,name;street\tcity\n',
      'a.csv',
      /^a\.csv separates its columns with commas, semi/,
    ],
    ['a list', '[{"id":1}]', 'a.json', /^a\.json is one JSON list/],
    ['only a header', 'id,name\n', 'a.csv', /^a\.csv has no rows/],
    ['damaged', gzipSync('{"id":1}\n').subarray(0, 15), 'a.ndjson.gz', /^a\.ndjson\.gz is damaged/],
  ])('%s -> failed with a sentence', async (_name, file, fileName, sentence) => {
    const scene = await newScene()
    const run = await show(scene.client, await preview(scene, file, fileName))
    expect(run.state).toBe('failed')
    expect(run.error).toMatch(sentence)
  })

  test('numbers that are none, bytes that are no text, formulas -> by row', async () => {
    const scene = await newScene()
    const good = row(newId(), { name: '=cmd|calc' })
    const columns = [...Object.keys(good), 'about']
    const line = (values: object) => columns.map(key => (values as Record<string, unknown>)[key] ?? '').join()
    const csv = [
      columns.join(),
      line({ ...good, name: '=cmd|calc', about: 'Zoë' }),
      line({ ...row(newId()), latitude: 'north' }),
    ]
    const bytes = Buffer.concat([
      Buffer.from(`${csv.join('\n')}\n`),
      Buffer.from(line(row(newId(), { name: 'Caf#' })).replace('#', '\u00e9'), 'latin1'),
    ])
    const id = await preview(scene, bytes, 'mixed.csv')
    expect(
      (await rowsOf(scene.client, id)).map(({ outcome, remark }) => [outcome, remark?.slice(0, 14)]),
    ).toEqual([
      ['added', undefined],
      ['refused', 'latitude: This'],
      ['refused', 'it has bytes t'],
    ])
    const report = await scene.client.get(`/api/Console/RestaurantImports/${id}/Report`)
    expect(report.headers['content-type']).toContain('text/csv')
    expect(report.body.split('\r\n').slice(0, 2)).toEqual([
      '\ufeffline,outcome,id,name,applied,remark,changes',
      `2,added,${good.id},'=cmd|calc,no,,`,
    ])
  })

  test('restaurants of other programs -> their facts stay', async () => {
    const scene = await newScene()
    const [theirs, shared] = [newId(), newId()]
    const all = await consoleClient(app, 'restaurants')
    const other = app.newPartner()
    const made = await preview({ client: all, partner: other }, ndjson(row(theirs), row(shared)))
    await all.send('POST', `/api/Console/RestaurantImports/${made}/Apply`)
    await work()
    await joinProgramOf(app, scene.partner, shared)
    const id = await preview(scene, ndjson(row(theirs), row(shared, { name: 'Mine' })))
    expect((await rowsOf(scene.client, id)).map(({ remark }) => remark)).toEqual([
      'the id is that of another restaurant',
      'it also takes part in other programs: staff of all of them can change its facts',
    ])
  })
})

describe('apply', () => {
  const many = 1_203

  test('its process ends, stopped, resumed -> every row once; a second apply is refused', async () => {
    const scene = await newScene()
    const ids = Array.from({ length: many }, () => newId())
    const id = await preview(scene, ndjson(...ids.map(each => row(each))))
    const call = (verb: string) => scene.client.send('POST', `/api/Console/RestaurantImports/${id}/${verb}`)
    expect((await call('Stop')).statusCode).toBe(409)
    expect((await call('Apply')).json().run.state).toBe('applying')
    // The process ends as the second batch begins.
    await expect(work({ db: databaseUntil(db, 1) })).rejects.toThrow('1 of 1 imports failed')
    expect((await call('Stop')).json().run).toMatchObject({
      state: 'stopped',
      progress: 500 / many,
      counts: { added: many, applied: 500 },
    })
    expect(await work()).toBe(0)
    expect((await call('Apply')).statusCode).toBe(200)
    await work()
    expect(await show(scene.client, id)).toMatchObject({
      state: 'applied',
      progress: 1,
      counts: { added: many, applied: many, refused: 0 },
    })
    expect((await call('Apply')).statusCode).toBe(409)
    const [{ count }] = (await db
      .selectFrom('merchantParticipations')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('partnerId', '=', scene.partner.slug)
      .execute()) as [{ count: number }]
    expect(count).toBe(many)
    expect((await auditedEntries(app, id)).map(({ action }) => action)).toContain('import.merchants')
  })

  test('a worker that died while it read -> another goes on, each line once', async () => {
    const scene = await newScene()
    const { run } = (
      await post(
        scene.client,
        scene.partner,
        ndjson(...Array.from({ length: 700 }, () => row(newId()))),
        'a.ndjson',
      )
    ).json()
    await expect(work({ db: databaseUntil(db, 1) })).rejects.toThrow('1 of 1 imports failed')
    expect((await show(scene.client, run.id)).linesRead).toBe(500)
    await work()
    const client = await consoleClient(app, 'restaurants', scene.partner.slug)
    expect(await show(client, run.id)).toMatchObject({ state: 'read', counts: { added: 700 } })
  })

  test('photos: fetched once the restaurants are there; what cannot be had is said at its row', async () => {
    const scene = await newScene()
    const [one, other] = [newId(), newId()]
    const photos = ['https://pictures.example/bar.jpg', 'bar.jpg']
    const id = await preview(scene, ndjson(row(one, { photos }), row(other)))
    await scene.client.send('POST', `/api/Console/RestaurantImports/${id}/Apply`)
    const asked: unknown[] = []
    const newPhotoImporter: ImportRunServices['newPhotoImporter'] = (_services, { folder, report }) => ({
      added: 0,
      failed: 0,
      async import(rows) {
        asked.push(folder, ...rows)
        for (const { line } of rows) report('photo bar.jpg: The server answered 404.', line)
      },
    })
    await work({ newPhotoImporter })
    expect(asked).toEqual([null, { line: 1, merchantId: one, sources: photos }])
    expect(await rowsOf(scene.client, id)).toMatchObject([
      { isApplied: true, remark: expect.stringMatching(/left to the command.*answered 404/) },
      { isApplied: true, remark: null },
    ])
    expect((await show(scene.client, id)).state).toBe('applied')
  })

  test('a MID that another restaurant took meanwhile -> refused as it is written', async () => {
    const scene = await newScene()
    const [one, mid] = [newId(), newId()]
    const id = await preview(scene, ndjson(row(one, { mid })))
    const other = await newMerchant(app, app.newPartner())
    await db
      .insertInto('merchantMids')
      .values({ mid, merchantId: other.id, validFrom: '2020-01-01', validTo: null })
      .execute()
    await scene.client.send('POST', `/api/Console/RestaurantImports/${id}/Apply`)
    await work()
    expect(await rowsOf(scene.client, id)).toMatchObject([{ outcome: 'refused', isApplied: false }])
    expect((await show(scene.client, id)).state).toBe('applied')
  })
})

test('another program’s staff, a role without imports, an empty file -> refused', async () => {
  const scene = await newScene()
  const id = await preview(scene, ndjson(row(newId())))
  const stranger = await consoleClient(app, 'restaurants', app.newPartner().slug)
  expect((await stranger.get(`/api/Console/RestaurantImports/${id}`)).statusCode).toBe(404)
  expect((await post(stranger, scene.partner, 'a', 'a.csv')).statusCode).toBe(404)
  const support = await consoleClient(app, 'support', scene.partner.slug)
  expect((await post(support, scene.partner, 'a', 'a.csv')).statusCode).toBe(403)
  expect((await post(scene.client, scene.partner, '', 'a.csv')).statusCode).toBe(400)
})
