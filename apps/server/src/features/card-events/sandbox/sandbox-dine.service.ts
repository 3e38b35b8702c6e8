import type { CardNetwork } from '@dineward/core/rewards/reports/networks.rules.ts'
import type { RewardServices } from '../../rewards/load/resolve-events.service.ts'
import { networks } from '../networks/networks.rules.ts'
import { selectSandboxSeat } from './sandbox-dine.read.ts'
import type { DineEvents, SignedRequest } from './sandbox-events.rules.ts'

export interface SandboxDine extends Omit<DineEvents, 'at' | 'card' | 'merchant'> {
  readonly partner: string
  readonly memberEmail: string
  readonly merchantId: string
  readonly at?: Date
}

export interface SandboxNetwork {
  readonly name: CardNetwork
  readonly publicUrl: string
  /** The first secret signs. */
  readonly webhookSecrets: readonly string[]
}

/** Authorization, clearing with tip, and refund, as the network sends them. */
export async function planSandboxDine(
  services: Pick<RewardServices, 'db' | 'clock'>,
  { name, publicUrl, webhookSecrets }: SandboxNetwork,
  dine: SandboxDine,
): Promise<SignedRequest[]> {
  const { member, card, merchant } = await selectSandboxSeat(services.db, dine)
  if (!member) throw new Error(`${dine.partner} has no member with the e-mail ${dine.memberEmail}.`)
  if (!card) throw new Error(`${dine.memberEmail} has no linked card.`)
  if (!merchant) throw new Error(`There is no restaurant with the id ${dine.merchantId}.`)
  const [secret] = webhookSecrets
  if (!secret)
    throw new Error(`${name.toUpperCase()}_WEBHOOK_SECRET is empty: nothing to sign the events with.`)
  const now = services.clock.now()
  return networks[name].sandbox({ publicUrl, secret, now }, { ...dine, card, merchant, at: dine.at ?? now })
}

/** @throws when a request is not answered 200. */
export async function sendSandboxDine(requests: readonly SignedRequest[]): Promise<void> {
  for (const { url, headers, body } of requests) {
    const request = {
      method: 'POST',
      headers,
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(20_000),
    } as const
    const response = await fetch(url, request).catch(cause => {
      throw new Error(
        `The server does not answer at ${new URL(url).origin}. Start it, or look at PUBLIC_URL.`,
        {
          cause,
        },
      )
    })
    if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
  }
}
