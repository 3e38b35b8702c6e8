import { randomBytes } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import type { ExpectedBooks } from '@dineward/core/rewards/oracle/rewards-oracle-for-test.ts'
import { minutes } from '@dineward/core/shared/clock.ts'
import { expect, test } from 'vitest'
import type { Gateways } from '../../../gateways/gateways.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import { batchSizes, processInbox } from '../../card-events/inbox.service.ts'
import { deliverAll, wrongBeliefs } from '../../events/receiver-for-test.ts'
import { ledgerProblems } from '../../ledger/ledger-checks.read.ts'
import { runPayouts } from '../../payouts/payouts.service.ts'
import { receiveAnswers } from '../../settlement/receive-answers.service.ts'
import { sendAccruals } from '../../settlement/send-accruals.service.ts'
import { expireAuthorizations } from '../expire-authorizations.service.ts'
import { booksUntil, earnStepByStep, expectedStatuses, newestLinkIn } from './expected-life-for-test.ts'
import {
  approveClaims,
  beginLife,
  changeMember,
  knownNumber,
  type LivingMember,
  receiveReports,
  storedBooks,
  storedDines,
  unknownNumber,
} from './living-member-for-test.ts'
import { daysFromMarch, memberLife } from './member-life-for-test.ts'
import { recordingOf } from './recording-for-test.ts'
import { shiftDates } from './shifted-life-for-test.ts'

const app = await createTestApp()
const { db } = app.database

/** `LIVES=2000 FIRST_LIFE=1` lives others; each is named by its seed. `RECORDING=FILE` keeps all that they led to. */
const lives = Number(process.env.LIVES ?? 20)
const firstLife = Number(process.env.FIRST_LIFE ?? 20_001)
const recording = process.env.RECORDING
const batchSize = 40

test(`${lives} lives of members from seed ${firstLife}: the books of the plain model`, {
  timeout: 120_000 + lives * 4_000,
}, async () => {
  const differences: string[] = []
  const seeds = Array.from({ length: lives }, (_, n) => firstLife + n)
  for (const [days, ofSeason] of Map.groupBy(seeds, daysFromMarch))
    for (let first = 0; first < ofSeason.length; first += batchSize)
      differences.push(...(await liveAll(ofSeason.slice(first, first + batchSize), days)))
  expect(differences.join('\n')).toBe('')
})

/** Those of a batch at the same time, so that the inbox is processed once a round. @returns differences to the models. */
async function liveAll(seeds: readonly number[], days: number): Promise<string[]> {
  const differences = new Map<LivingMember, string>()
  const prefix = recording ? `life-${seeds[0]}` : randomBytes(6).toString('hex')
  const members: LivingMember[] = []
  const beliefs: string[] = []
  app.clock.set(shiftDates('2026-02-25T18:00:00Z', days))
  for (const seed of seeds) members.push(await beginLife(app, seed, memberLife(seed, prefix)))
  const partners = { ...app.partners, all: () => members.map(({ partner }) => partner) }
  const services = { db, clock: app.clock, partners }
  for (const [round, time] of members[0]!.life.times.entries()) {
    app.clock.set(time)
    for (const member of members) await changeMember(member, round)
    for (const member of members) await receiveReports(member, round)
    await processInbox(services, batchSizes.server)
    for (const member of members) await approveClaims(member, round)
    await expireAuthorizations(services)
    for (const member of members.filter(each => !differences.has(each)))
      await (member.life.currency === 'Credit' ? payOut : settle)(member, round).catch((error: Error) =>
        differences.set(member, `life ${member.seed}, round ${round}: ${error.message}`),
      )
  }
  if (recording) for (const member of members) appendFileSync(recording, await recordingOfLife(member))
  await deliverAll(app)
  for (const { seed, partner, member, events } of members)
    for (const line of await wrongBeliefs(app, partner, member.id, events))
      beliefs.push(`life ${seed}, told by events: ${line}`)
  const problems = await ledgerProblems(db)
  const ofLives = problems.filter(line => members.some(({ partner }) => line.includes(partner.slug)))
  return [...differences.values(), ...beliefs, ...ofLives]
}

async function recordingOfLife({ seed, partner, member, cards }: LivingMember): Promise<string> {
  const names = new Map([[member.id, 'member'], ...cards.map(({ id }, n) => [id, `card ${n}`] as const)])
  const lines = await recordingOf(db, partner.slug, names)
  return lines.map(line => `${seed} ${line}\n`).join('')
}

/** The model settles too. */
async function settle(living: LivingMember, round: number): Promise<void> {
  const { life, partner, settlement } = living
  const { answersFirst } = life.rounds[round]!
  earnStepByStep(living, round)
  for (const step of answersFirst ? [takeAnswers, sendFile] : [sendFile, takeAnswers])
    await step(living, round)
  const expected = booksUntil(life, round, { expiredBy: round })
  await compare(living, { ...expected, balance: expected.balance - settlement.confirmed() })
  const statuses = new Map(
    (await storedDines(app, partner.slug)).map(dine => [dine.transactionId, dine.status]),
  )
  const simple = expectedStatuses(living, expected)
  same(
    'statuses of dines',
    simple.map(([id]) => [id, statuses.get(id!)]),
    simple,
  )
}

async function sendFile(living: LivingMember, round: number): Promise<void> {
  const { life, accruals, settlement } = living
  if (!life.rounds[round]!.isSent) return
  const before = accruals.countFiles()
  await sendAccruals(contextOf(living, { accruals: accruals.accruals }))
  const number = round >= life.correctsNumberIn ? knownNumber : unknownNumber
  same('units of the file', accruals.unitsOf(before), settlement.send(number, Date.parse(life.times[round]!)))
}

async function takeAnswers(living: LivingMember, round: number): Promise<void> {
  const { life, accruals, settlement } = living
  if (!life.rounds[round]!.isAnswered) return
  accruals.answerAll()
  await receiveAnswers(contextOf(living, { accruals: accruals.accruals }))
  settlement.answer(sentUnder => sentUnder === unknownNumber)
}

/** The model pays out too. */
async function payOut(living: LivingMember, round: number): Promise<void> {
  const { life, partner, member, payouts, payout } = living
  const expected = booksUntil(life, round, { expiredBy: round })
  const ctx = contextOf(living, { payouts: payouts.provider })
  const services = { ...ctx, partners: { ...app.partners, all: () => [partner] } }
  const { provider } = life.rounds[round]!
  // What the provider did not answer is asked about an hour later.
  for (const mood of [provider, provider === 'down' || provider === 'silent' ? 'usual' : provider] as const) {
    payouts.become(mood)
    await runPayouts(services)
    payout.run(expected.balance, app.clock.now().getTime(), mood, newestLinkIn(life, round))
    app.clock.advance(minutes(61))
  }
  app.clock.set(life.times[round]!)
  await compare(living, { ...expected, balance: payout.balance(expected.balance) })
  const credits = await db
    .selectFrom('statementCredits')
    .select(['amountCents', 'status'])
    .where('partnerId', '=', partner.slug)
    .where('memberId', '=', member.id)
    .orderBy('createdAt')
    .execute()
  const statuses = credits.map(
    ({ amountCents, status }) => `${amountCents} ${status.replace(/^pending.*/, 'open')}`,
  )
  same('payouts', statuses, payout.payouts())
  same('orders at the provider', payouts.arrivals(), Array(payout.accepted()).fill(1))
}

function contextOf({ partner }: LivingMember, gateways: Partial<Gateways>) {
  const context = app.context(partner)
  const actor = { kind: 'system', name: 'lives' } as const
  return {
    ...context,
    actor,
    gateways: { ...context.gateways, ...gateways },
    origin: app.partners.siteOf(partner),
  }
}

async function compare(living: LivingMember, expected: ExpectedBooks): Promise<void> {
  same('books', await storedBooks(living), expected)
}

function same(what: string, stored: unknown, expected: unknown): void {
  if (isDeepStrictEqual(stored, expected)) return
  throw new Error(`${what}: ${JSON.stringify(stored)}, expected ${JSON.stringify(expected)}`)
}
