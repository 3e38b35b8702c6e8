import type { ImportColumn } from '@dineward/core/merchant-import/import-columns.rules.ts'
import { importColumns } from '@dineward/core/merchant-import/import-columns.rules.ts'
import { importTemplate } from '@dineward/core/merchant-import/import-template.rules.ts'
import { csvFile, csvLine } from '@dineward/core/shared/text/csv.ts'
import { expect, test } from 'vitest'
import { consoleClient } from '../../testing/access/console-for-test.ts'
import { auditedEntries } from '../../testing/audit-entries.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { newId, row } from '../merchant-import/import-for-test.ts'
import { importScenes } from './restaurant-imports-for-test.ts'

const app = await createTestApp()
const { newScene, preview, show, rowsOf, work } = importScenes(app)

const theirNames: Partial<Record<ImportColumn, string>> = {
  id: 'Ref',
  name: 'Restaurant',
  street: 'Where it is',
  zipCode: 'Postal Code',
}
const columnsOfRow = Object.keys(row('')) as ImportColumn[]
const theirs = columnsOfRow.map(column => theirNames[column] ?? column)
const chosen = columnsOfRow.map((column, at) => ({ column, from: theirs[at]! }))

const fileOf = (ids: readonly string[], separator = ';') =>
  [theirs, ...ids.map(id => Object.values(row(id)).map(String))]
    .map(fields => [...fields, fields === theirs ? 'Notes' : 'a note'].join(separator))
    .join('\r\n')
const columnsPath = (id: string) => `/api/Console/RestaurantImports/${id}/Columns`

test('other names -> staff see a proposal with values, choose, and the next file is read by it', async () => {
  const scene = await newScene()
  const { client } = scene
  const first = newId()
  const id = await preview(scene, fileOf([first, newId(), newId(), newId()]), 'theirs.csv')
  expect(await show(client, id)).toMatchObject({ state: 'mapping', hasColumns: true, linesRead: 0 })
  const shown = (await client.get(columnsPath(id))).json()
  expect(shown.columns[0]).toMatchObject({ name: 'Ref', samples: { length: 3, 0: first } })
  expect(shown.columns.at(-1)).toEqual({ name: 'Notes', samples: ['a note', 'a note', 'a note'] })
  const proposed = shown.chosen.map(({ from }: { from: string }) => from)
  expect(proposed).toEqual(theirs.filter(name => name !== 'Ref' && name !== 'Where it is').toSorted(byColumn))

  const lacking = await client.send('POST', columnsPath(id), { chosen: shown.chosen })
  expect(lacking.statusCode).toBe(400)
  expect(lacking.json().fieldErrors).toEqual([
    { field: 'chosen', message: 'These columns are required: id, street.' },
  ])
  const saved = await client.send('POST', columnsPath(id), { chosen })
  expect(saved.json().run).toMatchObject({ state: 'reading' })
  expect((await client.send('POST', columnsPath(id), { chosen })).statusCode).toBe(409)
  await work()
  expect(await show(client, id)).toMatchObject({ state: 'read', counts: { added: 4, refused: 0 } })
  expect((await auditedEntries(app, id)).at(-1)?.after).toMatchObject({ columns: { id: 'Ref' } })

  const next = await preview(scene, fileOf([newId()], '\t'), 'next.tsv')
  expect(await show(client, next)).toMatchObject({ state: 'read', counts: { added: 1 } })
  const elsewhere = await newScene()
  const other = await preview(elsewhere, fileOf([newId()]), 'theirs.csv')
  expect(await show(elsewhere.client, other)).toMatchObject({ state: 'mapping' })
})

const byColumn = (one: string, other: string) => order(one) - order(other)
const order = (name: string) => importColumns.indexOf(columnsOfRow[theirs.indexOf(name)]!)

test('columns changed after reading -> read again by them, nothing twice', async () => {
  const scene = await newScene()
  const { client } = scene
  const id = await preview(scene, fileOf([newId(), newId()]), 'theirs.csv')
  const swapped = chosen.map(({ column, from }) => ({
    column,
    from: column === 'latitude' ? 'longitude' : from,
  }))
  await client.send('POST', columnsPath(id), { chosen: swapped })
  await work()
  expect((await rowsOf(client, id))[0]?.remark).toContain('middle of the ZIP code')
  await client.send('POST', columnsPath(id), { chosen })
  await work()
  expect(await rowsOf(client, id)).toMatchObject([
    { line: 2, outcome: 'added', remark: null },
    { line: 3, outcome: 'added', remark: null },
  ])
  expect((await client.get(columnsPath(id))).json().chosen).toHaveLength(chosen.length)
})

test('our names in any case and with spaces -> read at once', async () => {
  const scene = await newScene()
  const names = columnsOfRow.map(name => name.replace(/[A-Z]/g, letter => ` ${letter}`).toUpperCase())
  const file = [names, Object.values(row(newId())).map(String)].map(fields => fields.join('|')).join('\n')
  const id = await preview(scene, file.replace('Pizza|Italian', 'Pizza'), 'ours.csv')
  expect(await show(scene.client, id)).toMatchObject({ state: 'read', counts: { added: 1 } })
})

test('the template -> its two restaurants can be imported', async () => {
  const scene = await newScene()
  const { header, rows } = importTemplate
  const id = await preview(scene, csvFile([header, ...rows].map(csvLine)), 'template.csv')
  expect((await rowsOf(scene.client, id)).map(({ outcome, remark }) => [outcome, remark])).toEqual([
    ['added', null],
    ['added', null],
  ])
})

test('a column that the file lacks, a file without columns, another program’s staff -> refused', async () => {
  const scene = await newScene()
  const id = await preview(scene, fileOf([newId()]), 'theirs.csv')
  const unknown = [...chosen, { column: 'about', from: 'Story' }]
  const refused = await scene.client.send('POST', columnsPath(id), { chosen: unknown })
  expect(refused.json().fieldErrors[0].message).toBe('The file has no column Story.')
  const json = await preview(scene, JSON.stringify(row(newId())))
  expect((await scene.client.get(columnsPath(json))).json()).toEqual({ columns: [], chosen: [] })
  expect((await scene.client.send('POST', columnsPath(json), { chosen })).statusCode).toBe(400)
  const stranger = await consoleClient(app, 'restaurants', app.newPartner().slug)
  expect((await stranger.send('POST', columnsPath(id), { chosen })).statusCode).toBe(404)
})
