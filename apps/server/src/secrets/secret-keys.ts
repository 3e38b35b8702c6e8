import { hkdfSync } from 'node:crypto'

/** Everything that keys are made of APP_SECRET for. Each has a key of its own: who learns one has no other. */
export const keyUses = [
  'anti-forgery token',
  'bot-check puzzle',
  'mark of a staff browser',
  'seal of an authenticator',
  'draft of a profile',
  'marks of the security log',
  'answer of the partner API',
  'cursor of the partner API',
  'secret of a webhook endpoint',
] as const

export type KeyUse = (typeof keyUses)[number]

const keyBytes = 32

/** Keys are in the order of the secrets: the first one signs and seals, all are accepted. */
export function keysFor(use: KeyUse, secrets: readonly string[]): readonly Buffer[] {
  return secrets.map(secret => Buffer.from(hkdfSync('sha256', secret, '', `dineward ${use}`, keyBytes)))
}
