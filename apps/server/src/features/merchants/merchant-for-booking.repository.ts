import type { Selectable } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { MerchantParticipationsTable, MerchantsTable } from './merchants.tables.ts'

export type MerchantForBooking = Pick<
  Selectable<MerchantsTable>,
  | 'id'
  | 'name'
  | 'street'
  | 'city'
  | 'state'
  | 'zipCode'
  | 'timezone'
  | 'hours'
  | 'openTableId'
  | 'takesBookings'
> &
  Pick<Selectable<MerchantParticipationsTable>, 'joinedOn' | 'leftOn' | 'reservationBonus'>

export async function selectMerchantForBooking(
  db: Db,
  partnerId: string,
  merchantId: string,
): Promise<MerchantForBooking | null> {
  const row = await db
    .selectFrom('merchants as merchant')
    .innerJoin('merchantParticipations as participation', 'participation.merchantId', 'merchant.id')
    .select([
      'merchant.id',
      'merchant.name',
      'merchant.street',
      'merchant.city',
      'merchant.state',
      'merchant.zipCode',
      'merchant.timezone',
      'merchant.hours',
      'merchant.openTableId',
      'merchant.takesBookings',
      'participation.joinedOn',
      'participation.leftOn',
      'participation.reservationBonus',
    ])
    .where('merchant.id', '=', merchantId)
    .where('participation.partnerId', '=', partnerId)
    .executeTakeFirst()
  return row ?? null
}

/** Triggers update the search. */
export async function updateTakesBookings(
  db: Db,
  merchantId: string,
  takesBookings: boolean,
  now: Date,
): Promise<void> {
  await db
    .updateTable('merchants')
    .set({ takesBookings, updatedAt: now })
    .where('id', '=', merchantId)
    .execute()
}
