import { isClosed } from '@dineward/core/members/member-questions.ts'
import {
  decideOffers,
  offerMinutes,
  type TableOffer,
  type WaitingParty,
} from '@dineward/core/reservations/table-offers.rules.ts'
import { slotTimesOf } from '@dineward/core/reservations/tables.rules.ts'
import { minutes } from '@dineward/core/shared/clock.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { Context } from '../../../context.ts'
import { Attempts } from '../../../jobs/attempts.ts'
import { newId } from '../../../new-id.ts'
import { lockMember } from '../../members/members.service.ts'
import type { PartnerRegistry } from '../../partner/partner-registry.service.ts'
import { assertMemberMayBook } from '../booking/assign-table.service.ts'
import { type BookingPlace, bookingPlace } from '../booking/booking-place.service.ts'
import {
  deleteExpiredHolds,
  insertHold,
  insertTableSlots,
  lockBookRows,
  selectTableSlots,
  selectTables,
} from '../books/books.repository.ts'
import { contextOfMember } from '../member-context.service.ts'
import { startsInWindow } from './alert-times.service.ts'
import {
  type AlertRow,
  deleteAlert,
  noteOffer,
  selectMerchantsWaitedFor,
  selectWaiting,
} from './table-alerts.repository.ts'
import { announceOffer } from './table-offer.mail.ts'

type Services = Omit<Context, 'partner'>
type Partners = Pick<PartnerRegistry, 'all' | 'siteOf'>

/**
 * Whatever freed a table, it is held for the first member who waits for it and was not told of it before. A hold that
 * expired goes to the next one. @returns how many were told.
 */
export async function offerFreedTables(services: Services, partners: Partners): Promise<number> {
  const attempts = new Attempts()
  let count = 0
  for (const merchantId of await selectMerchantsWaitedFor(services.db, services.clock.now()))
    await attempts.make(`restaurant ${merchantId}`, async () => {
      count += await offerTablesOf(services, partners, merchantId)
    })
  attempts.end()
  return count
}

interface Waiting {
  readonly alert: AlertRow
  readonly ctx: Context
  readonly place: BookingPlace
}

async function offerTablesOf(services: Services, partners: Partners, merchantId: string): Promise<number> {
  const { db, clock } = services
  const now = clock.now()
  const alerts = await selectWaiting(db, merchantId, now)
  const waiting = await withPlaces(services, partners, alerts)
  const parties = waiting.map(one => toParty(one, now))
  const instants = parties.flatMap(({ starts }) => starts.map(Number))
  if (instants.length === 0) return 0
  const longest = Math.max(...parties.map(({ seatingMinutes }) => seatingMinutes))
  const taken = await selectTableSlots(db, merchantId, {
    from: new Date(instants.reduce((a, b) => Math.min(a, b))),
    to: new Date(instants.reduce((a, b) => Math.max(a, b)) + minutes(longest)),
    now,
  })
  const offers = decideOffers(parties, await selectTables(db, merchantId, 1), taken)
  const byId = new Map(waiting.map(one => [one.alert.id, one]))
  let count = 0
  for (const offer of offers) if (await makeOffer(byId.get(offer.alertId)!, offer, partners)) count++
  return count
}

/** Alerts at a restaurant that has left the partner's program wait in vain, until they end. */
async function withPlaces(
  services: Services,
  partners: Partners,
  alerts: readonly AlertRow[],
): Promise<Waiting[]> {
  const places = new Map<string, Omit<Waiting, 'alert'>>()
  for (const partner of partners.all().filter(({ slug }) => alerts.some(one => one.partnerId === slug))) {
    const ctx = { ...services, partner }
    const place = await bookingPlace(ctx, alerts[0]!.merchantId).catch(unlessLeft)
    if (place) places.set(partner.slug, { ctx, place })
  }
  return alerts.flatMap(alert => {
    const at = places.get(alert.partnerId)
    return at ? [{ alert, ...at }] : []
  })
}

function unlessLeft(error: unknown): null {
  if (error instanceof AppError && error.code === 'merchant_not_found') return null
  throw error
}

function toParty({ alert, place: { book } }: Waiting, now: Date): WaitingParty {
  return {
    alertId: alert.id,
    partySize: alert.partySize,
    seatingMinutes: book?.terms.seatingMinutes ?? 0,
    starts: book ? startsInWindow(book, alert, now) : [],
    offeredTables: alert.offeredTables,
  }
}

/** Locks in the order of a booking: the member, then the book. What changed meanwhile is left to the next run. */
async function makeOffer(
  { alert, ctx, place }: Waiting,
  offer: TableOffer,
  partners: Partners,
): Promise<boolean> {
  const { merchantId, partySize } = alert
  const now = ctx.clock.now()
  return ctx.db.transaction().execute(async trx => {
    const inTransaction = { ...ctx, db: trx }
    const locked = await lockMember(inTransaction, alert.memberId)
    const member = await contextOfMember(inTransaction, alert.memberId)
    const seating = { place, startsAt: offer.startsAt, endsAt: offer.endsAt, partySize }
    const mayBook =
      !isClosed(locked) && (await assertMemberMayBook(member, seating).then(() => true, isRefused))
    if (!mayBook) {
      await deleteAlert(trx, alert, alert.id)
      return false
    }
    await lockBookRows(trx, [merchantId])
    await deleteExpiredHolds(trx, merchantId, now)
    const taken = await selectTableSlots(trx, merchantId, { from: offer.startsAt, to: offer.endsAt, now })
    if (taken.some(({ tableNo }) => tableNo === offer.tableNo)) return false
    if (!(await noteOffer(trx, alert, offer.tableNo))) return false
    const hold = await holdFor(inTransaction, alert, offer)
    await announceOffer(member, { alert, place, hold, origin: partners.siteOf(ctx.partner) })
    return true
  })
}

/** @throws what is no refusal. */
function isRefused(error: unknown): false {
  if (error instanceof AppError) return false
  throw error
}

async function holdFor(
  { db, clock }: Context,
  { id: alertId, partnerId, memberId, merchantId, partySize }: AlertRow,
  { tableNo, startsAt, endsAt }: TableOffer,
) {
  const expiresAt = new Date(clock.now().getTime() + minutes(offerMinutes))
  const hold = { id: newId(), startsAt, expiresAt }
  await insertHold(db, { ...hold, partnerId, memberId, alertId, merchantId, tableNo, endsAt, partySize })
  const quarters = slotTimesOf({ startsAt, endsAt })
  await insertTableSlots(db, { merchantId, tableNo }, quarters, { partnerId, holdId: hold.id })
  return hold
}
