import type { NativeApp } from './render.ts'

/**
 * The native app that a page is shown in, by the user agent's token: `gonative/4.2.0`. Null in a browser. The platform
 * decides which store an update comes from (integrations: Native app bridge).
 */
export function nativeAppOf(
  userAgent: string,
  { nativeAppToken }: { readonly nativeAppToken: string },
): NativeApp | null {
  // No user agent of an honest app is longer.
  const words = userAgent.slice(0, 1_000)
  const found = new RegExp(`\\b${nativeAppToken}(?:/(\\d{1,6}(?:\\.\\d{1,6}){0,3}))?\\b`, 'i').exec(words)
  if (!found) return null
  return { version: found[1] ?? '0', platform: /iPhone|iPad|iPod|Macintosh/.test(words) ? 'ios' : 'android' }
}

/** Whether the app is older than the partner's oldest that still works; `4.10` is newer than `4.9`. */
export function isBelowMinimumVersion(version: string, minimum: string | null): boolean {
  if (minimum === null) return false
  const [own, least] = [partsOf(version), partsOf(minimum)]
  for (let part = 0; part < Math.max(own.length, least.length); part++) {
    const difference = (own[part] ?? 0) - (least[part] ?? 0)
    if (difference !== 0) return difference < 0
  }
  return false
}

const partsOf = (version: string): number[] => version.split('.').map(Number)
