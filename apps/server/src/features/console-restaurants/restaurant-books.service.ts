import type {
  getRestaurantReservations,
  putRestaurantBook,
  RestaurantBook,
} from '@dineward/core/console-restaurants/restaurant-books.contract.ts'
import { dayAfter, restaurantTime } from '@dineward/core/reservations/restaurant-time.rules.ts'
import { instantOf } from '@dineward/core/rewards/dines/dine-time.rules.ts'
import type { ContractInput, ContractResponse } from '@dineward/core/shared/contract.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import { localDateAt } from '@dineward/core/shared/local-date.ts'
import { permissionsAt } from '@dineward/core/staff/roles.ts'
import type { ConsoleContext } from '../../context.ts'
import { programContext } from '../../http/serve-console.ts'
import { assertInView, inTransaction, lockForEditor } from '../merchants/facts/merchant-facts.service.ts'
import { changeBook, readBook } from '../reservations/books/change-book.service.ts'
import { cancelForGuest } from '../reservations/guests/guest-bookings.service.ts'
import { cancelForMember } from '../reservations/reservations.service.ts'
import { selectMerchantRow } from './console-restaurants.read.ts'
import { countTablesTaken, selectGuestsOfDay, selectReservationsOfDay } from './restaurant-books.read.ts'

/** @throws `merchant_not_found`. */
export async function showBook(ctx: ConsoleContext, id: string): Promise<RestaurantBook | null> {
  await findMerchant(ctx, id)
  return readBook(ctx, id)
}

async function findMerchant(ctx: ConsoleContext, id: string) {
  const row = await selectMerchantRow(ctx.db, id)
  if (!row) throw new AppError('merchant_not_found')
  await assertInView(ctx, id)
  return row
}

export async function saveBook(
  ctx: ConsoleContext,
  id: string,
  body: ContractInput<typeof putRestaurantBook>['body'],
): Promise<RestaurantBook | null> {
  await inTransaction(ctx, async editor => {
    await lockForEditor(editor, id)
    await changeBook(editor, { merchantId: id, ...body })
  })
  return readBook(ctx, id)
}

type Day = typeof getRestaurantReservations

export async function listReservationsOfDay(
  ctx: ConsoleContext,
  id: string,
  { date: asked }: ContractInput<Day>['query'],
): Promise<ContractResponse<Day>> {
  const { timezone } = await findMerchant(ctx, id)
  const now = ctx.clock.now()
  const date = asked ?? localDateAt(timezone, now)
  const day = {
    merchantId: id,
    from: instantOf(timezone, `${date}T00:00:00`),
    to: instantOf(timezone, `${dayAfter(date)}T00:00:00`),
  }
  const slugs = ctx.allowed.map(({ slug }) => slug)
  const members = await selectReservationsOfDay(ctx.db, slugs, day)
  const guests = await selectGuestsOfDay(ctx.db, slugs, day)
  const rows = [
    ...members.map(row => ({ ...row, guestName: null })),
    ...guests.map(row => ({ ...row, memberId: null })),
  ].sort((one, other) => one.startsAt.getTime() - other.startsAt.getTime())
  const may = (permission: 'members.read' | 'bookings.change', partner: string) =>
    permissionsAt(ctx.actor.grants, partner).includes(permission)
  return {
    date,
    timezone,
    tablesTaken: await countTablesTaken(ctx.db, day),
    reservations: rows.map(({ partnerId: partner, memberId, guestName, startsAt, endsAt, ...row }) => ({
      ...row,
      partner,
      memberId: may('members.read', partner) ? memberId : null,
      guestName: may('members.read', partner) ? guestName : guestName && 'Guest',
      startsAt: restaurantTime(timezone, startsAt),
      endsAt: restaurantTime(timezone, endsAt),
      canCancel: row.status === 'booked' && startsAt > now && may('bookings.change', partner),
    })),
  }
}

/** A member has it, or a guest. */
export async function cancelReservationOf(
  ctx: ConsoleContext,
  { id, partner, reason }: { id: string; partner: string; reason: string },
): Promise<boolean> {
  const program = programContext(ctx, partner)
  const input = { id, reason, origin: ctx.partners.siteOf(program.partner) }
  return (await cancelForGuest(program, input)) ?? cancelForMember(program, input)
}
