import { GeoJSONVT } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import { zxyToTileId } from 'pmtiles'

type Layers = Record<string, GeoJSON.FeatureCollection>

const maxZoom = 10
const headerBytes = 127
/** The format has these numbers. */
const uncompressed = 1
const vectorTiles = 1

/**
 * It is a file of vector tiles (PMTiles, version 3) with one tile per zoom up to 10, of these layers. The source is
 * https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md
 */
export function tilesFile(layers: Layers, longitude: number, latitude: number): Buffer {
  const indexes = Object.entries(layers).map(
    ([name, features]) => [name, new GeoJSONVT(features, { maxZoom, indexMaxZoom: 0 })] as const,
  )
  const tiles = Array.from({ length: maxZoom + 1 }, (_, zoom) => {
    const [x, y] = tileAt(longitude, latitude, zoom)
    const parts = indexes.map(([name, index]) => [name, index.getTile(zoom, x, y)] as const)
    const drawn = Object.fromEntries(parts.flatMap(([name, tile]) => (tile ? [[name, tile]] : [])))
    return { id: zxyToTileId(zoom, x, y), bytes: Buffer.from(fromGeojsonVt(drawn, { version: 2 })) }
  })
  const directory = directoryOf(tiles)
  const metadata = Buffer.from(JSON.stringify({ attribution: 'Drawn for a test' }))
  const data = Buffer.concat(tiles.map(tile => tile.bytes))
  const header = headerOf(directory.length, metadata.length, data.length, tiles.length)
  return Buffer.concat([header, directory, metadata, data])
}

function tileAt(longitude: number, latitude: number, zoom: number): [x: number, y: number] {
  const sine = Math.sin((latitude * Math.PI) / 180)
  const y = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)
  return [Math.floor((longitude / 360 + 0.5) * 2 ** zoom), Math.floor(y * 2 ** zoom)]
}

/** It is written column by column: tile id deltas, run lengths, byte lengths, and offsets (0: after the previous). */
function directoryOf(tiles: readonly { readonly id: number; readonly bytes: Buffer }[]): Buffer {
  const steps = tiles.map(({ id }, index) => id - (tiles[index - 1]?.id ?? 0))
  const places = tiles.map((_, index) => (index === 0 ? 1 : 0))
  return Buffer.from(
    [
      tiles.length,
      ...steps,
      ...tiles.map(() => 1),
      ...tiles.map(tile => tile.bytes.length),
      ...places,
    ].flatMap(varint),
  )
}

function varint(value: number): number[] {
  return value < 0x80 ? [value] : [(value % 0x80) | 0x80, ...varint(Math.floor(value / 0x80))]
}

function headerOf(directory: number, metadata: number, data: number, count: number): Buffer {
  const header = Buffer.alloc(headerBytes)
  header.write('PMTiles\x03', 'latin1')
  const leaves = [headerBytes + directory + metadata, 0]
  const spans = [headerBytes, directory, headerBytes + directory, metadata, ...leaves, leaves[0]!, data]
  for (const [index, value] of [...spans, count, count, count].entries())
    header.writeBigUInt64LE(BigInt(value), 8 + index * 8)
  for (const [index, value] of [1, uncompressed, uncompressed, vectorTiles, 0, maxZoom].entries())
    header.writeUInt8(value, 96 + index)
  for (const [index, degrees] of [-180, -85, 180, 85].entries())
    header.writeInt32LE(degrees * 10_000_000, 102 + index * 4)
  return header
}
