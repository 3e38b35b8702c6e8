import { isOpenMember } from '@dineward/core/members/member-questions.ts'
import type { MerchantSummary } from '@dineward/core/merchants/merchants.contract.ts'
import { hasFavorites, hasFlexOffers } from '@dineward/core/partner/partner-questions.ts'
import { type Context, memberOf } from '../../../context.ts'
import { type MemberFieldsRow, selectMemberFields } from './member-fields.read.ts'

export type MemberFields = Pick<MerchantSummary, 'offers' | 'flexOffer' | 'favorite'>

/**
 * One statement reads them, by restaurant id. The result is empty, without a statement, for visitors and closed
 * accounts (shell §6).
 */
export async function memberFieldsOf(
  ctx: Pick<Context, 'db' | 'partner' | 'actor' | 'clock'>,
  merchantIds: readonly string[],
): Promise<ReadonlyMap<string, MemberFields>> {
  const { db, partner, clock } = ctx
  const member = memberOf(ctx)
  if (!isOpenMember(member) || merchantIds.length === 0) return new Map()
  const key = { partnerId: partner.slug, memberId: member.id, now: clock.now() }
  const rows = await selectMemberFields(db, key, merchantIds)
  return new Map(rows.map(({ merchantId, fields }) => [merchantId, toMemberFields(ctx, fields)]))
}

export function toMemberFields(
  ctx: Pick<Context, 'partner' | 'actor'>,
  { offers, flexOffer, favorite }: MemberFieldsRow,
): MemberFields {
  if (!isOpenMember(memberOf(ctx))) return {}
  const { partner } = ctx
  return {
    offers,
    ...(hasFlexOffers(partner) ? { flexOffer } : {}),
    ...(hasFavorites(partner) ? { favorite } : {}),
  }
}
