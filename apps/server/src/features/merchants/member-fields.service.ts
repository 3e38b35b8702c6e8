import { isOpenMember } from '@dineward/core/members/member-questions.ts'
import type { MerchantSummary } from '@dineward/core/merchants/merchants.contract.ts'
import { hasFavorites, hasFlexOffers } from '@dineward/core/partner/partner-questions.ts'
import { type Context, memberOf } from '../../context.ts'
import { type PersonalRow, selectPersonal } from './member-fields.read.ts'

/** What a restaurant has for one member, as far as the partner has such things: to be laid over its summary. */
export type Personal = Pick<MerchantSummary, 'offers' | 'flexOffer' | 'favorite'>

/**
 * What these restaurants have for whoever is signed in, by restaurant: offers of today, an offer of the member's own,
 * and whether the member saved it. Nothing, and without asking, for visitors and closed accounts (shell §6). One
 * statement for a whole page.
 */
export async function personalOf(
  ctx: Pick<Context, 'db' | 'partner' | 'actor' | 'clock'>,
  merchantIds: readonly string[],
): Promise<ReadonlyMap<string, Personal>> {
  const { db, partner, clock } = ctx
  const member = memberOf(ctx)
  if (!isOpenMember(member) || merchantIds.length === 0) return new Map()
  const whose = { partnerId: partner.slug, memberId: member.id, now: clock.now() }
  const rows = await selectPersonal(db, whose, merchantIds)
  return new Map(rows.map(({ merchantId, personal }) => [merchantId, personalFor(ctx, personal)]))
}

/** As far as the partner has such things, and the member takes part. */
export function personalFor(
  ctx: Pick<Context, 'partner' | 'actor'>,
  { offers, flexOffer, favorite }: PersonalRow,
): Personal {
  if (!isOpenMember(memberOf(ctx))) return {}
  const { partner } = ctx
  return {
    offers,
    ...(hasFlexOffers(partner) ? { flexOffer } : {}),
    ...(hasFavorites(partner) ? { favorite } : {}),
  }
}
