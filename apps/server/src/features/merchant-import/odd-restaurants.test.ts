import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { createTestApp } from '../../testing/test-app.ts'
import { newClient } from '../../testing/test-client.ts'
import { importBench, ndjson, newId, row } from './import-for-test.ts'

/* Rows as lists of restaurants have them: what cannot be right is refused or repaired, and said with its line. */

const app = await createTestApp()
const { fileOf, run } = importBench(app)
const fixture = (name: string) => join(import.meta.dirname, 'fixtures', name)
const partner = app.newPartner()
const client = newClient(app, partner)
const merchant = async (id: string) => (await client.get(`/api/v2/Merchants/${id}`)).json()

describe('a list of odd restaurants', () => {
  let report: string[] = []
  let summary: object = {}
  beforeAll(async () => {
    const done = await run(fixture('odd-restaurants.ndjson'), partner)
    report = done.report
    summary = done.summary
  })

  test('each refusal and repair is said with its line', () => {
    expect(summary).toMatchObject({ read: 15, added: 12, repaired: 5, refused: 3 })
    const said = (line: number) =>
      report.filter(sentence => new RegExp(`\\b${line}\\b`).test(sentence)).join()
    expect(said(1)).toContain('latitude')
    expect(said(2)).toContain('middle of the ZIP code')
    expect(said(3)).toContain('longitude has a minus now')
    expect(said(4)).toContain('ZZ')
    expect(said(5)).toContain('id:')
    expect(said(6)).toContain('name: control')
    expect(said(7)).toContain('sittings of Fri overlap and were joined')
    expect(said(12)).toContain('N/A')
  })

  test.each([
    ['co-zero', { latitude: 40.71, longitude: -74.01 }],
    ['co-minus', { latitude: 42.36, longitude: -71.06 }],
  ])('%s is where its ZIP code is', async (id, place) => {
    const { latitude, longitude } = (await merchant(id)).location.coordinates
    expect([latitude, longitude].map(degrees => Math.round(degrees * 100) / 100)).toEqual(
      Object.values(place),
    )
  })

  test('names, hours and phones', async () => {
    expect((await merchant('co-crlf')).name).toBe('Lantern Broken: line')
    expect((await merchant('co-overlap')).hours.Fri).toEqual([{ opens: '11:00', closes: '23:30' }])
    expect((await merchant('co-split')).hours).toEqual({ Fri: [{ opens: '17:00', closes: '02:00' }] })
    expect(await merchant('co-ext')).toMatchObject({ phone: '(415) 555-0100 x12', phoneToDial: '4155550100' })
    expect(await merchant('co-na')).toMatchObject({ phone: '', phoneToDial: '' })
  })
})

test('a column twice: nothing is imported, and it is named', async () => {
  await expect(run(fixture('duplicate-header.csv'), partner)).rejects.toThrow(
    'The column phone is there twice',
  )
})

test('a first line without an end: refused before it is read', async () => {
  await expect(run(fileOf('odd.csv', ','.repeat(1_000_000)), partner)).rejects.toThrow(
    'its first line is too long',
  )
})

test.each([
  ['a time zone two zones away', { timezone: 'America/Denver' }],
  ['a ZIP code of another state', { zipCode: '02108' }],
  ['no such ZIP code', { zipCode: '00000' }],
  ['a name that no one sees', { name: '\u200b\u200b' }],
])('%s -> refused', async (_case, changes) => {
  const { summary } = await run(fileOf('odd.ndjson', ndjson(row(newId(), changes))), partner)
  expect(summary).toMatchObject({ added: 0, refused: 1 })
})

test.each([
  [
    'Arizona has no summer time',
    { state: 'AZ', zipCode: '85004', latitude: 33.45, longitude: -112.07 },
    'America/Phoenix',
  ],
  [
    'a town at the border of two zones',
    { state: 'TN', zipCode: '37402', latitude: 35.05, longitude: -85.31 },
    'America/New_York',
  ],
  ['San Juan', { state: 'PR', zipCode: '00926', latitude: 18.38, longitude: -66.06 }, 'America/Puerto_Rico'],
  [
    'a village of Alaska far from its post office',
    { state: 'AK', zipCode: '99701', latitude: 64.84, longitude: -147.72 },
    'America/Anchorage',
  ],
])('%s -> added', async (_case, place, timezone) => {
  const { summary, report } = await run(
    fileOf('place.ndjson', ndjson(row(newId(), { ...place, timezone }))),
    partner,
  )
  expect([summary, report]).toMatchObject([{ added: 1, repaired: 0 }, []])
})
