import type { PartnerSettings } from '@dineward/core/partner/partner-settings.ts'
import { AttributionControl, type ErrorEvent, type Map as MapLibreMap } from 'maplibre-gl'
import { mapColours } from './map-colours.ts'
import { drawOwnMap } from './own-map.ts'
import { ownStyle } from './own-style.ts'

/** What is drawn under the restaurants. `own-instead`: what the partner has chosen could not be had. */
export type Ground = 'own' | 'own-instead' | 'foreign'

type MapSetting = PartnerSettings['map']

const patienceMs = 8_000

/**
 * Draws the ground that the partner has chosen, and the product's own where that cannot be had. `onGround` is told what
 * it is, and told again where it changes. Answers what ends it.
 */
export function drawGround(
  map: MapLibreMap,
  setting: MapSetting,
  onGround: (ground: Ground) => void,
): () => void {
  let stop = () => {}
  let isOver = false
  const drawOwn = (ground: Ground) => {
    stop = drawOwnMap(map)
    onGround(ground)
  }
  const whenStyled = (draw: () => void) => (map.isStyleLoaded() ? draw() : void map.once('styledata', draw))
  // Someone has to listen, or the library writes to the console.
  map.on('error', () => {})
  if (setting.kind === 'own') whenStyled(() => !isOver && drawOwn('own'))
  else
    void foreignGround(map, setting).then(foreign => {
      if (isOver) return
      if (!foreign) return whenStyled(() => !isOver && drawOwn('own-instead'))
      map.setStyle(foreign.style, { diff: false })
      const credits = new AttributionControl({ compact: false })
      map.addControl(credits, 'bottom-right')
      onGround('foreign')
      whenTilesFail(map, () => {
        map.removeControl(credits)
        map.setStyle(ownStyle(mapColours()), { diff: false })
        map.once('styledata', () => !isOver && drawOwn('own-instead'))
      })
    })
  return () => {
    isOver = true
    stop()
  }
}

/** The style of a ground that is not our own; null where it cannot be had. */
async function foreignGround(map: MapLibreMap, setting: Exclude<MapSetting, { kind: 'own' }>) {
  try {
    const { loadForeignStyle } = await import('./foreign-style.ts')
    return { style: await loadForeignStyle(map, setting, AbortSignal.timeout(patienceMs)) }
  } catch {
    return null
  }
}

/** A source that fails before the map has once been whole will not come; one that fails later was there. */
function whenTilesFail(map: MapLibreMap, then: () => void): void {
  const fail = (event: ErrorEvent & { sourceId?: string }) => {
    if (event.sourceId === undefined) return
    map.off('error', fail)
    then()
  }
  map.on('error', fail)
  map.once('idle', () => map.off('error', fail))
}
