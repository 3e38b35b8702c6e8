import { type Favorite, favoritesAtMost } from '@dineward/core/favorites/favorites.contract.ts'
import { hasLeft } from '@dineward/core/merchants/merchant-highlight.rules.ts'
import { hasFavorites } from '@dineward/core/partner/partner-questions.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import { localDateAt } from '@dineward/core/shared/local-date.ts'
import type { MemberContext } from '../../context.ts'
import { personalFor } from '../merchants/member-fields.service.ts'
import { merchantSummary } from '../merchants/merchants.view.ts'
import { deleteFavorite, insertFavorite, selectFavorites } from './favorites.repository.ts'

/** The member's saved restaurants, newest first; those that left the program too. Throws `not_found`. */
export async function listFavorites(ctx: MemberContext): Promise<{ items: Favorite[] }> {
  const whose = memberWithFavorites(ctx)
  const now = ctx.clock.now()
  const rows = await selectFavorites(ctx.db, { ...whose, now, limit: favoritesAtMost })
  const items = rows.map(row => ({
    ...merchantSummary(ctx, row, null),
    ...personalFor(ctx, row.personal),
    leftOn: hasLeft(row, localDateAt(row.timezone, now)) ? row.leftOn : null,
  }))
  return { items }
}

/** Throws `not_found`, and `merchant_not_found` where the restaurant is none of the partner's. */
export async function saveRestaurant(ctx: MemberContext, { merchantId }: { merchantId: string }) {
  const whose = memberWithFavorites(ctx)
  const isKnown =
    !merchantId.includes('\0') &&
    (await insertFavorite(ctx.db, { ...whose, merchantId, addedAt: ctx.clock.now() }))
  if (!isKnown) throw new AppError('merchant_not_found')
  return { merchantId, favorite: true }
}

/** What was not saved stays so, whether there is such a restaurant or not. Throws `not_found`. */
export async function forgetRestaurant(ctx: MemberContext, { merchantId }: { merchantId: string }) {
  const whose = memberWithFavorites(ctx)
  if (!merchantId.includes('\0')) await deleteFavorite(ctx.db, { ...whose, merchantId })
  return { merchantId, favorite: false }
}

function memberWithFavorites({ partner, actor: member }: MemberContext) {
  if (!hasFavorites(partner)) throw new AppError('not_found')
  return { partnerId: partner.slug, memberId: member.id }
}
