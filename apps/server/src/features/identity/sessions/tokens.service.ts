import { createHash, randomBytes } from 'node:crypto'

/** The token has 256 random bits, in 43 characters. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** All tokens of a session share this part of 96 bits. */
export const tokenFamily = (token: string): string => token.slice(0, 16)

/** The token is of the same session: the other 160 bits are new. */
export const nextToken = (token: string): string => tokenFamily(token) + randomBytes(20).toString('base64url')

/** Tokens are random, so one round of SHA-256 is enough. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** Names a session in logs: the same for all of its tokens, and good for nothing else. */
export const sessionMark = (token: string): string => hashToken(`mark:${tokenFamily(token)}`).slice(0, 16)
