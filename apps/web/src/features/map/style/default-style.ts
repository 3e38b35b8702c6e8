import type { LayerSpecification, StyleSpecification } from 'maplibre-gl'
import type { MapColors } from './map-colors.ts'

export const ownSources = [
  'world',
  'lakes',
  'us',
  'lakeLand',
  'lakeShores',
  'ponds',
  'borders',
  'counties',
  'states',
  'places',
  'zips',
  'names',
] as const
/** Below this zoom, labels would cover the map. */
export const namesFromZoom = 15
export type DefaultSource = (typeof ownSources)[number]

/** A plain map in the partner's colors. Without glyphs, text uses local fonts. */
export function defaultStyle(colors: MapColors): StyleSpecification {
  const empty = { type: 'FeatureCollection' as const, features: [] }
  return {
    version: 8,
    sources: Object.fromEntries(
      ownSources.map(name => [name, { type: 'geojson' as const, data: empty, tolerance: 0.2, maxzoom: 14 }]),
    ),
    layers: [...grounds(colors), ...borders(colors), ...labels(colors)],
  }
}

function grounds(colors: MapColors): LayerSpecification[] {
  const fill = (id: DefaultSource, color: string): LayerSpecification => ({
    id,
    type: 'fill',
    source: id,
    paint: { 'fill-color': color, 'fill-antialias': true },
  })
  // Below the land, so that it shows at sea only.
  const shore = (source: DefaultSource, share = 1): LayerSpecification => ({
    id: `${source}-shore`,
    type: 'line',
    source,
    layout: { 'line-join': 'round' },
    paint: {
      'line-color': colors.shore,
      'line-width': byZoom([3, 1.2 * share], [8, 2 * share], [13, 3.2 * share]),
    },
  })
  const shallows = (source: DefaultSource): LayerSpecification => ({
    id: `${source}-shallows`,
    type: 'line',
    source,
    layout: { 'line-join': 'round' },
    paint: {
      'line-color': colors.shallows,
      'line-width': byZoom([3, 4], [7, 10], [12, 26]),
      'line-blur': byZoom([3, 3], [7, 7], [12, 18]),
    },
  })
  return [
    // Land color until the coasts are loaded.
    { id: 'water', type: 'background', paint: { 'background-color': colors.land } },
    shallows('world'),
    shallows('us'),
    shore('world'),
    shore('us'),
    fill('world', colors.abroad),
    fill('us', colors.land),
    fill('lakes', colors.water),
    shallows('lakeShores'),
    shore('lakeShores'),
    fill('lakeLand', colors.land),
    fill('ponds', colors.water),
    shore('ponds', 0.5),
  ]
}

function borders(colors: MapColors): LayerSpecification[] {
  return [
    {
      id: 'counties',
      type: 'line',
      source: 'counties',
      minzoom: 6,
      layout: { 'line-join': 'round' },
      paint: {
        'line-color': colors.line,
        'line-width': byZoom([6, 0.5], [10, 1]),
        'line-opacity': byZoom([6, 0.2], [8, 0.65]),
        'line-dasharray': [1, 2.5],
      },
    },
    {
      id: 'borders',
      type: 'line',
      source: 'borders',
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: { 'line-color': colors.line, 'line-width': byZoom([3, 0.6], [8, 1.4]), 'line-opacity': 0.8 },
    },
  ]
}

function labels(colors: MapColors): LayerSpecification[] {
  const halo = { 'text-halo-color': colors.land, 'text-halo-width': 1.4 }
  return [
    {
      id: 'states',
      type: 'symbol',
      source: 'states',
      minzoom: 3.4,
      maxzoom: 6.6,
      layout: {
        'text-field': ['upcase', ['get', 'name']],
        'text-font': ['Arial'],
        'text-size': byZoom([3.4, 9], [6, 13]),
        'text-letter-spacing': 0.16,
        'text-max-width': 7,
      },
      paint: { ...halo, 'text-color': colors.inkSoft, 'text-opacity': 0.75 },
    },
    {
      id: 'zips',
      type: 'symbol',
      source: 'zips',
      minzoom: 12.4,
      layout: {
        'text-field': ['get', 'name'],
        'text-font': ['Arial'],
        'text-size': 10.5,
        'text-letter-spacing': 0.1,
      },
      paint: { ...halo, 'text-color': colors.inkSoft, 'text-opacity': 0.7 },
    },
    towns(
      'hamlets',
      ['all', ['>', ['get', 'zoom'], 9.6], ['<=', ['get', 'zoom'], ['zoom']]],
      { font: 'Arial', size: [10, 11, 14, 14] },
      colors,
    ),
    towns(
      'towns',
      ['all', ['<=', ['get', 'zoom'], 9.6], ['>', ['get', 'zoom'], 5.5], ['<=', ['get', 'zoom'], ['zoom']]],
      { font: 'Arial', size: [6, 11, 12, 16] },
      colors,
    ),
    towns(
      'cities',
      ['all', ['<=', ['get', 'zoom'], 5.5], ['<=', ['get', 'zoom'], ['zoom']]],
      { font: colors.displayFont, size: [3, 11, 10, 20] },
      colors,
    ),
    {
      id: 'names',
      type: 'symbol',
      source: 'names',
      minzoom: namesFromZoom,
      layout: {
        'text-field': ['get', 'name'],
        'text-font': ['Arial Bold'],
        'text-size': 12,
        'text-variable-anchor': ['left', 'right', 'top'],
        'text-radial-offset': 2.2,
        'text-justify': 'auto',
        'text-max-width': 9,
      },
      paint: { ...halo, 'text-color': colors.ink, 'text-halo-width': 1.8 },
    },
  ]
}

function towns(
  id: string,
  filter: unknown,
  {
    font,
    size: [fromZoom, from, toZoom, to],
  }: { font: string; size: readonly [number, number, number, number] },
  colors: MapColors,
): LayerSpecification {
  return {
    id,
    type: 'symbol',
    source: 'places',
    filter: filter as never,
    layout: {
      'text-field': ['get', 'name'],
      'text-font': [font, 'Arial'],
      'text-size': byZoom([fromZoom, from], [toZoom, to]),
      'text-max-width': 8,
      'text-padding': 6,
      'symbol-sort-key': ['get', 'order'],
    },
    paint: {
      'text-color': colors.ink,
      'text-halo-color': colors.land,
      'text-halo-width': 1.4,
      'text-opacity': id === 'cities' ? byZoom([12, 0.95], [13.5, 0.35]) : 0.85,
    },
  }
}

type Step = readonly [zoom: number, value: number]

function byZoom(...steps: readonly Step[]): never {
  return ['interpolate', ['linear'], ['zoom'], ...steps.flat()] as never
}
