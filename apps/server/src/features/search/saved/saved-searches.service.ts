import { hasFavorites } from '@dineward/core/partner/partner-questions.ts'
import type { SavedSearch } from '@dineward/core/search/saved-searches.contract.ts'
import { maxSavedSearches } from '@dineward/core/search/saved-searches.rules.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { MemberContext } from '../../../context.ts'
import { newId } from '../../../new-id.ts'
import { lockMember } from '../../members/members.service.ts'
import { deleteSavedSearchRow, selectSavedSearches, upsertSavedSearch } from './saved-searches.repository.ts'

export async function listSavedSearches(ctx: MemberContext): Promise<{ items: SavedSearch[] }> {
  return { items: await selectSavedSearches(ctx.db, ownerOf(ctx)) }
}

/** @throws `saved_search_limit_reached` */
export async function saveSearch(
  ctx: MemberContext,
  { name, query }: Pick<SavedSearch, 'name' | 'query'>,
): Promise<{ search: SavedSearch }> {
  const row = { ...ownerOf(ctx), id: newId(), name, query, savedAt: ctx.clock.now() }
  const search = await ctx.db.transaction().execute(async db => {
    // Searches that are saved at once are counted one after another.
    await lockMember({ ...ctx, db }, row.memberId)
    return upsertSavedSearch(db, row, maxSavedSearches)
  })
  if (!search) throw new AppError('saved_search_limit_reached')
  return { search }
}

/** Succeeds for searches that do not exist. */
export async function deleteSavedSearch(ctx: MemberContext, { id }: { id: string }) {
  await deleteSavedSearchRow(ctx.db, { ...ownerOf(ctx), id })
  return { id }
}

function ownerOf({ partner, actor: member }: MemberContext) {
  if (!hasFavorites(partner)) throw new AppError('not_found')
  return { partnerId: partner.slug, memberId: member.id }
}
