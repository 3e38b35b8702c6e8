import { createHash, randomBytes, randomInt } from 'node:crypto'
import { isIdempotencyKey, maxUpcomingReservations } from '@dineward/core/reservations/bookings.rules.ts'
import type { Reservation } from '@dineward/core/reservations/reservations.contract.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { MemberContext } from '../../context.ts'
import { deleteHold, type HoldRow, takeQuarters } from './book.repository.ts'
import { bonusNow } from './booking-place.service.ts'
import {
  type ChosenSeating,
  chooseTable,
  type GivenTable,
  lockOpenMember,
  openBooks,
  ownerOf,
  quartersOfTable,
  readChoice,
  type SlotChoice,
} from './give-table.service.ts'
import { queueConfirmationMail } from './reservation-mail.ts'
import { describeReservation } from './reservation-view.ts'
import {
  countUpcoming,
  insertReservation,
  isCodeTaken,
  selectByKey,
  selectReservation,
} from './reservations.repository.ts'

export interface Booking extends SlotChoice {
  readonly holdId?: string | undefined
}

/**
 * Books a table, for good, in one transaction with its mail. The same key with the same booking answers the reservation
 * that it made, however often and however much at once it is sent; a refusal is not remembered, so the key can be tried
 * again. Throws what holding does, and `lease_expired`, `reservation_limit_reached`, `idempotency_conflict`.
 */
export async function bookTable(
  ctx: MemberContext,
  input: { booking: Booking; key: string | undefined; origin: string },
): Promise<Reservation> {
  const { booking, origin } = input
  const key = checkedKey(input.key)
  // Answered before anything is asked about a restaurant that may have changed meanwhile.
  const before = await bookedBefore(ctx, booking, key)
  if (before) return before
  const chosen = await readChoice(ctx, booking)
  return ctx.db.transaction().execute(async trx => {
    const inTransaction = { ...ctx, db: trx }
    await lockOpenMember(inTransaction)
    const meanwhile = await bookedBefore(inTransaction, booking, key)
    if (meanwhile) return meanwhile
    const given = await giveForGood(inTransaction, booking, chosen)
    return record(inTransaction, given, { booking, key, origin })
  })
}

function checkedKey(key: string | undefined): string {
  if (key !== undefined && isIdempotencyKey(key)) return key
  const message = 'must be sent: a text of 1 to 100 letters, digits and . _ : -'
  throw new AppError('validation_failed', { fieldErrors: [{ field: 'Idempotency-Key', message }] })
}

async function bookedBefore(ctx: MemberContext, booking: Booking, key: string): Promise<Reservation | null> {
  const row = await selectByKey(ctx.db, ownerOf(ctx), key)
  if (!row) return null
  if (row.requestHash !== hashOf(booking)) throw new AppError('idempotency_conflict')
  return describeReservation(ctx, row)
}

/** The held table where one is named, else the smallest free one. Either way the member holds nothing afterwards. */
async function giveForGood(ctx: MemberContext, booking: Booking, chosen: ChosenSeating): Promise<GivenTable> {
  const own = await openBooks(ctx, chosen)
  const now = ctx.clock.now()
  if ((await countUpcoming(ctx.db, ownerOf(ctx), now)) >= maxUpcomingReservations)
    throw new AppError('reservation_limit_reached')
  const { holdId } = booking
  if (holdId === undefined) {
    await deleteHold(ctx.db, ownerOf(ctx))
    return chooseTable(ctx, chosen)
  }
  if (!isFor(own, holdId, chosen, now)) throw new AppError('lease_expired')
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

async function record(
  ctx: MemberContext,
  given: GivenTable,
  { booking, key, origin }: { booking: Booking; key: string; origin: string },
): Promise<Reservation> {
  const owner = ownerOf(ctx)
  const { place, startsAt, endsAt, partySize, tableNo } = given
  const id = randomBytes(16).toString('base64url')
  const bonus = bonusNow(ctx, place, startsAt)
  await insertReservation(ctx.db, {
    ...owner,
    id,
    merchantId: place.merchant.id,
    tableNo,
    startsAt,
    endsAt,
    partySize,
    confirmationCode: await newCode(ctx, place.merchant.id),
    bonusAmount: bonus,
    bonusStatus: bonus === null ? null : 'pending',
    idempotencyKey: key,
    requestHash: hashOf(booking),
    bookedAt: ctx.clock.now(),
  })
  await takeQuarters(ctx.db, ...quartersOfTable(given), { reservationId: id })
  const row = await selectReservation(ctx.db, owner, id)
  if (!row) throw new Error('a reservation that was just made is gone')
  await queueConfirmationMail(ctx, { reservation: row, origin })
  return describeReservation(ctx, row)
}

const hashOf = ({ merchantId, slotId, partySize, holdId }: Booking): string =>
  createHash('sha256')
    .update(JSON.stringify([merchantId, slotId, partySize, holdId ?? null]))
    .digest('base64url')

/** Six letters and digits that are not mistaken for each other, by ear or by eye. */
const codeLetters = 'ACDEFHJKMNPRTUVWXY34679'

/** One that nobody else says at this restaurant's door. Its book is locked, so it stays free until it is written. */
async function newCode(ctx: MemberContext, merchantId: string): Promise<string> {
  for (;;) {
    const code = Array.from({ length: 6 }, () => codeLetters[randomInt(codeLetters.length)]).join('')
    if (!(await isCodeTaken(ctx.db, merchantId, code))) return code
  }
}
