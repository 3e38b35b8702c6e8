import type { Db } from '../../db/open-database.ts'
import {
  type MemberFieldsRow,
  type MemberKey,
  memberFieldsColumn,
} from '../merchants/member-fields/member-fields.read.ts'
import type { SummaryRow } from '../merchants/merchants.view.ts'

/** The newest come first, ties by id. */
export function selectFavorites(
  db: Db,
  { partnerId, memberId, now, limit }: MemberKey & { limit: number },
): Promise<(SummaryRow & { memberFields: MemberFieldsRow })[]> {
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
      memberFieldsColumn({ partnerId, memberId, now }).as('memberFields'),
    ])
    .where('favorite.partnerId', '=', partnerId)
    .where('favorite.memberId', '=', memberId)
    .orderBy('favorite.addedAt', 'desc')
    .orderBy('merchant.id')
    .limit(limit)
    .execute()
}
