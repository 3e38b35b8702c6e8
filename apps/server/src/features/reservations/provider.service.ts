import { createHash } from 'node:crypto'
import { isClosed } from '@dineward/core/members/member-questions.ts'
import { searchWindowMinutes, type TableQuestion } from '@dineward/core/reservations/availability.rules.ts'
import type { Reservation } from '@dineward/core/reservations/reservations.contract.ts'
import { instantOf } from '@dineward/core/rewards/dines/dine-time.rules.ts'
import { AppError, type ErrorCode } from '@dineward/core/shared/errors.ts'
import type { Context, MemberContext } from '../../context.ts'
import { type BookingGateway, type BookingRefusal, BookingRefused } from '../../gateways/booking.ts'
import { lockMember } from '../members/members.service.ts'
import {
  assertBelowLimit,
  assertMemberMayBook,
  type RequestedSeating,
} from './booking/assign-table.service.ts'
import type { Provider } from './booking/booking-place.service.ts'
import {
  type BookingRequest,
  createReservation,
  findBookingByKey,
} from './booking/create-reservation.service.ts'

/*
 * Call the provider outside of any transaction, then store the result; a retry with the same key sends the same token.
 */

/** Drops past times and fractions of minutes. */
export async function providerTimes(
  ctx: Context,
  { provider, timezone, question }: { provider: Provider; timezone: string; question: TableQuestion },
): Promise<Date[]> {
  const asked = instantOf(timezone, `${question.date}T${question.time}:00`).getTime()
  const [from, to] = [-1, 1].map(sign => new Date(asked + sign * searchWindowMinutes * 60_000)) as [
    Date,
    Date,
  ]
  const { gateway, restaurantId } = provider
  const { partySize } = question
  const found = await callProvider(ctx, gateway, async () => {
    const answer = await gateway.availability({ restaurantId, from, to, partySize })
    return answer.map(({ startsAt }) => assertValid(startsAt, isDate))
  })
  const distance = (start: Date) => Math.abs(start.getTime() - asked)
  return found
    .filter(
      start => start.getTime() % 60_000 === 0 && start > ctx.clock.now() && start >= from && start <= to,
    )
    .toSorted((a, b) => distance(a) - distance(b) || a.getTime() - b.getTime())
}

export async function holdAtProvider(
  ctx: MemberContext,
  provider: Provider,
  chosen: RequestedSeating,
): Promise<{ id: string; expiresAt: string }> {
  await assertOpenAccount(ctx)
  await assertMemberMayBook(ctx, chosen)
  const { gateway } = provider
  const token = tokenOf(ctx, `hold ${chosen.startsAt.toISOString()} ${ctx.clock.now().toISOString()}`)
  return callProvider(ctx, gateway, async () => {
    const { leaseId, expiresAt } = await gateway.hold(providerRequest(ctx, provider, chosen, token))
    return { id: assertValid(leaseId, isId), expiresAt: assertValid(expiresAt, isDate).toISOString() }
  })
}

export async function bookAtProvider(
  ctx: MemberContext,
  provider: Provider,
  { request, chosen }: { request: BookingRequest; chosen: RequestedSeating },
): Promise<Reservation> {
  await assertOpenAccount(ctx)
  await assertMemberMayBook(ctx, chosen)
  await assertBelowLimit(ctx)
  const { gateway, name } = provider
  const given = await callProvider(ctx, gateway, async () => {
    const asked = providerRequest(ctx, provider, chosen, tokenOf(ctx, `book ${request.key}`))
    const answer = await gateway.book({ ...asked, leaseId: request.booking.holdId ?? null })
    const [startsAt, endsAt] = [assertValid(answer.startsAt, isDate), assertValid(answer.endsAt, isDate)]
    return {
      seating: { ...chosen, startsAt, endsAt: assertValid(endsAt, end => isDate(end) && end > startsAt) },
      seat: {
        provider: name,
        providerBookingId: assertValid(answer.bookingId, isId),
        confirmationCode: assertValid(answer.confirmationCode, isId),
      },
    }
  })
  return ctx.db.transaction().execute(async trx => {
    const inTransaction = { ...ctx, db: trx }
    // Even if the account was closed meanwhile: the table is booked.
    await lockMember(inTransaction, ctx.actor.id)
    const meanwhile = await findBookingByKey(inTransaction, request)
    return meanwhile ?? createReservation(inTransaction, request, given.seating, given.seat)
  })
}

/** Called before our own row changes. */
export function cancelAtProvider(
  ctx: MemberContext,
  gateway: BookingGateway,
  bookingId: string,
): Promise<void> {
  return callProvider(ctx, gateway, () =>
    gateway.cancel({ bookingId, token: tokenOf(ctx, `cancel ${bookingId}`) }),
  )
}

async function assertOpenAccount(ctx: MemberContext): Promise<void> {
  if (isClosed(ctx.actor)) throw new AppError('forbidden')
}

function providerRequest(
  { partner, actor: member }: MemberContext,
  { restaurantId }: Provider,
  { startsAt, partySize }: RequestedSeating,
  token: string,
) {
  const { firstName, lastName, email } = member
  const id = createHash('sha256').update(`${partner.slug} ${member.id}`).digest('base64url')
  return { restaurantId, startsAt, partySize, token, diner: { id, firstName, lastName, email } }
}

/** Deterministic, so that a retry sends the same token. */
function tokenOf({ partner, actor: member }: MemberContext, what: string): string {
  return createHash('sha256')
    .update(JSON.stringify([partner.slug, member.id, what]))
    .digest('base64url')
}

const codes: Record<BookingRefusal, ErrorCode> = {
  slot_unavailable: 'slot_unavailable',
  already_booked_by_member: 'reservation_overlap',
  lease_expired: 'lease_expired',
  outside_cancellation_window: 'outside_cancellation_window',
  user_fraud: 'reservation_user_fraud',
  not_bookable: 'reservation_failed',
}

/** @throws the code of a refusal; `unavailable` for a timeout or an invalid answer. */
async function callProvider<T>(
  ctx: Context,
  { deadlineMs }: BookingGateway,
  call: () => Promise<T>,
): Promise<T> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('timed out')), deadlineMs)
  try {
    return await Promise.race([call(), tooLate])
  } catch (error) {
    if (error instanceof BookingRefused) throw new AppError(codes[error.reason])
    ctx.log.warn({ err: error }, 'booking provider failed')
    throw new AppError('unavailable', { cause: error })
  } finally {
    clearTimeout(timer)
  }
}

function assertValid<T>(value: T, isValid: (value: T) => boolean): T {
  if (!isValid(value)) throw new Error(`invalid answer: ${JSON.stringify(value)?.slice(0, 100)}`)
  return value
}

const isDate = (value: unknown): boolean => value instanceof Date && !Number.isNaN(value.getTime())
const isId = (value: unknown): boolean => typeof value === 'string' && /^[\x21-\x7e]{1,100}$/.test(value)
