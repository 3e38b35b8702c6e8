import type { LightMyRequestResponse } from 'fastify'
import type { RequestStatus } from '../../gateways/accruals/missing-transactions.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { newClient, signedInClient, type TestClient } from '../../testing/test-client.ts'
import { type CardNetwork, type Fields, newCardNetwork } from '../card-events/card-network-for-test.ts'
import { advanceClaims } from './advance-claims.service.ts'
import type { ClaimContext } from './claim-decisions.service.ts'

export const claimsPath = '/api/Member/Claims'
export const dinedOn = '2026-02-20'

type ListedClaim = Fields & { readonly id: string; readonly answer: string; readonly nextBy: string | null }

/** A member who can report a dine of $42.50. */
export interface ClaimScene {
  readonly network: CardNetwork
  readonly client: TestClient
  report(fields?: Fields, headers?: Record<string, string>): Promise<LightMyRequestResponse>
  /** Each report has a session of its own, since the clock may have moved. */
  listed(): Promise<ListedClaim[]>
}

let addresses = 0

/** Each scene has an address of its own, since limits are tested elsewhere. */
export async function newClaimScene(
  app: TestApp,
  options: Parameters<typeof newCardNetwork>[1] = {},
): Promise<ClaimScene> {
  const network = await newCardNetwork(app, options)
  const client = newClient(app, network.partner, `10.9.${addresses >> 8}.${addresses++ & 255}`)
  const { cookies } = await signedInClient(app, network.partner, network.memberId)
  for (const [name, value] of cookies) client.cookies.set(name, value)
  const claimed = { merchantId: network.merchant.id, dinedOn, amount: 42.5 }
  return {
    network,
    client,
    report: (fields, headers) => client.send('POST', claimsPath, { ...claimed, ...fields }, headers),
    async listed() {
      const session = await signedInClient(app, network.partner, network.memberId)
      return (await session.get(claimsPath)).json().items
    },
  }
}

/** What the card network answers; null where there is none. */
export type NetworkForTest = { request?: () => Promise<string>; status?: RequestStatus } | null

export function claimContext(
  app: TestApp,
  { network: { partner } }: ClaimScene,
  cardNetwork: NetworkForTest = {},
): ClaimContext {
  const context = app.context(partner)
  const missingTransactions = cardNetwork && {
    request: cardNetwork.request ?? (async () => 'request'),
    status: async () => cardNetwork.status ?? 'pending',
  }
  const actor = { kind: 'system', name: 'ada' } as const
  // Only the partner of the test is searched.
  const partners = { ...app.partners, all: () => [partner] }
  return { ...context, actor, partners, gateways: { ...context.gateways, missingTransactions } }
}

/** Run the job. */
export function advance(app: TestApp, scene: ClaimScene, cardNetwork: NetworkForTest = {}): Promise<number> {
  return advanceClaims(claimContext(app, scene, cardNetwork))
}
