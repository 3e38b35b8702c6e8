import {
  lineFeature,
  type MapOverview,
  placeFeatures,
  polygonFeature,
  type StateDetail,
  stateFeatures,
  zipFeatures,
} from '@dineward/core/map/packed-map.rules.ts'
import type { GeoJSONSource, Map as MapLibreMap } from 'maplibre-gl'
import { overlaps } from '../map-area.rules.ts'
import { shownBounds } from '../map-view.ts'
import type { DefaultSource } from './default-style.ts'
import { mapColors } from './map-colors.ts'

const addresses = import.meta.glob<string>('../../../../dist/map-data/*.json', {
  query: '?url',
  import: 'default',
  eager: true,
})
const detailFromZoom = 6.5

export function drawDefaultMap(map: MapLibreMap): () => void {
  const drawing = new AbortController()
  const { signal } = drawing
  void packed<MapOverview>('overview', signal).then(overview => {
    if (!overview || signal.aborted) return
    drawOverview(map, overview, signal)
    const addDetail = detailOf(map, overview, signal)
    map.on('moveend', addDetail)
    signal.addEventListener('abort', () => map.off('moveend', addDetail))
    addDetail()
  })
  return () => drawing.abort()
}

function drawOverview(map: MapLibreMap, overview: MapOverview, signal: AbortSignal): void {
  const { unitDegrees } = overview
  for (const name of ['world', 'us', 'lakes', 'lakeLand', 'ponds'] as const)
    fill(map, name, [polygonFeature(overview[name], unitDegrees)])
  fill(map, 'lakeShores', [lineFeature(overview.lakeShores, unitDegrees)])
  fill(map, 'borders', [lineFeature([...overview.stateLines, ...overview.countryLines], unitDegrees)])
  fill(map, 'states', stateFeatures(overview.states))
  fill(map, 'places', placeFeatures(overview.places))
  map.once('idle', () => {
    if (!signal.aborted) map.setPaintProperty('water', 'background-color', mapColors().water)
  })
}

/** Load each state in view once; retry failed ones. */
function detailOf(map: MapLibreMap, overview: MapOverview, signal: AbortSignal): () => void {
  const { unitDegrees } = overview
  const asked = new Set<string>()
  const here: StateDetail[] = []
  const add = (detail: StateDetail) => {
    here.push(detail)
    fill(
      map,
      'counties',
      here.map(({ countyLines }) => lineFeature(countyLines, unitDegrees)),
    )
    fill(map, 'places', placeFeatures([...overview.places, ...here.flatMap(({ places }) => places)]))
    fill(map, 'zips', zipFeatures(here.flatMap(({ zips }) => zips)))
  }
  return () => {
    if (map.getZoom() < detailFromZoom) return
    const shown = shownBounds(map)
    for (const [id, , [west, south, east, north]] of overview.states) {
      if (asked.has(id) || !overlaps(shown, { west, south, east, north })) continue
      asked.add(id)
      void packed<StateDetail>(`state-${id}`, signal).then(detail => {
        if (!detail) asked.delete(id)
        else if (!signal.aborted) add(detail)
      })
    }
  }
}

/** It is null on failure: the map works without it. */
async function packed<Content>(name: string, signal: AbortSignal): Promise<Content | null> {
  const address = addresses[`../../../../dist/map-data/${name}.json`]
  if (!address) return null
  try {
    const answer = await fetch(address, { signal })
    return answer.ok ? ((await answer.json()) as Content) : null
  } catch {
    return null
  }
}

export function fill(map: MapLibreMap, name: DefaultSource, features: readonly object[]): void {
  const source = map.getSource<GeoJSONSource>(name)
  source?.setData({ type: 'FeatureCollection', features } as never)
}
