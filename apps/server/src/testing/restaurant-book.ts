import { randomUUID } from 'node:crypto'
import type { Partner } from '@dineward/core/partner/partner.ts'
import type { LightMyRequestResponse } from 'fastify'
import type { Insertable, Selectable } from 'kysely'
import type { MerchantParticipationsTable, MerchantsTable } from '../features/merchants/merchants.tables.ts'
import type { RestaurantBooksTable } from '../features/reservations/reservations.tables.ts'
import { newMerchant } from './factories.ts'
import type { TestApp } from './test-app.ts'
import { type TestClient, tokenHeader } from './test-client.ts'

export interface BookOptions {
  /** These are the seats of each table; table numbers count from 1. */
  readonly seats?: readonly number[]
  readonly terms?: Partial<Insertable<RestaurantBooksTable>>
  readonly merchant?: Partial<Insertable<MerchantsTable>>
  readonly participation?: Partial<Insertable<MerchantParticipationsTable>>
}

/** It is open seven evenings a week, from five to eleven. */
export const everyEvening = JSON.stringify(
  Object.fromEntries(
    ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'].map(day => [
      day,
      [{ opens: '17:00', closes: '23:00' }],
    ]),
  ),
)

/** A New York restaurant whose tables are booked with us: every half hour, for an hour and a half. */
export async function newBookableMerchant(
  test: TestApp,
  partner: Partner,
  { seats = [2, 2, 4], terms = {}, merchant = {}, participation = {} }: BookOptions = {},
): Promise<Selectable<MerchantsTable>> {
  const made = await newMerchant(
    test,
    partner,
    { takesBookings: true, hours: everyEvening, ...merchant },
    participation,
  )
  const { db } = test.database
  const book = { merchantId: made.id, maxPartySize: Math.max(...seats), ...terms }
  await db.insertInto('restaurantBooks').values(book).execute()
  await db
    .insertInto('restaurantTables')
    .values(seats.map((seat, i) => ({ merchantId: made.id, tableNo: i + 1, seats: seat })))
    .execute()
  return made
}

/** Another partner's program has the restaurant, too. */
export async function joinProgramOf(
  test: TestApp,
  partner: Partner,
  merchantId: string,
  terms: Partial<Insertable<MerchantParticipationsTable>> = {},
): Promise<void> {
  const benefitDays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
  await test.database.db
    .insertInto('merchantParticipations')
    .values({
      partnerId: partner.slug,
      merchantId,
      joinedOn: '2020-01-01',
      benefitDays,
      campaignCodes: [],
      ...terms,
    })
    .execute()
}

/** The booking provider has deactivated the member's account. */
export async function banFromBooking(
  test: TestApp,
  member: { readonly partnerId: string; readonly id: string },
): Promise<void> {
  await test.database.db
    .insertInto('bookingBans')
    .values({ partnerId: member.partnerId, memberId: member.id, bannedAt: test.clock.now() })
    .execute()
}

/** Asks for a table. Each with a key of its own, unless one is given. */
export async function book(
  client: TestClient,
  body: object,
  key: string = randomUUID(),
): Promise<LightMyRequestResponse> {
  const headers = { ...(await tokenHeader(client)), 'idempotency-key': key }
  return client.send('POST', '/api/Member/Reservations', body, headers)
}
