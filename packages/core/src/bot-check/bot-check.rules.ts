import type { WithSettings } from '../partner/partner-questions.ts'

/** The field of the answer, with any bot check (integrations: Bot check). */
export const botCheckField = 'g-recaptcha-response'

/** It takes a phone about half a second. A program is faster: the more challenges it asks for, the harder they get. */
const usualSize = 50_000
const maxSize = 20 * usualSize

/** How many numbers to try, by the challenges of the last minute. */
export function challengeSize(asked: { readonly byClient: number; readonly atPartner: number }): number {
  const load = Math.max(1, asked.byClient / 10, asked.atPartner / 300)
  return Math.min(Math.round(usualSize * load), maxSize)
}

/** The public key of the partner's reCAPTCHA; null with our own bot check. */
export function recaptchaSiteKey({ settings }: WithSettings<'botCheck'>): string | null {
  return settings.botCheck.kind === 'recaptcha' ? settings.botCheck.siteKey : null
}
