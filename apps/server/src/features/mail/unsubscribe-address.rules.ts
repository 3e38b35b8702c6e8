import { randomBytes } from 'node:crypto'

export const unsubscribeHook = '/hooks/mail/unsubscribe'

export const newUnsubscribeToken = (): string => randomBytes(24).toString('base64url')

/** The page is for people. */
export const unsubscribePath = (token: string): string => `/unsubscribe?token=${encodeURIComponent(token)}`

export const unsubscribeUrl = (origin: string, token: string): string => origin + unsubscribePath(token)

/** Mail programs call it (RFC 8058). */
export const oneClickUrl = (origin: string, token: string): string =>
  `${origin}${unsubscribeHook}?token=${encodeURIComponent(token)}`
