import type { MerchantSummary } from '@dineward/core/merchants/merchants.contract.ts'

/** A restaurant as lists show it. What they do not show would travel in every page. */
export interface ListedMerchant
  extends Pick<MerchantSummary, 'id' | 'name' | 'images' | 'details' | 'distance' | 'acclaimedLevel'> {
  readonly earnRate?: MerchantSummary['earnRate']
  readonly city: string
  readonly neighborhood: string
}

export function toListed(merchant: MerchantSummary): ListedMerchant {
  const { id, name, images, details, distance, acclaimedLevel, earnRate, location } = merchant
  return {
    ...{ id, name, images, details, distance, acclaimedLevel },
    ...(earnRate ? { earnRate } : {}),
    city: location.address.city,
    neighborhood: location.neighborhood,
  }
}
