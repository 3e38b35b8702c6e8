import {
  clearedReferralCookies,
  type Referral,
  referralCookies,
  referralIn,
  referralInCookies,
} from '@dineward/core/tracking/referral.rules.ts'
import { connection } from '../browser/browser-cookies.ts'

/** Store the parameters in the address; others stay unchanged. */
export function storeReferral(search: string): void {
  write(referralCookies(referralIn(search), connection()))
}

export function forgetReferral(): void {
  if (Object.keys(referralInCookies(document.cookie, connection())).length > 0)
    write(clearedReferralCookies(connection()))
}

/** The address overrides stored values. The server, which handles forms without script, reads the address only. */
export function referralNow(search: string): Referral {
  const stored = typeof document === 'undefined' ? {} : referralInCookies(document.cookie, connection())
  return { ...stored, ...referralIn(search) }
}

function write(cookies: readonly string[]): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser.
  for (const cookie of cookies) document.cookie = cookie
}
