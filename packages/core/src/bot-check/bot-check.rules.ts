import type { WithSettings } from '../partner/partner-questions.ts'

/** The public key of the partner's reCAPTCHA; null where visitors are checked by the product itself. */
export function recaptchaSiteKey({ settings }: WithSettings<'botCheck'>): string | null {
  return settings.botCheck.kind === 'recaptcha' ? settings.botCheck.siteKey : null
}
