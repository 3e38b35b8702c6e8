import { createECDH } from 'node:crypto'

/** @returns the public key of a private one, both in base64url. @throws when it is no key of P-256. */
export function vapidPublicKey(privateKey: string): string {
  const bytes = Buffer.from(privateKey, 'base64url')
  if (bytes.length !== 32) throw new Error('A private key of P-256 has 32 bytes.')
  const keys = createECDH('prime256v1')
  keys.setPrivateKey(bytes)
  return keys.getPublicKey().toString('base64url')
}
