import { isOpenMember } from '@dineward/core/members/member-questions.ts'
import { dietsOf } from '@dineward/core/merchants/diets.rules.ts'
import { roundMiles } from '@dineward/core/merchants/distance.rules.ts'
import { earnRateFor } from '@dineward/core/merchants/earn-rate.rules.ts'
import {
  hasLeft,
  highlightDate,
  merchantHighlight,
} from '@dineward/core/merchants/merchant-highlight.rules.ts'
import {
  type Merchant,
  type MerchantSummary,
  mealsServed,
  merchantFeatures,
} from '@dineward/core/merchants/merchants.contract.ts'
import { joinedHours } from '@dineward/core/merchants/opening-hours.rules.ts'
import { tierToUnlock } from '@dineward/core/merchants/unlock-access.rules.ts'
import {
  bookingProvider,
  canBookAt,
  reservationBonusOf,
  takesReservations,
} from '@dineward/core/partner/partner-questions.ts'
import { webAddress } from '@dineward/core/shared/fields/web-address.ts'
import { localDateAt, weekdays } from '@dineward/core/shared/local-date.ts'
import type { Selectable } from 'kysely'
import { type Context, memberOf } from '../../context.ts'
import type { ShownPhoto } from '../photos/photos.read.ts'
import { imagesOf, menuImagesOf, photosOf } from '../photos/photos.view.ts'
import { dialableNumber } from './dialable-phone.rules.ts'
import type { MemberFieldsRow } from './member-fields/member-fields.read.ts'
import { toMemberFields } from './member-fields/member-fields.service.ts'
import { type MonthUseRow, yourMonth } from './member-fields/your-month.read.ts'
import type { MerchantParticipationsTable, MerchantsTable } from './merchants.tables.ts'
import type { ReviewRow } from './reviews/merchant-reviews.repository.ts'

type MerchantColumns = Selectable<MerchantsTable>
type ParticipationColumns = Selectable<MerchantParticipationsTable>

/** They are of `merchants as merchant` joined with `merchant_participations as participation`. */
export const summaryColumns = [
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
] as const

type NameOf<Column extends string, Table extends string> = Column extends `${Table}.${infer Name}`
  ? Name
  : never
type SummaryColumn = (typeof summaryColumns)[number]

export type SummaryRow = Pick<MerchantColumns, NameOf<SummaryColumn, 'merchant'>> &
  Pick<ParticipationColumns, NameOf<SummaryColumn, 'participation'>>

export type MerchantRow = SummaryRow &
  Pick<
    MerchantColumns,
    | 'about'
    | 'phone'
    | 'website'
    | 'hours'
    | 'menu'
    | 'mealsServed'
    | 'features'
    | 'diets'
    | 'menuUrl'
    | 'menuImages'
    | 'onlineOrderingUrl'
  > &
  Pick<ParticipationColumns, 'maxSpendPerMonthCents' | 'maxVisitsPerMonth'> & {
    readonly photos: readonly ShownPhoto[]
    readonly reviews: readonly ReviewRow[]
    readonly reviewSpread: readonly number[]
    readonly events: Merchant['events']
    readonly maximumPartySize: number | null
    readonly month?: MonthUseRow
    readonly memberFields?: MemberFieldsRow
  }

type Viewer = Pick<Context, 'partner' | 'actor' | 'clock'>

/** `miles` is unrounded, and null without a place. */
export function merchantSummary(ctx: Viewer, row: SummaryRow, miles: number | null): MerchantSummary {
  const { partner, clock } = ctx
  const today = localDateAt(row.timezone, clock.now())
  const date = highlightDate(row, today)
  return {
    id: row.id,
    name: row.name,
    images: imagesOf(row),
    details: {
      rating: { overallRating: row.rating ?? 0, numberOfRatings: row.numberOfRatings },
      priceRange: row.priceRange,
      cuisines: row.cuisines,
      highlight: merchantHighlight(row, today),
      ...(date === null ? {} : { highlightDate: date }),
    },
    location: {
      address: { street: row.street, city: row.city, state: row.state, zipCode: row.zipCode },
      neighborhood: row.neighborhood,
      coordinates: { latitude: row.latitude, longitude: row.longitude },
    },
    distance: miles === null ? null : roundMiles(miles),
    origin: row.source,
    acclaimedLevel: row.acclaimedLevel,
    benefitAvailability: {
      campaignCodes: row.campaignCodes,
      ...(isOpenMember(memberOf(ctx)) ? { weekdays: knownValues(weekdays, row.benefitDays) } : {}),
    },
    reservationProviders: {
      openTable: takesReservations(partner) ? row.openTableId : null,
      book: bookingProvider(partner) === 'book' && row.takesBookings,
    },
    reservationBonus: canBookAt(partner, row) ? reservationBonusOf(partner, row.reservationBonus) : null,
    ...earningAt(ctx, row),
  }
}

/** The member's rate, or the tier they lack. Nothing for visitors (shell §6). */
export function earningAt(
  ctx: Viewer,
  { campaignCodes }: Pick<SummaryRow, 'campaignCodes'>,
): Pick<MerchantSummary, 'unlockTier' | 'earnRate'> {
  const member = memberOf(ctx)
  const unlockTier = tierToUnlock(ctx.partner, campaignCodes, member)
  if (unlockTier !== null) return { unlockTier }
  const earnRate = earnRateFor(ctx.partner, member)
  return earnRate ? { earnRate } : {}
}

export function merchantDetails(ctx: Viewer, row: MerchantRow): Merchant {
  const left = hasLeft(row, localDateAt(row.timezone, ctx.clock.now()))
  return {
    ...merchantSummary(ctx, row, null),
    about: row.about,
    ...phoneOf(row.phone),
    website: row.website,
    timezone: row.timezone,
    hours: joinedHours(row.hours),
    menu: row.menu,
    mealsServed: knownValues(mealsServed, row.mealsServed),
    features: knownValues(merchantFeatures, row.features),
    diets: dietsOf({ ...row, dishes: row.menu.flatMap(({ items }) => items.map(({ name }) => name)) }),
    reviews: [...row.reviews],
    reviewSpread: [...row.reviewSpread],
    events: [...row.events],
    menuUrl: row.menuUrl,
    photos: photosOf(row),
    menuImages: menuImagesOf(row),
    onlineOrdering: orderingAt(row),
    maximumPartySize: row.maximumPartySize,
    ...memberPart(ctx, row),
    joinedOn: row.joinedOn,
    leftOn: left ? row.leftOn : null,
  }
}

function memberPart(
  ctx: Viewer,
  row: MerchantRow,
): Pick<
  Merchant,
  'maximumSpendPerMonthCents' | 'maximumVisitsPerMonth' | 'yourMonth' | 'offers' | 'flexOffer' | 'favorite'
> {
  const member = memberOf(ctx)
  if (!member || !row.month || !row.memberFields) return {}
  return {
    maximumSpendPerMonthCents: row.maxSpendPerMonthCents,
    maximumVisitsPerMonth: row.maxVisitsPerMonth,
    yourMonth: yourMonth(ctx.partner, member, row, row.month),
    ...toMemberFields(ctx, row.memberFields),
  }
}

/** Only web addresses count. Without one, orders are taken on the restaurant's website. */
function orderingAt({ onlineOrderingUrl, features, website }: MerchantRow): Merchant['onlineOrdering'] {
  const address = webAddress(onlineOrderingUrl || (features.includes('onlineOrdering') ? website : ''))
  return address && { origin: address.origin, url: address.href }
}

/** Only known values are kept, in the order of the contract. */
function knownValues<T extends string>(known: readonly T[], found: readonly string[]): T[] {
  return known.filter(value => found.includes(value))
}

/** A text without a number, such as "N/A", is no phone. */
function phoneOf(text: string): Pick<Merchant, 'phone' | 'phoneToDial'> {
  const number = dialableNumber(text)
  return { phone: number === null ? '' : text, phoneToDial: number ?? '' }
}
