import { createHmac, randomBytes } from 'node:crypto'
import { seal, unseal } from '../../secrets/seal.ts'

/* Standard Webhooks: https://www.standardwebhooks.com */

const prefix = 'whsec_'

export const newWebhookSecret = (): string => prefix + randomBytes(32).toString('base64')

export interface SignedMessage {
  readonly id: string
  readonly at: Date
  readonly body: string
}

/** With each of the secrets: a receiver knows one of them during a rotation. */
export function signatureHeaders(
  { id, at, body }: SignedMessage,
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1_000))
  const signatures = secrets.map(secret =>
    createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64'),
  )
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.map(signature => `v1,${signature}`).join(' '),
  }
}

const ownerOf = (endpointId: string) => ({ use: 'secret of a webhook endpoint', id: endpointId }) as const

export const sealSecret = (secret: string, endpointId: string, appSecrets: readonly string[]): string =>
  seal(secret, ownerOf(endpointId), appSecrets)

/** Null where it was sealed with a secret that is gone. */
export const unsealSecret = (
  sealed: string,
  endpointId: string,
  appSecrets: readonly string[],
): string | null => unseal(sealed, ownerOf(endpointId), appSecrets)
