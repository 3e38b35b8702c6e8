import { isVip } from '@dineward/core/members/member-questions.ts'
import { bonusDefinitionSchema } from '@dineward/core/partner/bonus-definition.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import type { ExpectedBooks, Place } from '@dineward/core/rewards/oracle/rewards-oracle-for-test.ts'
import { expect } from 'vitest'
import { newLinkedCard, newMember, newMerchant } from '../../../testing/factories.ts'
import type { TestApp } from '../../../testing/test-app.ts'
import { insertEnrollment } from '../../bonuses/bonuses.repository.ts'
import type { EventName } from '../../card-events/card-network-for-test.ts'
import { processClaimedDine } from '../../card-events/claimed-dine.service.ts'
import { receiveEvent } from '../../card-events/receive-event.service.ts'
import { newEventReader } from '../../events/receiver-for-test.ts'
import { recordEvents } from '../../events/record-events.service.ts'
import { balanceOf } from '../../ledger/ledger.service.ts'
import {
  changeEmailOptIn,
  changeMemberNumber,
  markMemberClosed,
  reopenAccount,
} from '../../members/members.service.ts'
import { newBooking, newOffer } from '../components-for-test.ts'
import { kardBody } from './kard-life-for-test.ts'
import type { MemberLife } from './member-life-for-test.ts'
import { payoutModel, settlementModel } from './money-oracle-for-test.ts'
import { networkOf, type Report } from './report-for-test.ts'
import { partnerForLife, providerForLife } from './third-parties-for-test.ts'

/* The member of the real product lives a generated life. */

export type LivingMember = Awaited<ReturnType<typeof beginLife>>

export async function beginLife(app: TestApp, seed: number, life: MemberLife) {
  const { facts, joinedAt, currency, thresholdCents } = life
  const { db } = app.database
  const partner = app.newPartner({
    like: currency === 'Credit' ? 'harbor' : 'skyward',
    settings: { ...settingsOf(life), payout: { thresholdCents, delivery: 'Card' } },
  })
  const memberNumber = life.correctsNumberIn > 0 ? unknownNumber : knownNumber
  const member = await newMember(app, partner, {
    emailOptIn: true,
    joinedAt,
    enrollmentSource: 'website',
    memberNumber,
  })
  const card = await newLinkedCard(app, member, { linkedAt: new Date(facts.links[0]!.linkedAt) })
  for (const place of facts.places) await openPlace(app, partner, place)
  if (facts.formerRate) await changeRates(app, partner, facts.formerRate)
  const events = await newEventReader(app, partner)
  await db
    .transaction()
    .execute(async trx =>
      recordEvents({ db: trx, partner, clock: app.clock }, [
        { type: 'member.enrolled', id: member.id, memberId: member.id },
      ]),
    )
  const owner = { partnerId: partner.slug, memberId: member.id }
  for (const offer of facts.offers) await newOffer(db, owner, offer)
  for (const booking of facts.bookings) await newBooking(db, owner, booking)
  for (const { definition, enrolledAt } of facts.bonuses) {
    const { description, needsRegistration } = definition
    const enrollment = { ...owner, definition, description, enrolledAt: new Date(enrolledAt) }
    if (needsRegistration) await insertEnrollment(db, { ...enrollment, now: app.clock.now() })
  }
  return {
    app,
    seed,
    life,
    partner,
    member,
    cards: [card],
    events,
    accruals: partnerForLife(number => number === unknownNumber),
    payouts: providerForLife(app.clock.now),
    settlement: settlementModel(),
    payout: payoutModel(thresholdCents),
  }
}

async function openPlace(app: TestApp, partner: Partner, { id, zone, terms, former }: Place): Promise<void> {
  const columnsOf = ({ campaignCodes, benefitDays, ...columns }: Place['terms']) => ({
    ...columns,
    benefitDays: [...benefitDays],
    campaignCodes: [...campaignCodes],
  })
  const termsFrom = former?.until ?? null
  await newMerchant(app, partner, { id, timezone: zone }, { ...columnsOf(terms), termsFrom })
  if (!former) return
  const validFrom = former.terms.joinedOn
  const row = { partnerId: partner.slug, merchantId: id, validFrom, ...columnsOf(former.terms) }
  await app.database.db
    .insertInto('formerParticipations')
    .values({ ...row, cause: 'terms_changed', recordedAt: app.clock.now() })
    .execute()
}

async function changeRates(
  app: TestApp,
  { slug, settings: { rewards } }: Partner,
  { rate, until }: NonNullable<MemberLife['facts']['formerRate']>,
): Promise<void> {
  const before = { ...rewards, earnRates: { ...rewards.earnRates, '2': rate } }
  const row = { partnerId: slug, recordedAt: app.clock.now() }
  await app.database.db
    .insertInto('rateVersions')
    .values([
      { ...row, validFrom: new Date(0), cause: 'first', rates: JSON.stringify(before) },
      { ...row, validFrom: new Date(until), cause: 'setting', rates: JSON.stringify(rewards) },
    ])
    .execute()
}

export const [knownNumber, unknownNumber] = ['402815637', '402815638']

export const settingsOf = ({
  facts: { rate, vipRate, optedOutRate, rounding, vip, bonuses },
}: MemberLife) => ({
  showEmailOptIn: true,
  hasFlexOffers: true,
  hasVIP: true,
  vipQualification: vip,
  rewards: { earnRates: { '0': optedOutRate, '2': rate, '3': vipRate }, rounding, holdDays: 0 },
  newMemberBonus: { windowHours: 2_160, enrollmentSources: ['website'] },
  bonuses: bonuses.map(({ definition }) => bonusDefinitionSchema.parse(definition)),
})

/** Removes and links the card, corrects the number, opts out and in, closes the account and opens it again. */
export async function changeMember(
  { app, life, partner, member, cards }: LivingMember,
  round: number,
): Promise<void> {
  const outside = app.context(partner)
  const [first, second] = life.facts.links
  const [card] = cards
  if (round === 0 && first!.removedAt !== null)
    await app.database.db
      .updateTable('linkedCards')
      .set({ removedAt: new Date(first!.removedAt) })
      .where('id', '=', card!.id)
      .execute()
  if (round === 1 && second) {
    const link = { cardToken: card!.cardToken, linkedAt: new Date(second.linkedAt) }
    cards.push(await newLinkedCard(app, member, link))
  }
  await app.database.db.transaction().execute(async db => {
    const ctx = { ...outside, db }
    if (round === life.correctsNumberIn && round > 0)
      expect(await changeMemberNumber(ctx, member.id, knownNumber)).toBe(true)
    const time = Date.parse(life.times[round]!)
    if (life.facts.optedOut?.from === time) await changeEmailOptIn(ctx, member.id, false)
    if (life.facts.optedOut?.to === time) await changeEmailOptIn(ctx, member.id, true)
    if (life.facts.closed?.from === time) await markMemberClosed(ctx, member.id)
    if (life.facts.closed?.to === time) await reopenAccount(ctx, member.id)
  })
}

export async function receiveReports({ app, life, cards }: LivingMember, round: number): Promise<void> {
  const { reports, link } = life.rounds[round]!
  const services = { db: app.database.db, clock: app.clock }
  for (const report of reports) {
    const { event, placeId } = report
    if (event === 'claim') continue
    if (networkOf(report) === 'kard') {
      const { zone } = life.facts.places.find(place => place.id === placeId)!
      // The same content when it comes again.
      const received = { event: 'transaction', body: kardBody(report, { zone, cardId: cards[0]!.id }) }
      expect(await receiveEvent(services, 'kard', received)).toBeNull()
      continue
    }
    const received = { event: event as EventName, body: Buffer.from(fidelBody(report, cards[link]!.id)) }
    expect(await receiveEvent(services, 'fidel', received)).toBeNull()
  }
}

export function fidelBody(
  { event: _, id, placeId, cents, authCode, originalId, ...times }: Report,
  cardId: string,
): string {
  return JSON.stringify({
    id,
    amount: cents / 100,
    currency: 'USD',
    ...times,
    authCode,
    originalTransactionId: originalId,
    card: { metadata: { id: cardId } },
    location: { metadata: { id: placeId } },
  })
}

export async function approveClaims(
  { app, life, partner, cards }: LivingMember,
  round: number,
): Promise<void> {
  for (const { event, id, placeId, cents, datetime } of life.rounds[round]!.reports) {
    if (event !== 'claim') continue
    const claim = {
      partnerId: partner.slug,
      claimId: id.replace('claim-', ''),
      cardId: cards.at(-1)!.id,
      merchantId: placeId,
      dinedOn: datetime.slice(0, 10),
      amountCents: cents,
    }
    const services = { clock: app.clock, partners: app.partners }
    await app.database.db.transaction().execute(trx => processClaimedDine({ ...services, db: trx }, claim))
  }
}

/** The books as they are stored; a dine that has earned is Awarded here, whatever became of its reward. */
export async function storedBooks({ app, life, partner, member }: LivingMember): Promise<ExpectedBooks> {
  const { db } = app.database
  const dines = await storedDines(app, partner.slug)
  const components = await db
    .selectFrom('dineComponents')
    .select(['dineId', 'kind', 'code', 'units'])
    .where('partnerId', '=', partner.slug)
    .where('units', '>', 0)
    .execute()
  const { tierLevel } = await db
    .selectFrom('members')
    .select('tierLevel')
    .where('id', '=', member.id)
    .executeTakeFirstOrThrow()
  return inOrder(
    {
      dines: dines.map(({ id, transactionId, status, rewardUnits }) => ({
        transactionId,
        status: status === 'Deferred' || status === 'Paid' ? 'Awarded' : status,
        baseUnits: rewardUnits,
        components: components
          .filter(({ dineId }) => dineId === id)
          .map(({ kind, code, units }) => `${kind} ${code} ${units}`)
          .sort(),
      })),
      balance: await balanceOf(db, partner.slug, member.id),
      isVip: isVip({ tierLevel }),
    },
    life,
  )
}

export const storedDines = ({ database: { db } }: TestApp, partnerId: string) =>
  db
    .selectFrom('dines')
    .select(['id', 'sourceTransactionId as transactionId', 'status', 'rewardUnits'])
    .where('partnerId', '=', partnerId)
    .execute()

/** Which of its transactions, or its claim, names a dine depends on the order of reports. */
export const inOrder = (books: ExpectedBooks, { rounds }: MemberLife): ExpectedBooks => ({
  ...books,
  dines: books.dines
    .map(dine => ({
      ...dine,
      transactionId: hasClaims(rounds) ? '' : dine.transactionId.replace(/-part\d$/, ''),
    }))
    .toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
})

export const hasClaims = (rounds: MemberLife['rounds']): boolean =>
  rounds.some(({ reports }) => reports.some(({ event }) => event === 'claim'))
