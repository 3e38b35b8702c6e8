import type { Favorite } from '@dineward/core/favorites/favorites.contract.ts'
import { hasLeft } from '@dineward/core/merchants/merchant-highlight.rules.ts'
import { localDateAt } from '@dineward/core/shared/local-date.ts'
import type { Context } from '../../context.ts'
import { memberFieldsOf } from './member-fields/member-fields.service.ts'
import { selectSummaries } from './merchants.repository.ts'
import { merchantSummary } from './merchants.view.ts'

/** In the order of the ids. Those that left the program are there, with the day. */
export async function savedMerchants(ctx: Context, ids: readonly string[]): Promise<Favorite[]> {
  if (ids.length === 0) return []
  const rows = new Map((await selectSummaries(ctx.db, ctx.partner.slug, ids)).map(row => [row.id, row]))
  const memberFields = await memberFieldsOf(ctx, [...rows.keys()])
  return ids.flatMap(id => {
    const row = rows.get(id)
    if (!row) return []
    const today = localDateAt(row.timezone, ctx.clock.now())
    return {
      ...merchantSummary(ctx, row, null),
      ...memberFields.get(id),
      leftOn: hasLeft(row, today) ? row.leftOn : null,
    }
  })
}
