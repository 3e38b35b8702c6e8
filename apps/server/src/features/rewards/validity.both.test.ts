import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '../../db/in-transaction.ts'
import { newLinkedCard, newMember } from '../../testing/factories.ts'
import { createTestApp } from '../../testing/test-app.ts'
import {
  type CardNetwork,
  cardNetworkOf,
  type Fields,
  newCardNetwork,
} from '../card-events/card-network-for-test.ts'
import { markMemberClosed, reopenAccount } from '../members/members.service.ts'
import { importBench, ndjson, newId, row } from '../merchant-import/import-for-test.ts'
import { createPartnerRegistry } from '../partner/partner-registry.service.ts'
import { recordRates } from '../partner/rate-versions.service.ts'
import { setSetting } from '../partner/settings.service.ts'

const app = await createTestApp()
const { db } = app.database
const auth = 'transaction.auth'
const clearing = 'transaction.clearing'
const goTo = (time: string) => app.clock.advance(Date.parse(time) - app.clock.now().getTime())
const { fileOf, run } = importBench(app)

beforeEach(() => goTo('2026-03-10T18:00:00Z'))

/** What dines at these local times earn, reported now, by time. */
async function earnedBy(network: CardNetwork, dines: readonly Fields[]) {
  for (const fields of dines) await network.send(clearing, fields)
  await network.processAll()
  const activity = (await network.activity()) as { benefitAmount: number; reason: { code: string } | null }[]
  return activity.map(({ benefitAmount, reason }) => reason?.code ?? benefitAmount).toReversed()
}

describe('terms of a restaurant (edge case 12)', () => {
  test('left, joined again with another MID and other days -> each dine by the terms of its day', async () => {
    const network = await newCardNetwork(app)
    const id = newId()
    const importRow = async (day: string, changes: object) => {
      goTo(`${day}T18:00:00Z`)
      await run(fileOf(`${day}.ndjson`, ndjson(row(id, changes))), network.partner)
    }
    await importRow('2026-02-01', { mid: `${id}-a` })
    await importRow('2026-02-10', { mid: `${id}-a`, leftOn: '2026-02-10' })
    await importRow('2026-03-01', { mid: `${id}-b` })
    await importRow('2026-03-03', { mid: `${id}-b`, benefitDays: 'Tue|Wed' })
    goTo('2026-03-10T18:00:00Z')
    const dineOn = (day: string, mid: string) => ({
      datetime: `${day}T12:00:00`,
      location: null,
      identifiers: { MID: `${id}-${mid}` },
    })
    expect(
      await earnedBy(network, [
        dineOn('2026-03-09', 'b'),
        dineOn('2026-03-02', 'b'),
        dineOn('2026-02-20', 'a'),
        dineOn('2026-02-09', 'a'),
        dineOn('2026-03-04', 'b'),
        dineOn('2026-03-05', 'a'),
        dineOn('2026-02-01', 'a'),
      ]),
    ).toEqual([127, 127, 'merchant_left', 127, 127, 'not_participating', 'excluded_day'])
    const kept = await db
      .selectFrom('formerParticipations')
      .select(['validFrom', 'leftOn', 'cause'])
      .where('merchantId', '=', id)
      .orderBy('validFrom')
      .execute()
    expect(kept).toEqual([
      { validFrom: '2026-02-01', leftOn: '2026-02-10', cause: 'joined_again' },
      { validFrom: '2026-03-01', leftOn: null, cause: 'terms_changed' },
    ])
  })

  test('a charge that comes late and is earlier -> the terms of its day', async () => {
    const network = await newCardNetwork(app, { terms: { leftOn: '2026-03-09' } })
    const id = randomUUID()
    await network.deliver(clearing, { id, datetime: '2026-03-09T00:10:00' })
    expect(await network.balance()).toBe(0)
    await network.deliver(auth, { id, datetime: '2026-03-08T23:50:00' })
    expect(await network.balance()).toBe(127)
  })
})

describe('earn rates', () => {
  const ratesOf = (numerator: number) => ({
    rewards: { earnRates: { '2': { numerator, denominator: 100 } } },
  })
  /** The registry has the one partner, as in another process. */
  const registryOf = ({ partner }: CardNetwork) =>
    createPartnerRegistry([partner], { defaultSlug: partner.slug, byHostNames: false })

  test('changed twice: a dine earns the rate of its time, whenever it is reported', async () => {
    const network = await newCardNetwork(app)
    const partners = registryOf(network)
    const setRate = (value: number) =>
      setSetting(
        { db, clock: app.clock, partners, actor: { kind: 'system', name: 'ada' } },
        { partner: partners.all()[0]!, path: 'rewards.earnRates.2.numerator', value },
      )
    const id = randomUUID()
    await network.deliver(auth, { id, datetime: '2026-03-10T13:59:00', amount: 36 })
    await setRate(5)
    goTo('2026-03-11T18:00:00Z')
    await setRate(4)
    const dines = [
      { id, datetime: '2026-03-10T13:59:00' },
      { datetime: '2026-03-01T12:00:00' },
      { datetime: '2026-03-11T12:00:00' },
      { datetime: '2026-03-11T15:00:00' },
    ]
    expect(await earnedBy(network, dines)).toEqual([127, 127, 212, 170])
  })

  test('changed by a release: from the start of the server on', async () => {
    const network = await newCardNetwork(app)
    const services = { db, clock: app.clock, partners: registryOf(network) }
    await recordRates(services)
    goTo('2026-03-11T18:00:00Z')
    services.partners.applyOverrides(network.partner.slug, { settings: ratesOf(10) })
    await recordRates(services)
    await recordRates(services)
    const dines = [{ datetime: '2026-03-11T12:00:00' }, { datetime: '2026-03-11T15:00:00' }]
    expect(await earnedBy(network, dines)).toEqual([127, 425])
    const versions = await db
      .selectFrom('rateVersions')
      .select('cause')
      .where('partnerId', '=', network.partner.slug)
      .execute()
    expect(versions.map(({ cause }) => cause).sort()).toEqual(['first', 'folder'])
  })
})

describe('links of a card (edge case 14)', () => {
  test('removed between authorization and clearing -> earns; linked again: what was in between earns nothing', async () => {
    const network = await newCardNetwork(app)
    const id = randomUUID()
    await network.deliver(auth, { id, datetime: '2026-03-09T12:00:00' })
    const set = { removedAt: '2026-03-09T18:00:00Z' }
    await db.updateTable('linkedCards').set(set).where('id', '=', network.cardId).execute()
    await network.deliver(clearing, { id, datetime: '2026-03-10T02:00:00' })
    const { cardToken } = await cardOf(network)
    const member = { id: network.memberId, partnerId: network.partner.slug }
    const again = await newLinkedCard(app, member, { cardToken, linkedAt: '2026-03-09T20:00:00Z' })
    const card = { metadata: { id: again.id } }
    const dines = [
      { datetime: '2026-03-09T15:00:00', card },
      { datetime: '2026-03-09T17:00:00', card },
    ]
    expect(await earnedBy(network, dines)).toEqual([127, 'card_not_linked_at_dine', 127])
  })

  test('the same number, of one member and then of another -> each earns in its own time', async () => {
    const network = await newCardNetwork(app, { card: { removedAt: '2026-03-09T18:00:00Z' } })
    const next = await newMember(app, network.partner)
    const { cardToken } = await cardOf(network)
    const card = await newLinkedCard(app, next, { cardToken, linkedAt: '2026-03-09T18:05:00Z' })
    const other = cardNetworkOf(app, network.partner, { ...network, memberId: next.id, cardId: card.id })
    const dines = [{ datetime: '2026-03-09T13:00:00' }, { datetime: '2026-03-09T15:00:00' }]
    expect(await earnedBy(network, dines)).toEqual([127, 'card_removed'])
    expect(await earnedBy(other, dines)).toEqual(['card_not_linked_at_dine', 127])
  })

  const cardOf = ({ cardId }: CardNetwork) =>
    db.selectFrom('linkedCards').select('cardToken').where('id', '=', cardId).executeTakeFirstOrThrow()
})

test('an account that was closed and is open again: dines in between earn nothing', async () => {
  const network = await newCardNetwork(app)
  const ctx = app.context(network.partner)
  goTo('2026-03-08T18:00:00Z')
  await inTransaction(ctx.db, trx => markMemberClosed({ ...ctx, db: trx }, network.memberId))
  goTo('2026-03-09T18:00:00Z')
  await inTransaction(ctx.db, trx => reopenAccount({ ...ctx, db: trx }, network.memberId))
  goTo('2026-03-10T18:00:00Z')
  const dines = ['2026-03-08T13:00:00', '2026-03-08T15:00:00', '2026-03-09T15:00:00']
  const earned = await earnedBy(
    network,
    dines.map(datetime => ({ datetime })),
  )
  expect(earned).toEqual([127, 'account_closed', 127])
})

test('an event of the day before the program begins -> parked, and no dine', async () => {
  const network = await newCardNetwork(app, { settings: { startsOn: '2026-03-08' } })
  const id = randomUUID()
  await network.deliver(clearing, { id, datetime: '2026-03-07T23:59:59' })
  const event = db.selectFrom('cardEvents').select(['status', 'reasonCode']).where('transactionId', '=', id)
  expect(await event.execute()).toEqual([{ status: 'parked', reasonCode: 'event_before_program' }])
  expect(await network.activity()).toEqual([])
})
