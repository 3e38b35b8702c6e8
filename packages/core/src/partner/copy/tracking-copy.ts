/** Consent to being measured, and the bot check. */
export const trackingCopy = {} as const
