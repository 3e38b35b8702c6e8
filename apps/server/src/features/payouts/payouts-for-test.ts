import type { Partner } from '@dineward/core/partner/partner.ts'
import { expect } from 'vitest'
import type { Db } from '../../db/open-database.ts'
import type { PayoutSandbox, SandboxBehavior } from '../../gateways/payouts/sandbox-payout-provider.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { signedInClient } from '../../testing/test-client.ts'
import { postAdjustment } from '../adjustments/adjustments.service.ts'
import { type CardNetwork, newCardNetwork } from '../card-events/card-network-for-test.ts'
import { ledgerProblemsOf } from '../ledger/ledger-for-test.ts'
import { updatePayout } from './payouts.repository.ts'
import { type PayoutServices, reservePayout, runPayouts } from './payouts.service.ts'

const usual: SandboxBehavior = { delayMinutes: 2, refuse: null, fail: null, failsUntil: null }

/** Members with a balance, a provider that plays along, and what one sees of both. */
export function payoutsForTest(app: TestApp) {
  const { db } = app.database
  const partnerIds: string[] = []
  const sandbox = app.context(app.newPartner()).gateways.payouts as PayoutSandbox

  /** The member earns 3 %, and the dine earned these cents, which wait for nothing unless `settings` say so. */
  async function newEarner(
    cents: number,
    options: Parameters<typeof newCardNetwork>[1] = {},
  ): Promise<CardNetwork> {
    app.clock.set('2026-03-10T18:00:00Z')
    await sandbox.behavior.change(usual)
    const { rewards, ...settings } = options.settings ?? {}
    const network = await newCardNetwork(app, {
      like: 'harbor',
      ...options,
      settings: { ...settings, rewards: { holdDays: 0, ...(rewards as object) } },
    })
    partnerIds.push(network.partner.slug)
    await network.deliver('transaction.clearing', { amount: Math.ceil((cents * 100) / 3) / 100 })
    expect(await network.balance()).toBe(cents)
    return network
  }

  const servicesOf = ({ partner }: CardNetwork, on: Db = db): PayoutServices => ({
    ...app.context(partner),
    db: on,
    partners: { ...app.partners, all: () => [partner] },
    actor: { kind: 'system', name: 'payouts' },
  })
  const run = (network: CardNetwork) => runPayouts(servicesOf(network))

  /** Run every minute for so long. */
  async function runFor(network: CardNetwork, minutes: number): Promise<void> {
    for (let minute = 0; minute < minutes; minute++) {
      app.clock.advance(60_000)
      await run(network)
    }
  }

  const payoutsOf = ({ memberId }: CardNetwork) =>
    db
      .selectFrom('statementCredits')
      .selectAll()
      .where('memberId', '=', memberId)
      .orderBy('createdAt')
      .execute()
  const subjectsTo = ({ partner }: CardNetwork) => selectSubjects(db, partner)
  async function activityOf({ partner, memberId }: CardNetwork, query = '') {
    const client = await signedInClient(app, partner, memberId)
    const { data } = (await client.get(`/api/Member/TransactionsStatementCredits${query}`)).json()
    const of = (type: string) =>
      data.filter((row: Record<string, unknown>) => row.recordType === type) as Record<string, unknown>[]
    const balance = (await client.get('/api/Member/StatementCreditBalance')).json().memberBalance
    return { dines: of('Transaction'), credits: of('Credit'), balance }
  }
  const acceptedOf = async (network: CardNetwork) => {
    const [counts, payouts] = [await sandbox.countSends(), await payoutsOf(network)]
    return payouts.map(({ externalId }) => counts.get(externalId)?.accepted ?? 0)
  }
  const inOrder = async () => expect(await ledgerProblemsOf(db, ...partnerIds)).toEqual([])

  return {
    sandbox,
    usual,
    newEarner,
    servicesOf,
    run,
    runFor,
    payoutsOf,
    subjectsTo,
    activityOf,
    acceptedOf,
    inOrder,
  }
}

async function selectSubjects(db: Db, { slug }: Partner): Promise<string[]> {
  const mails = await db
    .selectFrom('outgoingMails')
    .select(['subject', 'cause'])
    .where('partnerId', '=', slug)
    .orderBy('createdAt')
    .execute()
  return mails.filter(({ cause }) => cause.startsWith('payout-')).map(({ subject }) => subject)
}

/** In flight, of a member who was given its amount by hand. @returns its id. */
export async function newPayoutOf(
  app: TestApp,
  { partner, memberId }: { readonly partner: Partner; readonly memberId: string },
  status: 'pending' | 'error' = 'pending',
): Promise<string> {
  const ctx = { ...app.context(partner), actor: { kind: 'system', name: 'ada' } } as const
  await postAdjustment(ctx, { memberId, units: 2_500, reason: 'Welcome back' })
  const id = await reservePayout({ ...ctx, provider: ctx.gateways.payouts! }, memberId)
  await updatePayout(ctx.db, { partnerId: partner.slug, id: id! }, { status })
  return id!
}
