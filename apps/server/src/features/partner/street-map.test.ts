import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { createTestApp } from '../../testing/test-app.ts'
import { addStreetMap } from './street-map.service.ts'

const app = await createTestApp()
const folder = await mkdtemp(join(tmpdir(), 'dw-street-map-'))
afterAll(() => rm(folder, { recursive: true }))

const headerBytes = 127
const [vector, picture] = [1, 2]

interface Tiles {
  readonly type?: number
  readonly layers?: readonly string[]
  readonly dataBytes?: number
}

/** It is a PMTiles file (version 3) without tiles: a header, an empty directory, and the metadata. */
function tilesFile({ type = vector, layers = ['roads'], dataBytes = 0 }: Tiles = {}): Buffer {
  const metadata = Buffer.from(JSON.stringify({ vector_layers: layers.map(id => ({ id })) }))
  const header = Buffer.alloc(headerBytes)
  header.write('PMTiles\x03', 'latin1')
  const end = headerBytes + 1 + metadata.length
  const spans = [headerBytes, 1, headerBytes + 1, metadata.length, end, 0, end, dataBytes]
  for (const [index, value] of spans.entries()) header.writeBigUInt64LE(BigInt(value), 8 + index * 8)
  for (const [index, value] of [1, 1, 1, type, 0, 10].entries()) header.writeUInt8(value, 96 + index)
  return Buffer.concat([header, Buffer.alloc(1), metadata])
}

/** Partners of tests share host names, which a change of settings refuses. */
const withoutHostNames = ({ slug }: Partner) =>
  app.database.db
    .insertInto('partnerOverrides')
    .values({ partnerId: slug, settings: JSON.stringify({ hostNames: [] }), updatedAt: app.clock.now() })
    .execute()

/** Each scene has a folder and a partner of its own. */
async function newScene(file: { readonly name: string; readonly content: Buffer }) {
  const own = await mkdtemp(join(folder, 'scene-'))
  const path = join(own, file.name)
  await writeFile(path, file.content)
  const partner = app.newPartner()
  await withoutHostNames(partner)
  const mapFolder = join(own, 'maps')
  const add = (from = path) =>
    addStreetMap(
      { ...app.context(partner), partners: app.partners, mapFolder },
      { path: from, partners: [partner] },
    )
  return { add, mapFolder, mapOf: () => app.partners.bySlug(partner.slug)?.settings.map }
}

describe('street map from a file', () => {
  test('vector tiles: copied, and chosen for the partner', async () => {
    const { add, mapFolder, mapOf } = await newScene({ name: 'new york.pmtiles', content: tilesFile() })
    expect(await add()).toBe('/maps/new-york.pmtiles')
    expect(readdirSync(mapFolder)).toEqual(['new-york.pmtiles'])
    expect(mapOf()).toEqual({ kind: 'pmtiles', tilesUrl: '/maps/new-york.pmtiles' })
  })

  test('again under the same name: replaces the file', async () => {
    const { add, mapFolder } = await newScene({ name: 'city.pmtiles', content: tilesFile() })
    await add()
    await add()
    expect(readdirSync(mapFolder)).toEqual(['city.pmtiles'])
  })

  test('the copy itself, added from the folder of maps: stays', async () => {
    const { add, mapFolder, mapOf } = await newScene({ name: 'city.pmtiles', content: tilesFile() })
    await add()
    expect(await add(join(mapFolder, 'city.pmtiles'))).toBe('/maps/city.pmtiles')
    expect(mapOf()).toEqual({ kind: 'pmtiles', tilesUrl: '/maps/city.pmtiles' })
  })

  test.each([
    ['a text', 'city.pmtiles', Buffer.from('not a map'), /not a file of tiles/],
    ['an empty file', 'city.pmtiles', Buffer.alloc(0), /not a file of tiles/],
    ['a header alone', 'city.pmtiles', tilesFile().subarray(0, headerBytes), /not a file of tiles/],
    ['a cut file', 'city.pmtiles', tilesFile({ dataBytes: 1_000 }), /cut short/],
    ['pictures', 'city.pmtiles', tilesFile({ type: picture }), /has pictures/],
    ['other layers', 'city.pmtiles', tilesFile({ layers: ['transportation'] }), /no layer "roads"/],
    ['another ending', 'city.mbtiles', tilesFile(), /must end in \.pmtiles/],
  ])('%s: refused in one sentence, nothing changed', async (_, name, content, problem) => {
    const { add, mapFolder, mapOf } = await newScene({ name, content })
    await expect(add()).rejects.toThrow(problem)
    expect(existsSync(mapFolder)).toBe(false)
    expect(mapOf()).toEqual({ kind: 'own' })
  })

  test('no such file: refused', async () => {
    const { add } = await newScene({ name: 'city.pmtiles', content: tilesFile() })
    await expect(add(join(folder, 'none.pmtiles'))).rejects.toThrow(/there is no such file/)
  })
})
