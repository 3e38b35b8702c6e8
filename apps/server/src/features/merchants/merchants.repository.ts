import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import { photosColumn } from '../photos/photos.read.ts'
import { memberFieldsColumn } from './member-fields.read.ts'
import { newestReviewsColumn, reviewSpread } from './merchant-reviews.repository.ts'
import type { MerchantParticipationsTable } from './merchants.tables.ts'
import type { MerchantRow } from './merchants.view.ts'
import { maximumPartySizeColumn } from './party-size.read.ts'
import { monthUseColumn } from './your-month.read.ts'

export type Participation = Omit<
  Selectable<MerchantParticipationsTable>,
  'partnerId' | 'merchantId' | 'feeBasisPoints'
>

export interface MerchantForEvent {
  readonly id: string
  readonly name: string
  readonly timezone: string
  readonly acclaimedLevel: number
  /** Whether or not it is in force on the date. */
  readonly participation: Participation
}

const participationColumns = [
  'participation.joinedOn',
  'participation.leftOn',
  'participation.benefitDays',
  'participation.campaignCodes',
  'participation.maxSpendPerMonthCents',
  'participation.maxVisitsPerMonth',
  'participation.reservationBonus',
] as const

/** One statement. Null where it takes no part in the program. */
export async function selectMerchant(
  db: Db,
  partnerId: string,
  merchantId: string,
  { reviewCount, now, memberId }: { reviewCount: number; now: Date; memberId: string | null },
): Promise<MerchantRow | null> {
  const row = await db
    .selectFrom('merchants as merchant')
    .innerJoin('merchantParticipations as participation', 'participation.merchantId', 'merchant.id')
    .selectAll('merchant')
    .select(participationColumns)
    .select([
      newestReviewsColumn(reviewCount).as('reviews'),
      reviewSpread.as('reviewSpread'),
      upcomingEvents(now).as('events'),
      photosColumn.as('photos'),
      maximumPartySizeColumn.as('maximumPartySize'),
    ])
    .$if(memberId !== null, query =>
      query.select([
        monthUseColumn({ partnerId, memberId: memberId ?? '' }, now).as('month'),
        memberFieldsColumn({ partnerId, memberId: memberId ?? '', now }).as('memberFields'),
      ]),
    )
    .where('merchant.id', '=', merchantId)
    .where('participation.partnerId', '=', partnerId)
    .executeTakeFirst()
  return row ?? null
}

function upcomingEvents(now: Date): RawBuilder<MerchantRow['events']> {
  const minutes = sql.lit('YYYY-MM-DD"T"HH24:MI')
  return sql`(
    select coalesce(json_agg(json_build_object('id', id, 'title', title, 'text', body,
      'startsAt', to_char(starts_at, ${minutes}), 'endsAt', to_char(ends_at, ${minutes}), 'url', url)
      order by starts_at, id), '[]')
    from merchant_events where merchant_id = merchant.id
      and ends_at > ${now}::timestamptz at time zone merchant.timezone)`
}

export type PlaceOfEvent = {
  readonly merchantId?: string | null | undefined
  readonly mid?: string | null | undefined
} & ({ readonly localDate: string } | { readonly instant: string })

/** By our id, else by the MID in force on the restaurant's date. */
export async function selectMerchantForEvent(
  db: Db,
  partnerId: string,
  place: PlaceOfEvent,
): Promise<MerchantForEvent | null> {
  const merchantId = place.merchantId ?? ''
  const day =
    'instant' in place
      ? sql`(${place.instant}::timestamptz at time zone merchant.timezone)::date`
      : sql`${place.localDate}::date`
  const row = await db
    .selectFrom('merchants as merchant')
    .innerJoin('merchantParticipations as participation', 'participation.merchantId', 'merchant.id')
    .leftJoin('merchantMids as known', join =>
      join
        .onRef('known.merchantId', '=', 'merchant.id')
        .on('known.mid', '=', place.mid ?? '')
        .on(sql<boolean>`known.valid_from <= ${day}`)
        .on(sql<boolean>`(known.valid_to is null or known.valid_to > ${day})`),
    )
    .select(['merchant.id', 'merchant.name', 'merchant.timezone', 'merchant.acclaimedLevel'])
    .select(participationColumns)
    .where('participation.partnerId', '=', partnerId)
    .where(where =>
      where.or([
        where('merchant.id', '=', merchantId),
        where(
          'merchant.id',
          'in',
          where
            .selectFrom('merchantMids')
            .select('merchantId')
            .where('mid', '=', place.mid ?? ''),
        ).and('known.mid', 'is not', null),
      ]),
    )
    .orderBy(sql`merchant.id = ${merchantId}`, 'desc')
    .orderBy('known.validFrom', order => order.desc().nullsLast())
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  const { id, name, timezone, acclaimedLevel, ...participation } = row
  return { id, name, timezone, acclaimedLevel, participation }
}

export interface MerchantPage {
  readonly id: string
  readonly updatedAt: Date
}

export function selectMerchantPages(
  db: Db,
  { partnerId, day, limit }: { partnerId: string; day: string; limit: number },
): Promise<MerchantPage[]> {
  return db
    .selectFrom('merchants as merchant')
    .innerJoin('merchantParticipations as participation', 'participation.merchantId', 'merchant.id')
    .select(['merchant.id', 'merchant.updatedAt'])
    .where('participation.partnerId', '=', partnerId)
    .where(sql<boolean>`(participation.left_on is null or participation.left_on > ${day}::date)`)
    .orderBy('merchant.updatedAt', 'desc')
    .orderBy('merchant.id')
    .limit(limit)
    .execute()
}
