import type { WithSettings } from '../partner/partner-questions.ts'

/** The field of the answer, with any bot check (integrations: Bot check). */
export const botCheckField = 'g-recaptcha-response'

/** The public key of the partner's reCAPTCHA; null with our own bot check. */
export function recaptchaSiteKey({ settings }: WithSettings<'botCheck'>): string | null {
  return settings.botCheck.kind === 'recaptcha' ? settings.botCheck.siteKey : null
}
