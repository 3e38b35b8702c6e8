import type { PartnerSettings } from '@dineward/core/partner/settings/partner-settings.ts'
import { AttributionControl, type ErrorEvent, type Map as MapLibreMap } from 'maplibre-gl'
import { drawDefaultMap } from './default-map.ts'
import { defaultStyle } from './default-style.ts'
import { mapColors } from './map-colors.ts'

/** It is the base map. `own-instead` means that the partner's map failed to load. */
export type Ground = 'waiting' | 'own' | 'own-instead' | 'foreign'

type MapSetting = PartnerSettings['map']

const loadTimeoutMs = 8_000

/** Load the partner's base map, or the default one if that fails. @returns a function that stops it */
export function loadBaseMap(
  map: MapLibreMap,
  setting: MapSetting,
  onGround: (ground: Ground) => void,
): () => void {
  let stop = () => {}
  let isOver = false
  const drawOwn = (ground: Ground) => {
    onGround(ground)
    onStyleLoaded(map, () => {
      if (!isOver) stop = drawDefaultMap(map)
    })
  }
  // The library logs errors to the console where there is no listener.
  map.on('error', () => {})
  if (setting.kind === 'own') drawOwn('own')
  else {
    onGround('waiting')
    void drawForeign(map, setting, () => isOver).then(isDrawn => {
      if (isOver) return
      if (!isDrawn) return drawOwn('own-instead')
      onGround('foreign')
      const credits = new AttributionControl({ compact: false })
      map.addControl(credits, 'bottom-right')
      whenTilesFail(map, () => {
        map.removeControl(credits)
        map.setStyle(defaultStyle(mapColors()), { diff: false })
        drawOwn('own-instead')
      })
    })
  }
  return () => {
    isOver = true
    stop()
  }
}

function onStyleLoaded(map: MapLibreMap, draw: () => void): void {
  if (map.getSource('world')) draw()
  else map.once('style.load', draw)
}

async function drawForeign(
  map: MapLibreMap,
  setting: Exclude<MapSetting, { kind: 'own' }>,
  isOver: () => boolean,
): Promise<boolean> {
  try {
    const { loadForeignStyle } = await import('./external-style.ts')
    const style = await loadForeignStyle(map, setting, AbortSignal.timeout(loadTimeoutMs))
    if (!isOver()) map.setStyle(style, { diff: false })
    return true
  } catch {
    return false
  }
}

/** An error before the source was first complete means that it will not load. */
function whenTilesFail(map: MapLibreMap, then: () => void): void {
  const fail = (event: ErrorEvent & { sourceId?: string }) => {
    if (event.sourceId === undefined) return
    map.off('error', fail)
    then()
  }
  map.on('error', fail)
  map.once('idle', () => map.off('error', fail))
}
