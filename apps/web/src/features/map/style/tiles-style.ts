import { addProtocol, type LayerSpecification, type StyleSpecification } from 'maplibre-gl'
import { PMTiles, Protocol } from 'pmtiles'
import type { MapColors } from './map-colors.ts'

/* Vector tiles come in one PMTiles file. The layer names are those of the Protomaps basemap. */

const protocol = new Protocol()

/** @throws if the file cannot be loaded */
export async function tilesStyle(tilesUrl: string, colors: MapColors): Promise<StyleSpecification> {
  const address = new URL(tilesUrl, location.href).href
  const tiles = new PMTiles(address)
  const { maxZoom } = await tiles.getHeader()
  const { attribution = '' } = (await tiles.getMetadata()) as { attribution?: string }
  protocol.add(tiles)
  addProtocol('pmtiles', protocol.tile)
  return {
    version: 8,
    sources: { tiles: { type: 'vector', url: `pmtiles://${address}`, maxzoom: maxZoom, attribution } },
    layers: layers(colors),
  }
}

function layers(colors: MapColors): LayerSpecification[] {
  return [
    { id: 'ground', type: 'background', paint: { 'background-color': colors.water } },
    fill('earth', colors.land),
    fill('landuse', colors.abroad, 0.5),
    fill('water', colors.water),
    roads('minor', 12, colors.smallRoad, [12, 0.5, 17, 8]),
    roads('medium', 9, colors.smallRoad, [9, 0.6, 17, 12]),
    roads('major', 7, colors.line, [7, 0.5, 17, 14]),
    roads('highway', 5, colors.line, [5, 0.6, 17, 16]),
    {
      id: 'boundaries',
      type: 'line',
      source: 'tiles',
      'source-layer': 'boundaries',
      paint: { 'line-color': colors.line, 'line-width': 1, 'line-dasharray': [3, 2] },
    },
    {
      id: 'road-names',
      type: 'symbol',
      source: 'tiles',
      'source-layer': 'roads',
      minzoom: 14,
      layout: { ...text(11), 'symbol-placement': 'line' },
      paint: ink(colors, colors.inkSoft),
    },
    {
      id: 'places',
      type: 'symbol',
      source: 'tiles',
      'source-layer': 'places',
      layout: { ...text(13), 'symbol-sort-key': ['get', 'sort_key'] },
      paint: ink(colors, colors.ink),
    },
  ]
}

const fill = (layer: string, color: string, opacity = 1): LayerSpecification => ({
  id: layer,
  type: 'fill',
  source: 'tiles',
  'source-layer': layer,
  filter: ['==', ['geometry-type'], 'Polygon'],
  paint: { 'fill-color': color, 'fill-opacity': opacity },
})

/** One Protomaps version says `minor_road`, another `minor`. */
const roads = (
  kind: string,
  minzoom: number,
  color: string,
  [fromZoom, from, toZoom, to]: readonly [number, number, number, number],
): LayerSpecification => ({
  id: `roads-${kind}`,
  type: 'line',
  source: 'tiles',
  'source-layer': 'roads',
  minzoom,
  filter: ['in', ['get', 'kind'], ['literal', [kind, `${kind}_road`]]],
  layout: { 'line-cap': 'round', 'line-join': 'round' },
  paint: {
    'line-color': color,
    'line-width': ['interpolate', ['exponential', 1.6], ['zoom'], fromZoom, from, toZoom, to],
  },
})

const text = (size: number) => ({
  'text-field': ['coalesce', ['get', 'name:en'], ['get', 'name']] as never,
  'text-font': ['Arial'],
  'text-size': size,
})

const ink = (colors: MapColors, color: string) => ({
  'text-color': color,
  'text-halo-color': colors.land,
  'text-halo-width': 1.4,
})
