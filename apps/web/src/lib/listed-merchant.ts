import type { MerchantSummary } from '@dineward/core/merchants/merchants.contract.ts'

/** A restaurant in lists, with only the fields shown, since all of it is embedded in the page. */
export interface ListedMerchant
  extends Pick<MerchantSummary, 'id' | 'name' | 'images' | 'details' | 'distance' | 'acclaimedLevel'> {
  readonly city: string
  readonly neighborhood: string
  readonly reservationBonus?: number
  readonly earnRate?: MerchantSummary['earnRate']
  readonly unlockTier?: MerchantSummary['unlockTier']
  readonly offers?: { readonly title: string; readonly count: number }
  readonly flexOffer?: string
  readonly favorite?: boolean
  /** Only a favorite that left the program has it. */
  readonly leftOn?: string
}

export function toListed(merchant: MerchantSummary & { readonly leftOn?: string | null }): ListedMerchant {
  const { id, name, images, details, distance, acclaimedLevel, location, reservationBonus } = merchant
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
