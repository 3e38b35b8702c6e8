import { randomBytes } from 'node:crypto'

export const unsubscribeHook = '/hooks/mail/unsubscribe'

export const newUnsubscribeToken = (): string => randomBytes(24).toString('base64url')

/** The page, for people. */
export const unsubscribePath = (token: string): string => `/unsubscribe?token=${encodeURIComponent(token)}`

export const unsubscribeUrl = (origin: string, token: string): string => origin + unsubscribePath(token)

/** For mail programs (RFC 8058). */
export const oneClickUrl = (origin: string, token: string): string =>
  `${origin}${unsubscribeHook}?token=${encodeURIComponent(token)}`
