import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits, 43 characters. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** Tokens are random, so one round of SHA-256 is enough. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url')
