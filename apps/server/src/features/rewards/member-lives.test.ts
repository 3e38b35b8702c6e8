import { randomBytes } from 'node:crypto'
import { bonusDefinitionSchema } from '@dineward/core/partner/bonus-definition.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import {
  type ExpectedBooks,
  expectedBooks,
  type MemberFacts,
} from '@dineward/core/rewards/rewards-oracle-for-test.ts'
import { days } from '@dineward/core/shared/clock.ts'
import { expect, test } from 'vitest'
import { newLinkedCard, newMember, newMerchant } from '../../testing/factories.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { insertEnrollment } from '../bonuses/bonuses.repository.ts'
import { balanceOf } from '../ledger/ledger.service.ts'
import { ledgerProblems } from '../ledger/ledger-checks.read.ts'
import { newBooking, newOffer } from './components-for-test.ts'
import { expireAuthorizations, processInbox } from './inbox.service.ts'
import { type MemberLife, memberLife } from './member-life-for-test.ts'
import { receiveFidelEvent } from './receive-event.service.ts'
import { type Report, reportedPayments } from './reports-oracle-for-test.ts'

const app = await createTestApp()
const { db } = app.database
const services = { db, clock: app.clock, partners: app.partners }

/** `LIVES=2000 FIRST_LIFE=1` lives other lives; each is named by its seed. */
const lives = Number(process.env.LIVES ?? 30)
const firstLife = Number(process.env.FIRST_LIFE ?? 1)
const batchSize = 40

test(`${lives} lives of members from seed ${firstLife}: reports in any order -> the books of the plain model`, {
  timeout: 120_000 + lives * 1_000,
}, async () => {
  for (let seed = firstLife; seed < firstLife + lives; seed += batchSize) {
    const count = Math.min(batchSize, firstLife + lives - seed)
    await liveAll(Array.from({ length: count }, (_, n) => seed + n))
  }
})

/** Those of a batch at the same time, so that the inbox is processed once. */
async function liveAll(seeds: readonly number[]): Promise<void> {
  const prefix = randomBytes(6).toString('hex')
  const members: LivingMember[] = []
  for (const seed of seeds) members.push(await join(seed, memberLife(seed, prefix)))
  for (const member of members) await receive(member, member.life.received)
  await processInbox(services)
  app.clock.advance(days(31))
  await expireAuthorizations(services)
  for (const member of members) await receive(member, member.life.late)
  await processInbox(services)
  await expireAuthorizations(services)
  app.clock.advance(-days(31))
  for (const member of members) {
    const { facts, received, late } = member.life
    const expected = expectedBooks({ ...facts, payments: reportedPayments(received, late) })
    expect(await booksOf(member), `life ${member.seed}`).toEqual(inOrder(expected))
  }
  const slugs = new Set(members.map(({ partner }) => partner.slug))
  const problems = await ledgerProblems(db)
  expect(problems.filter(line => [...slugs].some(slug => line.includes(slug)))).toEqual([])
}

interface LivingMember {
  readonly seed: number
  readonly life: MemberLife
  readonly partner: Partner
  readonly memberId: string
  readonly cardId: string
}

async function join(seed: number, life: MemberLife): Promise<LivingMember> {
  const { facts, joinedAt } = life
  const partner = app.newPartner({ settings: settingsOf(facts) })
  const member = await newMember(app, partner, { joinedAt, enrollmentSource: 'website' })
  const card = await newLinkedCard(app, member)
  for (const { id, zone, terms } of facts.places) {
    const { campaignCodes: _, benefitDays, ...participation } = terms
    await newMerchant(
      app,
      partner,
      { id, timezone: zone },
      { ...participation, benefitDays: [...benefitDays] },
    )
  }
  const owner = { partnerId: partner.slug, memberId: member.id }
  for (const offer of facts.offers) await newOffer(db, owner, offer)
  for (const booking of facts.bookings) await newBooking(db, owner, booking)
  for (const { definition, enrolledAt } of facts.bonuses) {
    const { description, needsRegistration } = definition
    const enrollment = { ...owner, definition, description, enrolledAt: new Date(enrolledAt) }
    if (needsRegistration) await insertEnrollment(db, { ...enrollment, now: app.clock.now() })
  }
  return { seed, life, partner, memberId: member.id, cardId: card.id }
}

const settingsOf = ({ rate, rounding, vip, bonuses }: MemberFacts | MemberLife['facts']) => ({
  hasFlexOffers: true,
  hasVIP: true,
  vipQualification: vip,
  rewards: { earnRates: { '2': rate, '3': rate }, rounding },
  newMemberBonus: { windowHours: 2_160, enrollmentSources: ['website'] },
  bonuses: bonuses.map(({ definition }) => bonusDefinitionSchema.parse(definition)),
})

async function receive({ cardId }: LivingMember, reports: readonly Report[]): Promise<void> {
  for (const { event, id, placeId, cents, authCode, originalId, ...times } of reports) {
    const body = {
      id,
      amount: cents / 100,
      currency: 'USD',
      ...times,
      authCode,
      originalTransactionId: originalId,
      card: { metadata: { id: cardId } },
      location: { metadata: { id: placeId } },
    }
    expect(await receiveFidelEvent(services, { event, body: Buffer.from(JSON.stringify(body)) })).toBeNull()
  }
}

async function booksOf({ partner, memberId }: LivingMember): Promise<ExpectedBooks> {
  const dines = await db
    .selectFrom('dines')
    .select(['id', 'sourceTransactionId as transactionId', 'status', 'rewardUnits', 'componentUnits'])
    .where('partnerId', '=', partner.slug)
    .execute()
  const components = await db
    .selectFrom('dineComponents')
    .select(['dineId', 'kind', 'code', 'units'])
    .where('partnerId', '=', partner.slug)
    .where('units', '>', 0)
    .execute()
  const { tierLevel } = await db
    .selectFrom('members')
    .select('tierLevel')
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  return inOrder({
    dines: dines.map(({ id, transactionId, status, rewardUnits }) => ({
      transactionId,
      status: status as ExpectedBooks['dines'][number]['status'],
      baseUnits: rewardUnits,
      components: components
        .filter(({ dineId }) => dineId === id)
        .map(({ kind, code, units }) => `${kind} ${code} ${units}`)
        .sort(),
    })),
    balance: await balanceOf(db, partner.slug, memberId),
    isVip: tierLevel === 3,
  })
}

/** Which of its transactions names a dine depends on the order of reports. */
const inOrder = (books: ExpectedBooks): ExpectedBooks => ({
  ...books,
  dines: books.dines
    .map(dine => ({ ...dine, transactionId: dine.transactionId.replace(/-part\d$/, '') }))
    .toSorted((a, b) => (a.transactionId < b.transactionId ? -1 : 1)),
})
