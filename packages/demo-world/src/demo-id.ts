import { createHash } from 'node:crypto'

/** Looks like any other id of ours (22 base64url characters), and is the same every time. */
export const demoId = (what: string): string =>
  createHash('sha256').update(`dineward demo ${what}`).digest('base64url').slice(0, 22)
