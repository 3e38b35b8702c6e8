import { isIdempotencyKey } from '@dineward/core/reservations/bookings.rules.ts'
import type { Reservation } from '@dineward/core/reservations/reservations.contract.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { MemberContext } from '../../context.ts'
import { deleteHold, type HoldRow, takeQuarters } from './book.repository.ts'
import {
  type ChosenSeating,
  chooseTable,
  type GivenTable,
  lockOpenMember,
  openBooks,
  ownerOf,
  quartersOfTable,
  readChoice,
  refuseTooMany,
} from './give-table.service.ts'
import { bookAtProvider } from './provider.service.ts'
import { type Booking, type BookingRequest, bookedBefore, recordReservation } from './record-reservation.ts'

/**
 * Books a table, for good. The same key with the same booking answers the reservation that it made, however often and
 * however much at once it is sent; a refusal is not remembered, so the key can be tried again. In our own book the table,
 * the reservation, its key and its mail are one transaction. Throws what holding does, and `lease_expired`,
 * `reservation_limit_reached`, `idempotency_conflict`.
 */
export async function bookTable(
  ctx: MemberContext,
  input: { booking: Booking; key: string | undefined; origin: string },
): Promise<Reservation> {
  const request = { ...input, key: checkedKey(input.key) }
  // Answered before anything is asked about a restaurant that may have changed meanwhile.
  const before = await bookedBefore(ctx, request)
  if (before) return before
  const chosen = await readChoice(ctx, input.booking)
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
  chosen: ChosenSeating,
): Promise<Reservation> {
  return ctx.db.transaction().execute(async trx => {
    const inTransaction = { ...ctx, db: trx }
    await lockOpenMember(inTransaction)
    const meanwhile = await bookedBefore(inTransaction, request)
    if (meanwhile) return meanwhile
    const given = await giveForGood(inTransaction, request.booking, chosen)
    const reservation = await recordReservation(inTransaction, request, given, { tableNo: given.tableNo })
    await takeQuarters(trx, ...quartersOfTable(given), { reservationId: reservation.id })
    return reservation
  })
}

/** The held table where one is named, else the smallest free one. Either way the member holds nothing afterwards. */
async function giveForGood(ctx: MemberContext, booking: Booking, chosen: ChosenSeating): Promise<GivenTable> {
  const own = await openBooks(ctx, chosen)
  await refuseTooMany(ctx)
  const { holdId } = booking
  if (holdId === undefined) {
    await deleteHold(ctx.db, ownerOf(ctx))
    return chooseTable(ctx, chosen)
  }
  if (!isFor(own, holdId, chosen, ctx.clock.now())) throw new AppError('lease_expired')
  await deleteHold(ctx.db, ownerOf(ctx))
  return { ...chosen, tableNo: own.tableNo, endsAt: own.endsAt }
}

function isFor(own: HoldRow | null, holdId: string, chosen: ChosenSeating, now: Date): own is HoldRow {
  return (
    own !== null &&
    own.id === holdId &&
    own.expiresAt > now &&
    own.merchantId === chosen.place.merchant.id &&
    own.startsAt.getTime() === chosen.startsAt.getTime() &&
    own.partySize === chosen.partySize
  )
}
