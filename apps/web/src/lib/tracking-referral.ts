import {
  clearedReferralCookies,
  type Referral,
  referralCookies,
  referralIn,
  referralInCookies,
} from '@dineward/core/tracking/referral.rules.ts'

/** Keeps what an address says about who sent the visitor; what it does not say stays as it was. */
export function keepReferral(search: string): void {
  write(referralCookies(referralIn(search), { secure: isSecure() }))
}

export function forgetReferral(): void {
  if (Object.keys(referralInCookies(document.cookie)).length > 0)
    write(clearedReferralCookies({ secure: isSecure() }))
}

/**
 * Who sent this visitor: what the address at hand says, else what was kept. On the server, where a form without script
 * is worked on, the address alone: script keeps what is kept.
 */
export function referralNow(search: string): Referral {
  const kept = typeof document === 'undefined' ? {} : referralInCookies(document.cookie)
  return { ...kept, ...referralIn(search) }
}

function write(cookies: readonly string[]): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser.
  for (const cookie of cookies) document.cookie = cookie
}

const isSecure = (): boolean => location.protocol === 'https:'
