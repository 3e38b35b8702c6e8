export const snoozeDays = 30
const snoozeMs = snoozeDays * 24 * 3_600_000

export interface InstallSituation {
  readonly enabled: boolean
  readonly standalone: boolean
  readonly inNativeApp: boolean
  readonly snoozedUntil: Date | null
  readonly hasPrompt: boolean
  /** Safari on iOS and iPadOS, which has no install event. */
  readonly isIosSafari: boolean
}

/** It is the browser's prompt, or instructions for Safari (shell §4 Install prompt). */
export function installOffer(situation: InstallSituation, now: Date): 'prompt' | 'instructions' | null {
  const { enabled, standalone, inNativeApp, snoozedUntil, hasPrompt, isIosSafari } = situation
  if (!enabled || standalone || inNativeApp) return null
  if (snoozedUntil && snoozedUntil > now) return null
  if (hasPrompt) return 'prompt'
  return isIosSafari ? 'instructions' : null
}

export const shouldOfferInstall = (situation: InstallSituation, now: Date): boolean =>
  installOffer(situation, now) !== null

export const snoozeFrom = (now: Date): Date => new Date(now.getTime() + snoozeMs)

export function storedSnooze(stored: string | null, now: Date): Date | null {
  if (stored === null || !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?Z$/.test(stored)) return null
  const until = new Date(stored)
  return until.getTime() <= now.getTime() + snoozeMs ? until : null
}

interface Device {
  readonly userAgent: string
  readonly maxTouchPoints: number
}

/** An iPad identifies as a Mac but has a touch screen. Other iOS browsers and in-app views cannot install. */
export function isIosSafari({ userAgent, maxTouchPoints }: Device): boolean {
  const isAppleDevice =
    /\b(iPhone|iPad|iPod)\b/.test(userAgent) || (/\bMacintosh\b/.test(userAgent) && maxTouchPoints > 1)
  const isSafari = /\bVersion\/[\d.]+ .*\bSafari\//.test(userAgent)
  return (
    isAppleDevice &&
    isSafari &&
    !/\b(CriOS|FxiOS|EdgiOS|OPiOS|OPT|DuckDuckGo|YaBrowser|GSA|FBAN|FBAV|Instagram)\b/.test(userAgent)
  )
}
