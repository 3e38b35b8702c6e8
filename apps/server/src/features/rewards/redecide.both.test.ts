import { randomUUID } from 'node:crypto'
import { dirname } from 'node:path'
import { decideDine, dineRules, newestDineRule } from '@dineward/core/rewards/dines/dine.rules.ts'
import { days } from '@dineward/core/shared/clock.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { redecideRewardsCommand } from '../../cli/commands/rewards/rewards-command.ts'
import { consoleClient } from '../../testing/access/console-for-test.ts'
import { longTest } from '../../testing/long-test.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { World } from '../../world.ts'
import { approveAs } from '../approvals/approvals-for-test.ts'
import { type CardNetwork, newCardNetwork } from '../card-events/card-network-for-test.ts'
import { newOffer } from './components-for-test.ts'
import { expireAuthorizations } from './expire-authorizations.service.ts'

const app = await createTestApp()
const { db } = app.database
const clearing = 'transaction.clearing'

beforeEach(() => app.clock.set('2026-03-10T18:00:00Z'))

describe('a new version of the rules (edge case 25)', () => {
  afterEach(() => dineRules.delete(2))

  /** Version 2 does not ask for a tier at Acclaimed restaurants. */
  const beginVersion2 = () =>
    dineRules.set(2, (dine, room) =>
      decideDine({ ...dine, ruleVersion: 1, facts: { ...dine.facts, tier: 3 } }, room),
    )
  const redecide = async ({ partner }: CardNetwork, version: number, ...more: string[]) => {
    const { gateways } = app.context(partner)
    const env = {
      dataDir: dirname(app.exchangeDir),
      secrets: { app: ['a secret of tests'] },
      consoleHosts: [],
      content: { url: 'https://content.example', tokens: new Map() },
    }
    const world = { database: app.database, clock: app.clock, partners: app.partners, gateways, env }
    const lines: string[] = []
    const caller = { cwd: '/', print: (line: string) => lines.push(line), actor: operator }
    const args = ['--version', String(version), '--partner', partner.slug, ...more]
    await redecideRewardsCommand(world as unknown as World, args, caller)
    return lines
  }
  const operator = { kind: 'system', name: 'ada' } as const
  /** Nothing is posted before a second person approves it in the console. */
  const approved = async (network: CardNetwork, version: number) => {
    const before = await network.balance()
    const [line = ''] = await redecide(network, version)
    expect(await network.balance()).toBe(before)
    const [, id = ''] = /approvals\/(\S+)/.exec(line)!
    const finance = await consoleClient(app, 'finance', network.partner.slug)
    expect((await approveAs(finance, id)).statusCode).toBe(200)
  }

  async function lockedDines() {
    const network = await newCardNetwork(app, {
      settings: { acclaimed: 'members', hasFlexOffers: true },
      terms: { campaignCodes: ['acclaimed'] },
      member: { tierLevel: 0 },
    })
    const ids = [randomUUID(), randomUUID()] as const
    await network.deliver(clearing, { id: ids[0] })
    await newOffer(db, owner(network), offerAt(network))
    await network.deliver(clearing, { id: ids[1], datetime: '2026-03-09T20:00:00' })
    expect(await network.balance()).toBe(0)
    return { network, ids }
  }
  const owner = ({ partner, memberId }: CardNetwork) => ({ partnerId: partner.slug, memberId })
  const offerAt = ({ merchant }: CardNetwork) => ({
    id: randomUUID(),
    merchantId: merchant.id,
    reward: { kind: 'fixed' as const, units: 100 },
    minimumSpendCents: 0,
    startsOn: '2026-03-01',
    endsOn: '2026-03-31',
    createdAt: Date.parse('2026-02-01T12:00:00Z'),
  })
  const postings = (network: CardNetwork) =>
    db.selectFrom('ledgerPostings').selectAll().where('partnerId', '=', network.partner.slug).execute()

  test('the dry run shows the differences of each dine and posts nothing', async () => {
    const { network } = await lockedDines()
    beginVersion2()
    const lines = await redecide(network, 2, '--dry-run')
    expect(lines).toEqual([
      expect.stringMatching(
        /2026-03-09 19:30 {2}Casa Lumen: Forfeit 0 \(acclaimed_locked\) -> Awarded 121 {2}\+121$/,
      ),
      expect.stringMatching(
        /2026-03-09 20:00 {2}Casa Lumen: Forfeit 0 \(acclaimed_locked\) -> Awarded 21 {2}\+21$/,
      ),
      `${network.partner.slug}: 2 dines of 1 members would move to version 2. 2 would change, +142 units in sum.`,
    ])
    expect(await network.balance()).toBe(0)
    expect(await postings(network)).toEqual([])
  })

  test('the run posts exactly these, once, and is audited; later events go by the version of their dine', async () => {
    const { network, ids } = await lockedDines()
    beginVersion2()
    await network.deliver(clearing, { id: ids[0], amount: 41 })
    expect(await network.balance()).toBe(0)
    const shown = await redecide(network, 2, '--dry-run')
    expect(shown.at(-1)).toContain('+141 units in sum')
    await approved(network, 2)
    expect(await network.balance()).toBe(141)
    expect(await redecide(network, 2)).toEqual([
      `${network.partner.slug}: 0 dines of 0 members moved to version 2. 0 changed, 0 units in sum.`,
    ])
    const audited = await db
      .selectFrom('auditLog')
      .selectAll()
      .where('subject', '=', network.memberId)
      .execute()
    expect(audited).toMatchObject([
      { action: 'rewards.redecide', actor: 'ada', after: { version: 2, dines: 2, units: 141 } },
    ])
    await network.deliver('transaction.refund', { amount: -10, originalTransactionId: ids[1] })
    expect(await network.balance()).toBe(141 - 5)
    await network.deliver(clearing, { datetime: '2026-03-09T21:00:00' })
    expect(await network.balance()).toBe(141 - 5 + 21)
    await approved(network, 1)
    expect(await network.balance()).toBe(0)
    await network.processAll()
  })

  test('a version that is unknown, or none -> refused', longTest, async () => {
    const { network } = await lockedDines()
    await expect(redecide(network, 99)).rejects.toThrow('There are: 1.')
    await expect(redecide(network, Number.NaN)).rejects.toThrow('npm run rewards -- redecide')
  })
})

test('expiry of authorizations: one dine cannot be decided -> those of others expire, and the run says so', async () => {
  const [broken, fine] = [await newCardNetwork(app), await newCardNetwork(app)]
  for (const network of [broken, fine]) await network.deliver('transaction.auth')
  const decided = (ruleVersion: number) =>
    db
      .updateTable('dines')
      .set({ decision: sql`jsonb_set(decision::jsonb, '{ruleVersion}', ${String(ruleVersion)}::jsonb)` })
      .where('memberId', '=', broken.memberId)
      .execute()
  await decided(99)
  app.clock.advance(days(31))
  const partners = { ...app.partners, all: () => [broken.partner, fine.partner] }
  const expiring = expireAuthorizations({ db, clock: app.clock, partners })
  await expect(expiring).rejects.toThrow('no rules of dines of version 99')
  await decided(newestDineRule())
  expect(await broken.activity()).toMatchObject([{ awardStatus: 'Pending' }])
  expect(await fine.activity()).toMatchObject([{ awardStatus: 'Forfeit' }])
})
