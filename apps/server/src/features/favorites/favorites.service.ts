import { type Favorite, favoritesPerPage } from '@dineward/core/favorites/favorites.contract.ts'
import { maxSavedPlaces } from '@dineward/core/favorites/lists.rules.ts'
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
 * The newest come first; those that left the program are listed too. A page past the last is empty, without a total.
 * @throws `not_found` where the partner has no favorites.
 */
export async function listFavorites(
  ctx: MemberContext,
  { pageNo }: { readonly pageNo: number },
): Promise<{ items: Favorite[]; total: number }> {
  const key = memberKeyOf(ctx)
  const now = ctx.clock.now()
  const offset = (pageNo - 1) * favoritesPerPage
  const rows = await selectFavorites(ctx.db, { ...key, now, limit: favoritesPerPage, offset })
  const items = rows.map(row => ({
    ...merchantSummary(ctx, row, null),
    ...toMemberFields(ctx, row.memberFields),
    leftOn: hasLeft(row, localDateAt(row.timezone, now)) ? row.leftOn : null,
  }))
  return { items, total: rows[0]?.total ?? 0 }
}

/** @throws `merchant_not_found` where the partner has no such restaurant, `saved_places_limit_reached` */
export async function saveFavorite(ctx: MemberContext, { merchantId }: { merchantId: string }) {
  const key = memberKeyOf(ctx)
  if (merchantId.includes('\0')) throw new AppError('merchant_not_found')
  const favorite = { ...key, merchantId, addedAt: ctx.clock.now(), most: maxSavedPlaces }
  const { isKnown, hasRoom } = await insertFavorite(ctx.db, favorite)
  if (!isKnown) throw new AppError('merchant_not_found')
  if (!hasRoom) throw new AppError('saved_places_limit_reached')
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
