import type { MapOverview, StateDetail } from '@dineward/core/map/packed-map.rules.ts'
import {
  lineFeature,
  placeFeatures,
  polygonFeature,
  zipFeatures,
} from '@dineward/core/map/packed-map.rules.ts'
import type { GeoJSONSourceSpecification, LayerSpecification, StyleSpecification } from 'maplibre-gl'

const addresses = import.meta.glob<string>('../../../../../web/dist/map-data/*.json', {
  query: '?url',
  import: 'default',
  eager: true,
})

async function packed<Content>(name: string): Promise<Content | null> {
  const address = addresses[`../../../../../web/dist/map-data/${name}.json`]
  const answer = address ? await fetch(address) : null
  return answer?.ok ? ((await answer.json()) as Content) : null
}

const palettes = {
  light: { water: '#cfe3ea', land: '#f7f5f0', line: '#b9b2a4', ink: '#3d3a35' },
  dark: { water: '#17262d', land: '#2c2e31', line: '#5c5f66', ink: '#ced4da' },
} as const

/** The members' default map, with the state of the pin in detail. */
export async function pinMapStyle(
  scheme: 'light' | 'dark',
  pin: { latitude: number; longitude: number } | null,
): Promise<StyleSpecification> {
  const overview = await packed<MapOverview>('overview')
  const state = overview !== null && pin !== null ? stateOf(overview, pin) : null
  const detail = state === null ? null : await packed<StateDetail>(`state-${state}`)
  const { water, land, line, ink } = palettes[scheme]
  const features = overview ? featuresOf(overview, detail) : {}
  const fill = (id: string, color: string): LayerSpecification => ({
    id,
    type: 'fill',
    source: id,
    paint: { 'fill-color': color },
  })
  const lines = (id: string, opacity: number): LayerSpecification => ({
    id,
    type: 'line',
    source: id,
    paint: { 'line-color': line, 'line-opacity': opacity },
  })
  const words = (id: string, size: number, filter: unknown): LayerSpecification => ({
    id: `${id}-words`,
    type: 'symbol',
    source: id,
    filter: filter as never,
    layout: { 'text-field': ['get', 'name'], 'text-font': ['Arial'], 'text-size': size },
    paint: { 'text-color': ink, 'text-halo-color': land, 'text-halo-width': 1.4 },
  })
  const drawn = [
    fill('us', land),
    fill('lakes', water),
    lines('counties', 0.5),
    lines('borders', 1),
    words('zips', 10, ['>', ['zoom'], 11]),
    words('places', 12, ['<=', ['get', 'zoom'], ['zoom']]),
  ].filter(layer => 'source' in layer && String(layer.source) in features)
  return {
    version: 8,
    sources: features,
    layers: [
      { id: 'water', type: 'background', paint: { 'background-color': overview ? water : land } },
      ...drawn,
    ],
  }
}

type Sources = Record<string, GeoJSONSourceSpecification>

function featuresOf(overview: MapOverview, detail: StateDetail | null): Sources {
  const { unitDegrees } = overview
  const source = (features: readonly object[]): GeoJSONSourceSpecification => ({
    type: 'geojson',
    data: { type: 'FeatureCollection', features: [...features] } as never,
  })
  return {
    us: source([polygonFeature(overview.us, unitDegrees)]),
    lakes: source([polygonFeature(overview.lakes, unitDegrees)]),
    borders: source([lineFeature([...overview.stateLines, ...overview.countryLines], unitDegrees)]),
    places: source(placeFeatures([...overview.places, ...(detail?.places ?? [])])),
    ...(detail && {
      counties: source([lineFeature(detail.countyLines, unitDegrees)]),
      zips: source(zipFeatures(detail.zips)),
    }),
  }
}

/** The first whose bounds hold it; a neighbor's detail does no harm. */
function stateOf(
  { states }: MapOverview,
  { latitude, longitude }: { latitude: number; longitude: number },
): string | null {
  const found = states.find(
    ([, , [west, south, east, north]]) =>
      longitude >= west && longitude <= east && latitude >= south && latitude <= north,
  )
  return found?.[0] ?? null
}
