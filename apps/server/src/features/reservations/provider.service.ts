import { createHash } from 'node:crypto'
import { isClosed } from '@dineward/core/members/member-questions.ts'
import { searchWindowMinutes, type TableQuestion } from '@dineward/core/reservations/availability.rules.ts'
import type { Reservation } from '@dineward/core/reservations/reservations.contract.ts'
import { instantOf } from '@dineward/core/rewards/dine-time.rules.ts'
import { AppError, type ErrorCode } from '@dineward/core/shared/errors.ts'
import type { Context, MemberContext } from '../../context.ts'
import { type BookingGateway, type BookingRefusal, BookingRefused } from '../../gateways/booking.ts'
import { lockMember } from '../members/members.service.ts'
import type { Provider } from './booking-place.service.ts'
import { type ChosenSeating, refuseMember, refuseTooMany } from './give-table.service.ts'
import { type BookingRequest, bookedBefore, recordReservation } from './record-reservation.ts'

/*
 * Where somebody else keeps the book. The provider is asked first and outside of any transaction; what it did is written
 * down afterwards. Should we die in between, or its answer be lost, the member's next try with the same key sends the
 * same token, is told of the same booking, and writes it down then.
 */

/** The provider's times around the asked one, nearest first. Those that are no whole minutes or past are left out. */
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
  const found = await ask(ctx, gateway, async () => {
    const answer = await gateway.availability({ restaurantId, from, to, partySize })
    return answer.map(({ startsAt }) => sound(startsAt, isDate))
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
  chosen: ChosenSeating,
): Promise<{ id: string; expiresAt: string }> {
  await refuseClosed(ctx)
  await refuseMember(ctx, chosen)
  const { gateway } = provider
  const token = tokenOf(ctx, `hold ${chosen.startsAt.toISOString()} ${ctx.clock.now().toISOString()}`)
  return ask(ctx, gateway, async () => {
    const { leaseId, expiresAt } = await gateway.hold(tableAsk(ctx, provider, chosen, token))
    return { id: sound(leaseId, isId), expiresAt: sound(expiresAt, isDate).toISOString() }
  })
}

export async function bookAtProvider(
  ctx: MemberContext,
  provider: Provider,
  { request, chosen }: { request: BookingRequest; chosen: ChosenSeating },
): Promise<Reservation> {
  await refuseClosed(ctx)
  await refuseMember(ctx, chosen)
  await refuseTooMany(ctx)
  const { gateway, name } = provider
  const given = await ask(ctx, gateway, async () => {
    const asked = tableAsk(ctx, provider, chosen, tokenOf(ctx, `book ${request.key}`))
    const answer = await gateway.book({ ...asked, leaseId: request.booking.holdId ?? null })
    const [startsAt, endsAt] = [sound(answer.startsAt, isDate), sound(answer.endsAt, isDate)]
    return {
      seating: { ...chosen, startsAt, endsAt: sound(endsAt, end => isDate(end) && end > startsAt) },
      seat: {
        provider: name,
        providerBookingId: sound(answer.bookingId, isId),
        confirmationCode: sound(answer.confirmationCode, isId),
      },
    }
  })
  return ctx.db.transaction().execute(async trx => {
    const inTransaction = { ...ctx, db: trx }
    // Whatever has become of the account meanwhile: the table is booked.
    await lockMember(inTransaction, ctx.actor.id)
    const meanwhile = await bookedBefore(inTransaction, request)
    return meanwhile ?? recordReservation(inTransaction, request, given.seating, given.seat)
  })
}

/** Before our own row says so. */
export function cancelAtProvider(
  ctx: MemberContext,
  gateway: BookingGateway,
  bookingId: string,
): Promise<void> {
  return ask(ctx, gateway, () => gateway.cancel({ bookingId, token: tokenOf(ctx, `cancel ${bookingId}`) }))
}

async function refuseClosed(ctx: MemberContext): Promise<void> {
  if (isClosed(ctx.actor)) throw new AppError('forbidden')
}

function tableAsk(
  { partner, actor: member }: MemberContext,
  { restaurantId }: Provider,
  { startsAt, partySize }: ChosenSeating,
  token: string,
) {
  const { firstName, lastName, email } = member
  const id = createHash('sha256').update(`${partner.slug} ${member.id}`).digest('base64url')
  return { restaurantId, startsAt, partySize, token, diner: { id, firstName, lastName, email } }
}

/** The same for the same member and the same call. */
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

/** A refusal becomes its code. No answer in time and an answer that makes no sense are `unavailable`: nobody knows. */
async function ask<T>(ctx: Context, { deadlineMs }: BookingGateway, call: () => Promise<T>): Promise<T> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('no answer in time')), deadlineMs)
  try {
    return await Promise.race([call(), tooLate])
  } catch (error) {
    if (error instanceof BookingRefused) throw new AppError(codes[error.reason])
    ctx.log.warn({ err: error }, 'the booking provider did not answer')
    throw new AppError('unavailable', { cause: error })
  } finally {
    clearTimeout(timer)
  }
}

function sound<T>(value: T, isSound: (value: T) => boolean): T {
  if (!isSound(value))
    throw new Error(`an answer that makes no sense: ${JSON.stringify(value)?.slice(0, 100)}`)
  return value
}

const isDate = (value: unknown): boolean => value instanceof Date && !Number.isNaN(value.getTime())
const isId = (value: unknown): boolean => typeof value === 'string' && /^[\x21-\x7e]{1,100}$/.test(value)
