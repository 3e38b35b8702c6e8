import type { OneSignalSettings } from '../gateways/messages/onesignal-push-sender.ts'
import { byPartner, withoutSlash } from './env-values.ts'

interface OneSignalValues {
  readonly ONESIGNAL_APP_IDS: string | undefined
  readonly ONESIGNAL_API_KEYS: string | undefined
  readonly ONESIGNAL_URL: string
}

/** Null where neither is set. */
export function readOneSignal(values: OneSignalValues, problems: string[]): OneSignalSettings | null {
  const [appIds, keys] = [byPartner(values.ONESIGNAL_APP_IDS), byPartner(values.ONESIGNAL_API_KEYS)]
  if (appIds.size === 0 && keys.size === 0) return null
  const names = (map: ReadonlyMap<string, string>) => [...map.keys()].sort().join()
  if (names(appIds) !== names(keys))
    problems.push('ONESIGNAL_APP_IDS and ONESIGNAL_API_KEYS must name the same partners.')
  const apps = [...appIds].map(([slug, appId]) => [slug, { appId, apiKey: keys.get(slug) ?? '' }] as const)
  return { url: withoutSlash(values.ONESIGNAL_URL), apps: new Map(apps) }
}
