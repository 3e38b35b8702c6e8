/** How long "Maybe later" lasts (shell §9). */
export const snoozeDays = 30
const snoozeMs = snoozeDays * 24 * 3_600_000

export interface InstallSituation {
  /** The partner's switch. */
  readonly enabled: boolean
  /** Already opened from a home screen. */
  readonly standalone: boolean
  readonly inNativeApp: boolean
  /** Until when "Maybe later" lasts; null when nobody said it. */
  readonly snoozedUntil: Date | null
  /** The browser has said that it can install, and waits to be asked. */
  readonly hasPrompt: boolean
  /** Safari on a phone or tablet of Apple's: it installs, but never says so. */
  readonly isIosSafari: boolean
}

/** How installing is offered, if at all (shell §4 Install prompt): by the browser's prompt, or by words for Safari. */
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

/** The date as stored. What no "Maybe later" could have stored counts as nothing. */
export function storedSnooze(stored: string | null, now: Date): Date | null {
  if (stored === null || !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?Z$/.test(stored)) return null
  const until = new Date(stored)
  return until.getTime() <= now.getTime() + snoozeMs ? until : null
}

interface Device {
  readonly userAgent: string
  readonly maxTouchPoints: number
}

/** An iPad says that it is a Mac; its touch screen tells. Other browsers there and apps' own views cannot install. */
export function isIosSafari({ userAgent, maxTouchPoints }: Device): boolean {
  const isApples =
    /\b(iPhone|iPad|iPod)\b/.test(userAgent) || (/\bMacintosh\b/.test(userAgent) && maxTouchPoints > 1)
  const isSafari = /\bVersion\/[\d.]+ .*\bSafari\//.test(userAgent)
  return (
    isApples &&
    isSafari &&
    !/\b(CriOS|FxiOS|EdgiOS|OPiOS|OPT|DuckDuckGo|YaBrowser|GSA|FBAN|FBAV|Instagram)\b/.test(userAgent)
  )
}
