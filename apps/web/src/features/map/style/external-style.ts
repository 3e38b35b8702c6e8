import type { PartnerSettings } from '@dineward/core/partner/settings/partner-settings.ts'
import {
  addProtocol,
  type Map as MapLibreMap,
  type RequestParameters,
  type StyleSpecification,
} from 'maplibre-gl'
import { mapColors } from './map-colors.ts'
import { tilesStyle } from './tiles-style.ts'

type ForeignMap = Exclude<PartnerSettings['map'], { kind: 'own' }>

const throughPage = 'page'

/**
 * The page fetches the style's files: its policy allows the partner's origins, but not to the library's worker. @throws
 * if it cannot be loaded
 */
export async function loadForeignStyle(
  map: MapLibreMap,
  setting: ForeignMap,
  signal: AbortSignal,
): Promise<StyleSpecification> {
  if (setting.kind === 'pmtiles')
    return Promise.race([tilesStyle(setting.tilesUrl, mapColors()), failAt(signal)])
  const address = new URL(setting.styleUrl, location.href)
  const answer = await fetch(address, { signal })
  if (!answer.ok) throw new Error(`The map's style answers ${answer.status}.`)
  const style = (await answer.json()) as StyleSpecification
  addProtocol(throughPage, fetchForWorker)
  map.setTransformRequest(url => ({ url: `${throughPage}://${new URL(url, address).href}` }))
  return style
}

async function fetchForWorker({ url, type }: RequestParameters, { signal }: AbortController) {
  const answer = await fetch(url.slice(`${throughPage}://`.length), { signal })
  if (!answer.ok) throw new Error(`A part of the map answers ${answer.status}.`)
  return { data: await (type === 'json' ? answer.json() : answer.arrayBuffer()) }
}

const failAt = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
