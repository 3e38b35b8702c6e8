import type { MerchantSummary } from '@dineward/core/merchants/merchants.contract.ts'
import type { Context } from '../../context.ts'

/** What a list tells a member of a restaurant, besides what everybody is told. */
export type PersonalSummary = Pick<MerchantSummary, 'offers' | 'flexOffer' | 'favorite'>

/**
 * By merchant id, for the restaurants on one page of a search; one that has nothing to say is not in it. At most one
 * statement, and none for visitors who are not signed in.
 */
export async function personalOf(
  _ctx: Context,
  _merchantIds: readonly string[],
): Promise<ReadonlyMap<string, PersonalSummary>> {
  return new Map()
}
