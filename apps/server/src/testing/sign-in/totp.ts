import { Secret, TOTP } from 'otpauth'

/** How long an authenticator app shows a code, in milliseconds. */
export const step = 30_000

export const codeAt = (secret: string, timestamp: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
