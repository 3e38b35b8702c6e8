import { isClosed } from '@dineward/core/members/member-questions.ts'
import { hasFavorites } from '@dineward/core/partner/partner-questions.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import { type Context, type MemberContext, memberOf } from '../../../context.ts'
import { newId } from '../../../new-id.ts'
import { savedMerchants } from '../../merchants/saved-merchants.service.ts'
import { type SharedListRow, selectSharedList } from './lists.read.ts'
import { copyPlaces, selectPlaceIds } from './lists.repository.ts'
import { addList, assertRoomForPlaces } from './lists.service.ts'

interface OfShare {
  readonly shareId: string
}

/** @throws `list_not_found` where it is not shared, or its owner left. */
export async function showSharedList(ctx: Context, input: OfShare) {
  const { id, name, firstName, memberId } = await findShared(ctx, input)
  const ids = await selectPlaceIds(ctx.db, { partnerId: ctx.partner.slug, listId: id })
  return {
    name,
    ownerFirstName: firstName,
    isYours: memberOf(ctx)?.id === memberId,
    items: await savedMerchants(ctx, ids),
  }
}

/** @throws `list_not_found`, `list_limit_reached`, `saved_places_limit_reached` */
export async function copyList(ctx: MemberContext, input: OfShare) {
  const shared = await findShared(ctx, input)
  const id = newId()
  const places = await ctx.db.transaction().execute(async db => {
    const inTransaction = { ...ctx, db }
    await addList(inTransaction, { id, name: shared.name })
    const copied = await copyPlaces(db, {
      partnerId: ctx.partner.slug,
      from: shared.id,
      to: id,
      addedAt: ctx.clock.now(),
    })
    await assertRoomForPlaces(inTransaction, 0)
    return copied
  })
  return { list: { id, name: shared.name, places, shareId: null } }
}

async function findShared(
  { db, partner }: Pick<Context, 'db' | 'partner'>,
  { shareId }: OfShare,
): Promise<SharedListRow> {
  if (!hasFavorites(partner)) throw new AppError('not_found')
  const list = await selectSharedList(db, { partnerId: partner.slug, shareId })
  if (!list || isClosed(list)) throw new AppError('list_not_found')
  return list
}
