import type { DeliveryCode } from '@dineward/core/events/webhook-delivery.rules.ts'
import type { WebhookDelivery, WebhookEndpoint } from '@dineward/core/events/webhook-endpoints.contract.ts'
import type { ApiKey } from '@dineward/core/partner-api/api-keys.contract.ts'
import type { Tone } from '../../ui/status.tsx'

type Words = { readonly label: string; readonly tone: Tone }

export const keyStates = {
  active: { label: 'Active', tone: 'good' },
  ended: { label: 'Ended', tone: 'quiet' },
  revoked: { label: 'Revoked', tone: 'bad' },
} as const satisfies Record<string, Words>

export function keyStateOf({ revokedAt, expiresAt }: ApiKey): keyof typeof keyStates {
  if (revokedAt) return 'revoked'
  return expiresAt && new Date(expiresAt) <= new Date() ? 'ended' : 'active'
}

export const endpointStates: Record<WebhookEndpoint['state'], Words> = {
  active: { label: 'Active', tone: 'good' },
  disabled: { label: 'Disabled', tone: 'bad' },
}

export const deliveryStates = {
  delivered: { label: 'Delivered', tone: 'good' },
  waiting: { label: 'Waiting', tone: 'wait' },
  failing: { label: 'Trying again', tone: 'warn' },
} as const satisfies Record<string, Words>

export const deliveryStateOf = ({ state, attempts }: WebhookDelivery): keyof typeof deliveryStates =>
  state === 'waiting' && attempts > 0 ? 'failing' : state

const codes: Record<DeliveryCode | 'by_hand', string> = {
  delivered: 'It arrived.',
  by_hand: 'Someone turned it off.',
  http_status: 'The server did not answer with success. What it answered may say why.',
  gone: 'The server answered that the address is gone (410).',
  redirect: 'The server redirects. Events are sent to one address only: enter the one that it leads to.',
  timeout: 'There was no answer within 15 seconds. Answer first, and do the work afterwards.',
  name_not_found: 'The name of the server is not known. Check the address and its DNS.',
  private_address: 'The name leads to a private network. Events go to servers on the internet.',
  not_https: 'The address does not begin with https://.',
  host_not_allowed: 'This installation may not call that host (OUTGOING_HOSTS).',
  connection_refused: 'Nothing answers at this address. The server may be down, or a firewall in between.',
  connection_lost: 'The server ended the connection without an answer.',
  certificate: 'The certificate of the server is not valid. It may have expired, or be of another name.',
  invalid_answer: 'The server did not answer in HTTP.',
  secret_unreadable:
    'Its secret cannot be read any more: the one that protects secrets here (APP_SECRET) was replaced. Make a new secret.',
  failed: 'It could not be sent.',
}

export const codeWords = (code: DeliveryCode | 'by_hand'): string => codes[code]

export const outcomeWords = ({ code, status }: Pick<WebhookDelivery, 'code' | 'status'>): string => {
  if (code === null) return 'Not sent yet.'
  return status === null ? codes[code] : `${status}: ${codes[code]}`
}
