import { isIdempotencyKey } from '@dineward/core/reservations/bookings.rules.ts'
import type { Reservation } from '@dineward/core/reservations/reservations.contract.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { MemberContext } from '../../../context.ts'
import { deleteHold, deleteOfferedHold, type HoldRow, insertTableSlots } from '../books/books.repository.ts'
import { bookAtProvider } from '../provider.service.ts'
import {
  type AssignedTable,
  assertBelowLimit,
  findFreeTable,
  lockBooks,
  lockOpenMember,
  offeredHold,
  ownerOf,
  type RequestedSeating,
  resolveChoice,
  slotsOfTable,
} from './assign-table.service.ts'
import {
  type Booking,
  type BookingRequest,
  createReservation,
  findBookingByKey,
} from './create-reservation.service.ts'

/**
 * The same key books once. @throws as `holdTable`, `lease_expired`, `reservation_limit_reached`,
 * `idempotency_conflict`.
 */
export async function bookTable(
  ctx: MemberContext,
  input: { booking: Booking; key: string | undefined; origin: string },
): Promise<Reservation> {
  const request = { ...input, key: checkedKey(input.key) }
  // First, because the restaurant may have changed since the booking.
  const before = await findBookingByKey(ctx, request)
  if (before) return before
  const chosen = await resolveChoice(ctx, input.booking)
  const { provider } = chosen.place
  return provider ? bookAtProvider(ctx, provider, { request, chosen }) : bookInOurBook(ctx, request, chosen)
}

function checkedKey(key: string | undefined): string {
  if (key !== undefined && isIdempotencyKey(key)) return key
  const message = 'must be sent: a text of 1 to 100 letters, digits and . _ : -'
  throw new AppError('validation_failed', { fieldErrors: [{ field: 'Idempotency-Key', message }] })
}

function bookInOurBook(
  ctx: MemberContext,
  request: BookingRequest,
  chosen: RequestedSeating,
): Promise<Reservation> {
  return ctx.db.transaction().execute(async trx => {
    const inTransaction = { ...ctx, db: trx }
    await lockOpenMember(inTransaction)
    const meanwhile = await findBookingByKey(inTransaction, request)
    if (meanwhile) return meanwhile
    const given = await assignTable(inTransaction, request.booking, chosen)
    const reservation = await createReservation(inTransaction, request, given, { tableNo: given.tableNo })
    await insertTableSlots(trx, ...slotsOfTable(given), {
      partnerId: ctx.partner.slug,
      reservationId: reservation.id,
    })
    return reservation
  })
}

/** It takes the held table, else the smallest free one, and deletes the hold. */
async function assignTable(
  ctx: MemberContext,
  booking: Booking,
  chosen: RequestedSeating,
): Promise<AssignedTable> {
  const own = await lockBooks(ctx, chosen)
  await assertBelowLimit(ctx)
  const { holdId } = booking
  const offered = await offeredHold(ctx, chosen)
  if (offered && (holdId === undefined || holdId === offered.id)) {
    await deleteOfferedHold(ctx.db, ownerOf(ctx), offered.id)
    return { ...chosen, tableNo: offered.tableNo, endsAt: offered.endsAt }
  }
  if (holdId === undefined) {
    await deleteHold(ctx.db, ownerOf(ctx))
    return findFreeTable(ctx, chosen)
  }
  if (!isFor(own, holdId, chosen, ctx.clock.now())) throw new AppError('lease_expired')
  await deleteHold(ctx.db, ownerOf(ctx))
  return { ...chosen, tableNo: own.tableNo, endsAt: own.endsAt }
}

function isFor(own: HoldRow | null, holdId: string, chosen: RequestedSeating, now: Date): own is HoldRow {
  return (
    own !== null &&
    own.id === holdId &&
    own.expiresAt > now &&
    own.merchantId === chosen.place.merchant.id &&
    own.startsAt.getTime() === chosen.startsAt.getTime() &&
    own.partySize === chosen.partySize
  )
}
