import { copyFile, type FileHandle, mkdir, open, rename } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { PMTiles, type Source, TileType } from 'pmtiles'
import { type SettingsContext, setSetting } from './settings.service.ts'

export interface StreetMapContext extends SettingsContext {
  /** Browsers read its files below `/maps/`. */
  readonly mapFolder: string
}

interface StreetMapInput {
  readonly path: string
  readonly partners: readonly Partner[]
}

/** Copies the file of tiles and chooses it for these partners. @returns its address. @throws for any other file */
export async function addStreetMap(
  ctx: StreetMapContext,
  { path, partners }: StreetMapInput,
): Promise<string> {
  const name = basename(path)
  await checkTilesFile(path, name)
  const served = name.replaceAll(/[^\w.-]/g, '-').replace(/^\.+/, '')
  await mkdir(ctx.mapFolder, { recursive: true })
  const copy = join(ctx.mapFolder, `.${served}.new`)
  await copyFile(path, copy)
  await rename(copy, join(ctx.mapFolder, served))
  const tilesUrl = `/maps/${served}`
  for (const partner of partners)
    await setSetting(ctx, { partner, path: 'map', value: { kind: 'pmtiles', tilesUrl } })
  return tilesUrl
}

async function checkTilesFile(path: string, name: string): Promise<void> {
  if (!name.endsWith('.pmtiles')) throw new Error(`${name} is refused: the name must end in .pmtiles.`)
  const file = await open(path).catch(() => {
    throw new Error(`${name} is refused: there is no such file, or it cannot be read.`)
  })
  try {
    const problem = await problemOf(file)
    if (problem) throw new Error(`${name} is refused: ${problem}.`)
  } finally {
    await file.close()
  }
}

async function problemOf(file: FileHandle): Promise<string | null> {
  const tiles = new PMTiles(sourceOf(file))
  const header = await tiles.getHeader().catch(() => null)
  const metadata = header && (await tiles.getMetadata().catch(() => null))
  if (!header || !metadata) return 'it is not a file of tiles (PMTiles, version 3)'
  const { size } = await file.stat()
  if (header.tileDataOffset + (header.tileDataLength ?? 0) > size) return 'it is cut short'
  if (header.tileType !== TileType.Mvt) return 'it has pictures, and the map is drawn from vector tiles'
  const { vector_layers: layers } = metadata as { vector_layers?: readonly { readonly id: string }[] }
  return layers && !layers.some(({ id }) => id === 'roads')
    ? 'it has no layer "roads"; its layers must be those of the Protomaps basemap'
    : null
}

const sourceOf = (file: FileHandle): Source => ({
  getKey: () => 'file',
  async getBytes(offset, length) {
    const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, offset)
    return { data: buffer.buffer.slice(0, bytesRead) }
  },
})
