import { type Favorite, maxFavorites } from '@dineward/core/favorites/favorites.contract.ts'
import { hasLeft } from '@dineward/core/merchants/merchant-highlight.rules.ts'
import { hasFavorites } from '@dineward/core/partner/partner-questions.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import { localDateAt } from '@dineward/core/shared/local-date.ts'
import type { MemberContext } from '../../context.ts'
import { toMemberFields } from '../merchants/member-fields/member-fields.service.ts'
import { merchantSummary } from '../merchants/merchants.view.ts'
import { selectFavorites } from './favorites.read.ts'
import { deleteFavorite, insertFavorite } from './favorites.repository.ts'

/**
 * The newest come first; those that left the program are listed too. @throws `not_found` where the partner has no
 * favorites.
 */
export async function listFavorites(ctx: MemberContext): Promise<{ items: Favorite[] }> {
  const key = memberKeyOf(ctx)
  const now = ctx.clock.now()
  const rows = await selectFavorites(ctx.db, { ...key, now, limit: maxFavorites })
  const items = rows.map(row => ({
    ...merchantSummary(ctx, row, null),
    ...toMemberFields(ctx, row.memberFields),
    leftOn: hasLeft(row, localDateAt(row.timezone, now)) ? row.leftOn : null,
  }))
  return { items }
}

/** @throws `merchant_not_found` where the partner has no such restaurant. */
export async function saveFavorite(ctx: MemberContext, { merchantId }: { merchantId: string }) {
  const key = memberKeyOf(ctx)
  const isKnown =
    !merchantId.includes('\0') &&
    (await insertFavorite(ctx.db, { ...key, merchantId, addedAt: ctx.clock.now() }))
  if (!isKnown) throw new AppError('merchant_not_found')
  return { merchantId, favorite: true }
}

/** Succeeds for restaurants that were not saved or do not exist. */
export async function unsaveFavorite(ctx: MemberContext, { merchantId }: { merchantId: string }) {
  const key = memberKeyOf(ctx)
  if (!merchantId.includes('\0')) await deleteFavorite(ctx.db, { ...key, merchantId })
  return { merchantId, favorite: false }
}

function memberKeyOf({ partner, actor: member }: MemberContext) {
  if (!hasFavorites(partner)) throw new AppError('not_found')
  return { partnerId: partner.slug, memberId: member.id }
}
