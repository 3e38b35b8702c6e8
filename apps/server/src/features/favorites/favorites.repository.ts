import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import { type PersonalRow, personalColumn } from '../merchants/member-fields.read.ts'
import type { SummaryRow } from '../merchants/merchants.view.ts'

interface Whose {
  readonly partnerId: string
  readonly memberId: string
}

/** Newest first, and in a steady order where several were saved at once. */
export function selectFavorites(
  db: Db,
  { partnerId, memberId, now, limit }: Whose & { now: Date; limit: number },
): Promise<(SummaryRow & { personal: PersonalRow })[]> {
  return db
    .selectFrom('memberFavorites as favorite')
    .innerJoin('merchants as merchant', 'merchant.id', 'favorite.merchantId')
    .innerJoin('merchantParticipations as participation', join =>
      join
        .onRef('participation.merchantId', '=', 'merchant.id')
        .onRef('participation.partnerId', '=', 'favorite.partnerId'),
    )
    .select([
      'merchant.id',
      'merchant.source',
      'merchant.name',
      'merchant.cuisines',
      'merchant.priceRange',
      'merchant.rating',
      'merchant.numberOfRatings',
      'merchant.street',
      'merchant.city',
      'merchant.state',
      'merchant.zipCode',
      'merchant.neighborhood',
      'merchant.latitude',
      'merchant.longitude',
      'merchant.timezone',
      'merchant.acclaimedLevel',
      'merchant.openTableId',
      'merchant.takesBookings',
      'merchant.photoCode',
      'participation.joinedOn',
      'participation.leftOn',
      'participation.benefitDays',
      'participation.campaignCodes',
      'participation.reservationBonus',
      personalColumn({ partnerId, memberId, now }).as('personal'),
    ])
    .where('favorite.partnerId', '=', partnerId)
    .where('favorite.memberId', '=', memberId)
    .orderBy('favorite.addedAt', 'desc')
    .orderBy('merchant.id')
    .limit(limit)
    .execute()
}

/** Answers whether the restaurant is one of the partner's; saved once, however often it is asked for. */
export async function insertFavorite(
  db: Db,
  { partnerId, memberId, merchantId, addedAt }: Whose & { merchantId: string; addedAt: Date },
): Promise<boolean> {
  const { rows } = await sql<{ isKnown: boolean }>`
    with known as (
      select partner_id, merchant_id from merchant_participations
      where partner_id = ${partnerId} and merchant_id = ${merchantId}
    ),
    saved as (
      insert into member_favorites (partner_id, member_id, merchant_id, added_at)
      select partner_id, ${memberId}, merchant_id, ${addedAt}::timestamptz from known
      on conflict do nothing
    )
    select exists (select from known) as is_known
  `.execute(db)
  return rows[0]?.isKnown === true
}

export async function deleteFavorite(
  db: Db,
  { partnerId, memberId, merchantId }: Whose & { merchantId: string },
): Promise<void> {
  await db
    .deleteFrom('memberFavorites')
    .where('partnerId', '=', partnerId)
    .where('memberId', '=', memberId)
    .where('merchantId', '=', merchantId)
    .execute()
}
