import type { TermConditions } from '@dineward/core/merchants/participation-terms.rules.ts'
import { type ExpressionBuilder, type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { Tables } from '../../db/tables.ts'
import { byKey, unnested } from '../../db/unnested.ts'
import { photosColumn } from '../photos/photos.read.ts'
import { memberFieldsColumn } from './member-fields/member-fields.read.ts'
import { monthUseColumn } from './member-fields/your-month.read.ts'
import type { MerchantParticipationsTable } from './merchants.tables.ts'
import { type MerchantRow, type SummaryRow, summaryColumns } from './merchants.view.ts'
import { maximumPartySizeColumn } from './party-size.read.ts'
import { newestReviewsColumn, reviewSpread } from './reviews/merchant-reviews.repository.ts'

export type Participation = Omit<
  Selectable<MerchantParticipationsTable>,
  'partnerId' | 'merchantId' | 'feeBasisPoints' | 'termsFrom'
>

export type TermsOfDay = Omit<Participation, 'reservationBonus'>

export interface MerchantForEvent {
  readonly id: string
  readonly name: string
  readonly timezone: string
  readonly acclaimedLevel: number
  /** Of the date, whether or not it takes part then. */
  readonly participation: TermsOfDay
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

/** For `participation`, and `former` of the day where there is one. */
const termOfDay = <C extends keyof TermsOfDay>(column: C) =>
  sql<TermsOfDay[C]>`case when former.valid_from is null then ${sql.ref(`participation.${column}`)}
    else ${sql.ref(`former.${column}`)} end`.as(column)

/** The same, and `coming` terms that have begun by the day. */
const conditionOfDay = <C extends keyof TermsOfDay & keyof TermConditions>(column: C) =>
  sql<TermsOfDay[C]>`case when coming.valid_from is not null then ${sql.ref(`coming.${column}`)}
    when former.valid_from is null then ${sql.ref(`participation.${column}`)}
    else ${sql.ref(`former.${column}`)} end`.as(column)

const termsOfDay = [
  termOfDay('joinedOn'),
  termOfDay('leftOn'),
  conditionOfDay('benefitDays'),
  conditionOfDay('campaignCodes'),
  conditionOfDay('maxSpendPerMonthCents'),
  conditionOfDay('maxVisitsPerMonth'),
]

/** One statement reads it. It is null where the restaurant takes no part in the program. */
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

/** Those that have begun by the day, whether or not the job has made them the current ones. */
const comingTermsOn =
  (day: RawBuilder<unknown>) => (from: ExpressionBuilder<Tables & Joined, 'participation'>) =>
    from
      .selectFrom('comingTerms as later')
      .selectAll()
      .whereRef('later.partnerId', '=', 'participation.partnerId')
      .whereRef('later.merchantId', '=', 'participation.merchantId')
      .where(sql<boolean>`later.valid_from <= ${day}`)
      .orderBy('later.validFrom', 'desc')
      .limit(1)
      .as('coming')

interface Joined {
  readonly participation: MerchantParticipationsTable
}

export interface EventPlace {
  readonly partnerId: string
  readonly merchantId: string
  readonly mid: string
  readonly localDate: string | null
  readonly instant: string | null
}

/** By our id, else by the MID in force on the restaurant's date. */
export async function selectMerchantsForEvents(
  db: Db,
  places: readonly EventPlace[],
): Promise<(MerchantForEvent | null)[]> {
  if (places.length === 0) return []
  const { source } = unnested(places, {
    partnerId: 'text',
    merchantId: 'text',
    mid: 'text',
    localDate: 'date',
    instant: 'timestamptz',
  })
  const { rows } = await sql<TermsOfDay & Omit<MerchantForEvent, 'participation'> & { n: number }>`
    select event.n::int, found.*
    from ${source} with ordinality as event (partner_id, merchant_id, mid, local_date, instant, n)
    cross join lateral (${merchantForEvent(db)}) as found`.execute(db)
  return byKey(places, rows).map(([row]) => {
    if (!row) return null
    const { id, name, timezone, acclaimedLevel, ...participation } = row
    return { id, name, timezone, acclaimedLevel, participation }
  })
}

/** A union, since a condition with `or` would read all restaurants of the program for each event. */
const namedByEvent = sql<{ id: string }>`(
  select event.merchant_id as id union select merchant_id from merchant_mids where mid = event.mid)`

/** The query stands on a row named `event`. */
function merchantForEvent(db: Db) {
  const day = sql`coalesce(event.local_date, (event.instant at time zone merchant.timezone)::date)`
  return db
    .selectFrom(namedByEvent.as('named'))
    .innerJoin('merchants as merchant', 'merchant.id', 'named.id')
    .innerJoin('merchantParticipations as participation', 'participation.merchantId', 'merchant.id')
    .leftJoin('merchantMids as known', join =>
      join
        .onRef('known.merchantId', '=', 'merchant.id')
        .on('known.mid', '=', sql<string>`event.mid`)
        .on(sql<boolean>`known.valid_from <= ${day}`)
        .on(sql<boolean>`(known.valid_to is null or known.valid_to > ${day})`),
    )
    .leftJoinLateral(
      from =>
        from
          .selectFrom('formerParticipations as earlier')
          .selectAll()
          .whereRef('earlier.partnerId', '=', 'participation.partnerId')
          .whereRef('earlier.merchantId', '=', 'participation.merchantId')
          .where(sql<boolean>`${day} < coalesce(participation.terms_from, participation.joined_on)`)
          .where(sql<boolean>`earlier.valid_from <= ${day}`)
          .orderBy('earlier.validFrom', 'desc')
          .limit(1)
          .as('former'),
      join => join.onTrue(),
    )
    .leftJoinLateral(comingTermsOn(day), join => join.onTrue())
    .select(['merchant.id', 'merchant.name', 'merchant.timezone', 'merchant.acclaimedLevel'])
    .select(termsOfDay)
    .where('participation.partnerId', '=', sql<string>`event.partner_id`)
    .where(where =>
      where.or([
        where('merchant.id', '=', sql<string>`event.merchant_id`),
        where('known.mid', 'is not', null),
      ]),
    )
    .orderBy(sql`merchant.id = event.merchant_id`, 'desc')
    .orderBy('known.validFrom', order => order.desc().nullsLast())
    .limit(sql.lit(1))
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

/** In no order; also those that left. */
export function selectSummaries(db: Db, partnerId: string, ids: readonly string[]): Promise<SummaryRow[]> {
  return db
    .selectFrom('merchants as merchant')
    .innerJoin('merchantParticipations as participation', 'participation.merchantId', 'merchant.id')
    .select([...summaryColumns])
    .where('participation.partnerId', '=', partnerId)
    .where(sql<boolean>`merchant.id = any(${[...ids]}::text[])`)
    .execute()
}
