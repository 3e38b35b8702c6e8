import type { CardNetwork } from '@dineward/core/rewards/reports/networks.rules.ts'
import type { RewardServices } from '../../rewards/load/resolve-events.service.ts'
import { networks } from '../networks/networks.rules.ts'
import { findSandboxMember, selectSandboxSeat } from './sandbox-dine.read.ts'
import type { DineEvents, SignedRequest } from './sandbox-events.rules.ts'

interface DineAt extends Omit<DineEvents, 'at' | 'card' | 'merchant'> {
  readonly partner: string
  readonly merchantId: string
  readonly at?: Date
}

export interface SandboxDine extends DineAt {
  readonly memberEmail: string
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
  network: SandboxNetwork,
  dine: SandboxDine,
): Promise<SignedRequest[]> {
  const { partner, memberEmail, merchantId } = dine
  const memberId = await findSandboxMember(services.db, partner, memberEmail)
  if (memberId === null) throw new Error(`${partner} has no member with the e-mail ${memberEmail}.`)
  const plan = await planDineOf(services, network, { ...dine, memberId })
  if ('requests' in plan) return plan.requests
  throw new Error(
    plan.missing === 'card'
      ? `${memberEmail} has no linked card.`
      : `There is no restaurant with the id ${merchantId}.`,
  )
}

/** Of a member by id. @returns the events, or what there is not */
export async function planDineOf(
  { db, clock }: Pick<RewardServices, 'db' | 'clock'>,
  { name, publicUrl, webhookSecrets }: SandboxNetwork,
  dine: DineAt & { readonly memberId: string },
): Promise<{ requests: SignedRequest[] } | { missing: 'card' | 'merchant' }> {
  const { card, merchant } = await selectSandboxSeat(db, dine)
  if (!card) return { missing: 'card' }
  if (!merchant) return { missing: 'merchant' }
  const [secret] = webhookSecrets
  if (!secret)
    throw new Error(`${name.toUpperCase()}_WEBHOOK_SECRET is empty: nothing to sign the events with.`)
  const now = clock.now()
  const events = { ...dine, card, merchant, at: dine.at ?? now }
  return { requests: networks[name].sandbox({ publicUrl, secret, now }, events) }
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
