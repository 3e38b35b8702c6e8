import type { MerchantSummary } from '@dineward/core/merchants/merchants.contract.ts'

/** A restaurant as lists show it. What they do not show, and what there is none of, would travel in every page. */
export interface ListedMerchant
  extends Pick<MerchantSummary, 'id' | 'name' | 'images' | 'details' | 'distance' | 'acclaimedLevel'> {
  readonly city: string
  readonly neighborhood: string
  /** In the partner's unit. */
  readonly reservationBonus?: number
  readonly earnRate?: MerchantSummary['earnRate']
  readonly unlockTier?: MerchantSummary['unlockTier']
  /** The first of them, and how many there are. */
  readonly offers?: { readonly title: string; readonly count: number }
  /** The amount of an offer to this member alone. */
  readonly flexOffer?: string
  readonly favorite?: boolean
  /** Of a saved restaurant that is no longer in the program. */
  readonly leftOn?: string
}

export function toListed(merchant: MerchantSummary & { readonly leftOn?: string | null }): ListedMerchant {
  const { id, name, images, details, distance, acclaimedLevel, location, reservationBonus } = merchant
  return {
    ...{ id, name, images, details, distance, acclaimedLevel },
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
