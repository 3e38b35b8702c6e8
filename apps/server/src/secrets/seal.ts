import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { type KeyUse, keysFor } from './secret-keys.ts'

const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/** Whose it is, and for what: sealed for another, it does not open. */
interface Owner {
  readonly use: KeyUse
  readonly id: string
}

/** With a key that is derived from the first secret, so that a copy of the database alone discloses nothing. */
export function seal(text: string, owner: Owner, secrets: readonly string[]): string {
  const [key] = keysFor(owner.use, secrets)
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv(algorithm, key!, iv).setAAD(Buffer.from(owner.id))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Null where none of the secrets opens it. */
export function unseal(sealed: string, owner: Owner, secrets: readonly string[]): string | null {
  const bytes = Buffer.from(sealed, 'base64url')
  const [iv, tag, text] = [
    bytes.subarray(0, ivBytes),
    bytes.subarray(ivBytes, ivBytes + tagBytes),
    bytes.subarray(ivBytes + tagBytes),
  ]
  for (const key of keysFor(owner.use, secrets)) {
    try {
      const decipher = createDecipheriv(algorithm, key, iv)
      decipher.setAAD(Buffer.from(owner.id)).setAuthTag(tag)
      return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8')
    } catch {
      // The text was sealed with another secret.
    }
  }
  return null
}
