import type { WithSettings } from '../partner/partner-questions.ts'

/** Where the answer of the bot check travels, whoever checks it (integrations: Bot check). */
export const botCheckField = 'g-recaptcha-response'

/** The public key of the partner's reCAPTCHA; null where visitors are checked by the product itself. */
export function recaptchaSiteKey({ settings }: WithSettings<'botCheck'>): string | null {
  return settings.botCheck.kind === 'recaptcha' ? settings.botCheck.siteKey : null
}
