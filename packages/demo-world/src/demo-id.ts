import { createHash } from 'node:crypto'

/** It is a deterministic id in the usual form: 22 base64url characters. */
export const demoId = (what: string): string =>
  createHash('sha256').update(`dineward demo ${what}`).digest('base64url').slice(0, 22)
