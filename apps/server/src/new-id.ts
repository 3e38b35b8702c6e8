import { randomBytes } from 'node:crypto'

/** A random id of 16 characters or more, for addresses and commands, which would take one that begins with a dash for an option. */
export function newId(bytes = 16): string {
  const id = randomBytes(bytes).toString('base64url')
  return id.startsWith('-') ? newId(bytes) : id
}
