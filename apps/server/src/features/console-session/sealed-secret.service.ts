import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { keysFor } from '../../secrets/secret-keys.ts'

const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/**
 * With a key that is derived from the first secret, so that a copy of the database alone discloses nothing.
 * @param owner whose it is: sealed for another, it does not open.
 */
export function seal(text: string, owner: string, secrets: readonly string[]): string {
  const [key] = keysOf(secrets)
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv(algorithm, key!, iv).setAAD(Buffer.from(owner))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Null where none of the secrets opens it. */
export function unseal(sealed: string, owner: string, secrets: readonly string[]): string | null {
  const bytes = Buffer.from(sealed, 'base64url')
  const [iv, tag, text] = [
    bytes.subarray(0, ivBytes),
    bytes.subarray(ivBytes, ivBytes + tagBytes),
    bytes.subarray(ivBytes + tagBytes),
  ]
  for (const key of keysOf(secrets)) {
    try {
      const decipher = createDecipheriv(algorithm, key, iv)
      decipher.setAAD(Buffer.from(owner)).setAuthTag(tag)
      return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8')
    } catch {
      // The text was sealed with another secret.
    }
  }
  return null
}

const keysOf = (secrets: readonly string[]) => keysFor('seal of an authenticator', secrets)
