import { instantAt } from '@dineward/core/rewards/oracle/oracle-times-for-test.ts'
import type { Place } from '@dineward/core/rewards/oracle/rewards-oracle-for-test.ts'
import type { SeededRandom } from '@dineward/core/shared/seeded-random.ts'
import { amountOf, dates, list, nextDay } from './life-values-for-test.ts'
import type { KardEventName, Report } from './report-for-test.ts'

/* What the second network reports. Its visits are at times of their own, but for those that both report. */

const times = ['11:50:00', '12:20:00', '18:20:00', '20:40:00', '23:20:00']

/** A visit is approved, or settled, or both; or reversed. It is returned in parts. */
export function kardVisit(random: SeededRandom, id: string, place: Place): Report[] {
  const date = random.pick(dates)
  const visit = { id: `kard:${id}`, place, datetime: `${date}T${random.pick(times)}` }
  const cents = amountOf(random)
  const isSettled = random.chance(0.7)
  const settled = list(random, 1, random.chance(0.3) ? 2 : 1, n =>
    report(visit, { event: 'SETTLED', cents: n === 0 ? cents : amountOf(random), hours: 8 + n }),
  )
  return [
    ...(random.chance(0.6) ? [report(visit, { event: 'APPROVED', cents: amountOf(random), hours: 0 })] : []),
    ...(random.chance(isSettled ? 0.1 : 0.6) ? [report(visit, { event: 'REVERSED', cents, hours: 1 })] : []),
    ...(isSettled ? settled : []),
    ...list(random, 0, random.chance(0.4) ? 2 : 0, n =>
      returned(visit, { id: `${visit.id}-r${n}`, date: nextDay(date), cents: -2 * random.int(50, 2_500) }),
    ),
  ].filter(({ cents: amount }, n, all) => n === all.findIndex(other => other.cents === amount) || amount < 0)
}

/**
 * One clearing comes in both networks, minutes apart; what is given back is told by either or both. Over New Year it
 * matters when a refund was first reported, and no report says which of two equal ones it repeats: there each has an
 * amount of its own.
 */
export function visitOfBoth(
  random: SeededRandom,
  id: string,
  { place, isOverNewYear }: { readonly place: Place; readonly isOverNewYear: boolean },
): Report[] {
  const date = random.pick(dates)
  const time = random.pick(times)
  const visit = { id: `kard:${id}`, place, datetime: `${date}T${time}` }
  const cents = random.int(500, 9_000)
  const common = { placeId: place.id, updated: '2026-03-10T00:00:00.000Z', authCode: null }
  const different = list(random, 0, random.chance(0.5) ? 2 : 0, () => -2 * random.int(50, 2_500))
  const refunds = random.chance(0.5) && !isOverNewYear ? different.map(() => different[0]!) : different
  return [
    report(visit, { event: 'SETTLED', cents, hours: 8 }),
    {
      ...common,
      event: 'transaction.clearing',
      id,
      cents,
      datetime: `${date}T${time.slice(0, 4)}${random.pick(['2:00', '3:30'])}`,
      originalId: null,
    },
    ...refunds.flatMap((amount, n) => {
      const ofKard = returned(visit, { id: `${visit.id}-r${n}`, date: nextDay(date), cents: amount })
      const ofFidel: Report = {
        ...common,
        event: 'transaction.refund',
        id: `${id}-r${n}`,
        cents: amount,
        datetime: ofKard.datetime,
        originalId: id,
      }
      return random.some([ofKard, ofFidel], random.int(1, 2))
    }),
  ]
}

interface Visit {
  readonly id: string
  readonly place: Place
  readonly datetime: string
}

/** @param hours after the visit */
function report(
  { id, place, datetime }: Visit,
  { event, cents, hours }: { event: KardEventName; cents: number; hours: number },
): Report {
  const updated = new Date(instantAt(place.zone, datetime) + hours * 3_600_000).toISOString()
  return { event, id, placeId: place.id, cents, datetime, updated, authCode: null, originalId: null }
}

function returned(visit: Visit, { id, date, cents }: { id: string; date: string; cents: number }): Report {
  const datetime = `${date}T09:30:00`
  const told = report({ ...visit, id, datetime }, { event: 'RETURNED', cents, hours: 0 })
  return { ...told, originalId: visit.id }
}

/** In the network's shape. */
export function kardBody(
  { event, id, placeId, cents, datetime, updated, originalId }: Report,
  { zone, cardId }: { readonly zone: Place['zone']; readonly cardId: string },
): Buffer {
  const idOf = (text: string) => text.replace('kard:', '')
  const attributes = {
    transactionId: idOf(id),
    status: event,
    amount: Math.abs(cents),
    currency: 'USD',
    accountId: cardId,
    merchant: { storeId: placeId },
    originalTransactionId: originalId && idOf(originalId),
    ...(event === 'RETURNED'
      ? { transactionDate: new Date(instantAt(zone, datetime)).toISOString() }
      : {
          authorizationDate: new Date(instantAt(zone, datetime)).toISOString(),
          ...(event === 'SETTLED' ? { settledDate: updated } : {}),
          ...(event === 'REVERSED' ? { transactionDate: updated } : {}),
        }),
  }
  const data = { id: `${id} ${event} ${cents} ${updated}`, type: 'transaction', attributes }
  return Buffer.from(JSON.stringify({ data }))
}
