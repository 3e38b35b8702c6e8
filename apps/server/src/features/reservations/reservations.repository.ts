import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import { unnested } from '../../db/unnested.ts'
import { selectWithRestaurant } from './reservations.read.ts'
import type { ReservationsTable } from './reservations.tables.ts'

interface Owner {
  readonly partnerId: string
  readonly memberId: string
}

export type ReservationRow = Selectable<ReservationsTable>

export interface PlaceOfTable {
  readonly name: string
  readonly street: string
  readonly city: string
  readonly state: string
  readonly zipCode: string
  readonly phone: string
  readonly cuisines: string[]
  readonly photoCode: string
  readonly timezone: string
  readonly latitude: number
  readonly longitude: number
}

export interface ReservationAtPlace extends ReservationRow, PlaceOfTable {}

/** It is what bookings of members and of guests have in common. */
export type BookedTable = Omit<ReservationAtPlace, 'memberId' | 'provider' | 'providerBookingId'>

export async function selectReservations(db: Db, owner: Owner): Promise<ReservationAtPlace[]> {
  return selectWithRestaurant(db, owner).orderBy('reservation.startsAt', 'desc').limit(200).execute()
}

export async function selectReservation(
  db: Db,
  owner: Owner,
  id: string,
): Promise<ReservationAtPlace | null> {
  const row = await selectWithRestaurant(db, owner).where('reservation.id', '=', id).executeTakeFirst()
  return row ?? null
}

export async function selectMemberOf(db: Db, partnerId: string, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('reservations')
    .select('memberId')
    .where('partnerId', '=', partnerId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.memberId ?? null
}

export async function selectByKey(db: Db, owner: Owner, key: string): Promise<ReservationAtPlace | null> {
  const row = await selectWithRestaurant(db, owner)
    .where('reservation.idempotencyKey', '=', key)
    .executeTakeFirst()
  return row ?? null
}

export async function selectBookedStarts(
  db: Db,
  owner: Owner,
  merchantId: string,
): Promise<{ readonly id: string; readonly startsAt: Date }[]> {
  return db
    .selectFrom('reservations')
    .select(['id', 'startsAt'])
    .where('partnerId', '=', owner.partnerId)
    .where('memberId', '=', owner.memberId)
    .where('merchantId', '=', merchantId)
    .where('status', '=', 'booked')
    .execute()
}

export async function countUpcoming(db: Db, owner: Owner, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('reservations')
    .select(sql<number>`count(*)`.as('count'))
    .where('partnerId', '=', owner.partnerId)
    .where('memberId', '=', owner.memberId)
    .where('status', '=', 'booked')
    .where('startsAt', '>', now)
    .executeTakeFirstOrThrow()
  return count
}

export async function insertReservation(db: Db, row: Insertable<ReservationsTable>): Promise<void> {
  await db.insertInto('reservations').values(row).execute()
}

export async function isCodeTaken(
  db: Db,
  {
    partnerId,
    merchantId,
    confirmationCode,
  }: Pick<ReservationRow, 'partnerId' | 'merchantId' | 'confirmationCode'>,
): Promise<boolean> {
  const withCode = (table: 'reservations' | 'guestBookings') =>
    db
      .selectFrom(table)
      .select('id')
      .where('partnerId', '=', partnerId)
      .where('merchantId', '=', merchantId)
      .where('confirmationCode', '=', confirmationCode)
  return (await withCode('reservations').unionAll(withCode('guestBookings')).execute()).length > 0
}

/** Those that are undefined stay. */
export async function updateRequests(
  db: Db,
  owner: Owner,
  id: string,
  { occasion, notes, allergies }: Updateable<Pick<ReservationsTable, 'occasion' | 'notes' | 'allergies'>>,
): Promise<void> {
  if (occasion === undefined && notes === undefined && allergies === undefined) return
  await db
    .updateTable('reservations')
    .set({ occasion, notes, allergies })
    .where('partnerId', '=', owner.partnerId)
    .where('memberId', '=', owner.memberId)
    .where('id', '=', id)
    .execute()
}

export async function updateSeating(
  db: Db,
  owner: Owner,
  id: string,
  seating: Updateable<ReservationsTable>,
): Promise<void> {
  await db
    .updateTable('reservations')
    .set({ ...seating, changeCount: sql`change_count + 1` })
    .where('partnerId', '=', owner.partnerId)
    .where('memberId', '=', owner.memberId)
    .where('id', '=', id)
    .where('status', '=', 'booked')
    .execute()
}

/** It also withdraws the bonus. */
export async function markCanceled(db: Db, owner: Owner, id: string, now: Date): Promise<void> {
  await db
    .updateTable('reservations')
    .set({
      status: 'canceled',
      canceledAt: now,
      bonusStatus: sql`case when bonus_amount is null then null else 'withdrawn' end`,
    })
    .where('partnerId', '=', owner.partnerId)
    .where('memberId', '=', owner.memberId)
    .where('id', '=', id)
    .where('status', '=', 'booked')
    .execute()
}

export async function updateBonusStatuses(
  db: Db,
  changes: readonly {
    readonly partnerId: string
    readonly id: string
    readonly status: 'pending' | 'earned'
  }[],
): Promise<void> {
  if (changes.length === 0) return
  const { source } = unnested(changes, { partnerId: 'text', id: 'text', status: 'text' })
  await sql`
    update reservations set bonus_status = changed.status
    from ${source} as changed (partner_id, id, status)
    where reservations.partner_id = changed.partner_id and reservations.id = changed.id
      and reservations.status = 'booked'`.execute(db)
}

/** @returns since when; null without one. */
export async function findBan(db: Db, owner: Owner): Promise<Date | null> {
  const row = await db
    .selectFrom('bookingBans')
    .select('bannedAt')
    .where('partnerId', '=', owner.partnerId)
    .where('memberId', '=', owner.memberId)
    .executeTakeFirst()
  return row?.bannedAt ?? null
}

/** A null date lifts the ban. */
export async function setBanOf(db: Db, { partnerId, memberId }: Owner, bannedAt: Date | null): Promise<void> {
  if (bannedAt === null)
    await db
      .deleteFrom('bookingBans')
      .where('partnerId', '=', partnerId)
      .where('memberId', '=', memberId)
      .execute()
  else
    await db
      .insertInto('bookingBans')
      .values({ partnerId, memberId, bannedAt })
      .onConflict(conflict => conflict.columns(['partnerId', 'memberId']).doNothing())
      .execute()
}
