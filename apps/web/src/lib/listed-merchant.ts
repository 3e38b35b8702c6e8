import type { MerchantSummary } from '@dineward/core/merchants/merchants.contract.ts'
import type { FoundMerchant } from '@dineward/core/search/search.contract.ts'

export interface AskedTable {
  readonly date: string
  readonly time: string
  readonly partySize: number
}

/** `startsAt` is local, as "2026-11-20T19:00". */
export type FreeTable = readonly [slotId: string, startsAt: string]

export const toFreeTables = (tables: NonNullable<FoundMerchant['tables']>): FreeTable[] =>
  tables.map(({ slotId, startsAt }) => [slotId, startsAt.slice(0, 16)])

/** A restaurant in lists, with only the fields shown, since all of it is embedded in the page. */
export interface ListedMerchant
  extends Pick<MerchantSummary, 'id' | 'name' | 'images' | 'details' | 'distance' | 'acclaimedLevel'> {
  readonly city: string
  readonly neighborhood: string
  readonly reservationBonus?: number
  /** Absent where no table was asked for, or none is booked here. */
  readonly tables?: readonly FreeTable[]
  readonly earnRate?: MerchantSummary['earnRate']
  readonly unlockTier?: MerchantSummary['unlockTier']
  readonly offers?: { readonly title: string; readonly count: number }
  readonly flexOffer?: string
  readonly favorite?: boolean
  /** Only a favorite that left the program has it. */
  readonly leftOn?: string
}

export function toListed(merchant: FoundMerchant & { readonly leftOn?: string | null }): ListedMerchant {
  const { id, name, images, details, distance, acclaimedLevel, location, reservationBonus, tables } = merchant
  return {
    id,
    name,
    images,
    details,
    distance,
    acclaimedLevel,
    city: location.address.city,
    neighborhood: location.neighborhood,
    ...(reservationBonus ? { reservationBonus } : {}),
    ...(tables ? { tables: toFreeTables(tables) } : {}),
    ...forMember(merchant),
  }
}

function forMember(merchant: MerchantSummary & { readonly leftOn?: string | null }) {
  const { earnRate, unlockTier, offers, flexOffer, favorite, leftOn } = merchant
  return {
    ...(earnRate ? { earnRate } : {}),
    ...(unlockTier ? { unlockTier } : {}),
    ...(offers?.[0] ? { offers: { title: offers[0].title, count: offers.length } } : {}),
    ...(flexOffer ? { flexOffer: flexOffer.webMessageOfferAmount } : {}),
    ...(favorite === undefined ? {} : { favorite }),
    ...(leftOn ? { leftOn } : {}),
  }
}
