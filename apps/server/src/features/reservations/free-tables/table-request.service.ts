import { bookingProvider, reservationBonusOf } from '@dineward/core/partner/partner-questions.ts'
import { bonusFor, type TableQuestion } from '@dineward/core/reservations/availability.rules.ts'
import type { Slot } from '@dineward/core/reservations/reservations.contract.ts'
import { restaurantTime } from '@dineward/core/reservations/restaurant-time.rules.ts'
import { slotIdOf } from '@dineward/core/reservations/slot-id.rules.ts'
import { firstDay, lastDay } from '@dineward/core/reservations/usual-table.rules.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import { type Context, memberOf } from '../../../context.ts'
import { holderOf, type TableRequest } from './free-tables.service.ts'

type Asking = Pick<Context, 'partner' | 'actor' | 'clock'>

/** @returns null where the partner books no tables here. @throws `validation_failed`. */
export function tableRequest(ctx: Asking, question: TableQuestion): TableRequest | null {
  const { partner } = ctx
  assertPossible(ctx, question)
  if (bookingProvider(partner) !== 'book') return null
  const { maxPartySize, maxDaysAhead } = partner.settings.reservations
  const member = memberOf(ctx)
  const holder = member ? holderOf(partner.slug, member.id) : null
  return { ...question, maxPartySize, maxDaysAhead, holder }
}

function assertPossible({ partner, clock }: Asking, { date, partySize }: TableQuestion): void {
  const { maxPartySize, maxDaysAhead } = partner.settings.reservations
  const now = clock.now()
  if (partySize < 1) refuse('partySize', 'A table is for one guest at least.')
  if (partySize > maxPartySize) refuse('partySize', `Tables are for up to ${maxPartySize} guests.`)
  if (date < firstDay(now)) refuse('date', 'This day is over. Pick today or a later day.')
  if (date > lastDay(now, maxDaysAhead))
    refuse('date', `Tables can be booked up to ${maxDaysAhead} days ahead.`)
}

function refuse(field: string, message: string): never {
  throw new AppError('validation_failed', { fieldErrors: [{ field, message }] })
}

/** The times at which a restaurant's tables are free, as its clock shows them. */
export function slotsAt(
  { partner, clock }: Asking,
  { timezone, reservationBonus }: { readonly timezone: string; readonly reservationBonus: number | null },
  starts: readonly Date[],
): Slot[] {
  const { bonusLeadHours: leadHours } = partner.settings.reservations
  const amount = reservationBonusOf(partner, reservationBonus)
  return starts.map(start => ({
    slotId: slotIdOf(start),
    startsAt: restaurantTime(timezone, start),
    bonus: bonusFor({ amount, leadHours }, start, clock.now()),
  }))
}
