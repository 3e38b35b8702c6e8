import { cityOfTimeZone } from './time-zone.rules.ts'

export interface DeviceName {
  readonly browser: string | null
  readonly system: string | null
}

/** The order matters: most browsers also name the ones that they descend from. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT|OPiOS)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
]

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

type DeviceKey = 'sessions.device' | 'sessions.device.place' | 'sessions.device.unknown'

/** It reads "Chrome on Windows". */
export function deviceText(
  { browser, system }: DeviceName,
  say: (key: DeviceKey, values: Record<string, string>) => string,
): string {
  if (browser !== null && system !== null) return say('sessions.device', { browser, system })
  return browser ?? system ?? say('sessions.device.unknown', {})
}

/** It reads "Chrome on Windows, New York": the city is that of the browser's time zone. */
export function deviceAtText(
  { timeZone, ...name }: DeviceName & { readonly timeZone: string | null },
  say: Parameters<typeof deviceText>[1],
): string {
  const device = deviceText(name, say)
  const place = timeZone && cityOfTimeZone(timeZone)
  return place ? say('sessions.device.place', { device, place }) : device
}

/** What a member would call it. The rest of a user agent is frozen by browsers, or says more than a list needs. */
export function deviceNameOf(userAgent: string): DeviceName {
  const text = userAgent.slice(0, 500)
  const nameIn = (names: typeof browsers) => names.find(([pattern]) => pattern.test(text))?.[1] ?? null
  return { browser: nameIn(browsers), system: nameIn(systems) }
}
