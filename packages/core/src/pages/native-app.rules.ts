import type { NativeApp } from './render.ts'

/**
 * It goes by the user agent's token, such as `gonative/4.2.0`; it is null in a browser. An app without a version is
 * older than any.
 */
export function nativeAppOf(
  userAgent: string,
  { nativeAppToken }: { readonly nativeAppToken: string },
): NativeApp | null {
  // No honest user agent is longer.
  const words = userAgent.slice(0, 1_000)
  // Nearly all requests end here: an expression is compiled a hundred times slower than this.
  if (!words.toLowerCase().includes(nativeAppToken.toLowerCase())) return null
  // Only the whole word counts: with a prefix or suffix it is something else.
  const token = new RegExp(`(?<![\\w-])${nativeAppToken}(?![\\w-])(?:/(\\d{1,6}(?:\\.\\d{1,6}){0,3}))?`, 'i')
  const found = token.exec(words)
  if (!found) return null
  return { version: found[1] ?? '0', platform: /iPhone|iPad|iPod|Macintosh/.test(words) ? 'ios' : 'android' }
}

/** Whether the app is replaced by the update screen (shell §4 Update screen). */
export function needsUpdate(
  nativeApp: NativeApp | null,
  { minimumAppVersion }: { readonly minimumAppVersion: string | null },
): boolean {
  return nativeApp !== null && isBelowMinimumVersion(nativeApp.version, minimumAppVersion)
}

/** `4.10` is newer than `4.9`. */
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

/** Sent by the installed app with its calls. A browser could claim it: nothing but a registration depends on it. */
export const displayModeHeader = 'x-display-mode'
export const installedMode = 'standalone'

/** It is true in the native app and in the installed one. */
export function isInApp(
  headers: { readonly 'user-agent'?: string | undefined; readonly [displayModeHeader]?: unknown },
  settings: { readonly nativeAppToken: string },
): boolean {
  return (
    headers[displayModeHeader] === installedMode ||
    nativeAppOf(headers['user-agent'] ?? '', settings) !== null
  )
}
