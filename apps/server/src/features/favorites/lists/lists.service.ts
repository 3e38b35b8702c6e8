import type { Favorite } from '@dineward/core/favorites/favorites.contract.ts'
import type { MemberList } from '@dineward/core/favorites/lists.contract.ts'
import { maxListPlaces, maxLists, maxSavedPlaces } from '@dineward/core/favorites/lists.rules.ts'
import { hasFavorites } from '@dineward/core/partner/partner-questions.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { MemberContext } from '../../../context.ts'
import { newId } from '../../../new-id.ts'
import { lockMember } from '../../members/members.service.ts'
import { savedMerchants } from '../../merchants/saved-merchants.service.ts'
import { countSavedPlaces, type ListOwner } from './lists.read.ts'
import {
  countLists,
  deleteListRow,
  deletePlace,
  insertList,
  insertPlace,
  type ListKey,
  selectList,
  selectLists,
  selectPlaceIds,
  setShareId,
  updateList,
} from './lists.repository.ts'

interface OfList {
  readonly listId: string
}

interface OfPlace extends OfList {
  readonly merchantId: string
}

export async function listLists(
  ctx: MemberContext,
  { merchantId = null }: { merchantId?: string | null | undefined },
): Promise<{ items: MemberList[] }> {
  const rows = await selectLists(ctx.db, ownerOf(ctx), merchantId)
  return {
    items: rows.map(({ hasPlace, ...list }) => (merchantId === null ? list : { ...list, hasPlace })),
  }
}

/** @throws `list_limit_reached` */
export async function createList(ctx: MemberContext, { name }: { name: string }) {
  const id = newId()
  await ctx.db.transaction().execute(db => addList({ ...ctx, db }, { id, name }))
  return { list: { id, name, places: 0, shareId: null } }
}

/** It runs in the caller's transaction, and locks the member's row until that ends. @throws `list_limit_reached` */
export async function addList(ctx: MemberContext, { id, name }: { id: string; name: string }): Promise<void> {
  const owner = ownerOf(ctx)
  await lockMember(ctx, owner.memberId)
  if ((await countLists(ctx.db, owner)) >= maxLists) throw new AppError('list_limit_reached')
  await insertList(ctx.db, { ...owner, id, name, createdAt: ctx.clock.now(), shareId: null })
}

/** @throws `list_not_found` */
export async function showList(
  ctx: MemberContext,
  input: OfList,
): Promise<{ list: MemberList; items: Favorite[] }> {
  const list = await findList(ctx, input)
  const ids = await selectPlaceIds(ctx.db, keyOf(ctx, input))
  return { list, items: await savedMerchants(ctx, ids) }
}

/** @throws `list_not_found` */
export async function renameList(ctx: MemberContext, { listId, name }: OfList & { name: string }) {
  await updateList(ctx.db, keyOf(ctx, { listId }), { name })
  return { list: await findList(ctx, { listId }) }
}

/** Succeeds for lists that do not exist. */
export async function deleteList(ctx: MemberContext, input: OfList) {
  await deleteListRow(ctx.db, keyOf(ctx, input))
  return { id: input.listId }
}

/** @throws `list_not_found`, `merchant_not_found`, `saved_places_limit_reached`, `list_full` */
export async function addPlace(ctx: MemberContext, input: OfPlace) {
  const { isList, isKnown, hasRoom, listHasRoom } = await insertPlace(ctx.db, {
    ...keyOf(ctx, input),
    merchantId: input.merchantId,
    addedAt: ctx.clock.now(),
    most: maxSavedPlaces,
    mostOfList: maxListPlaces,
  })
  if (!isList) throw new AppError('list_not_found')
  if (!isKnown) throw new AppError('merchant_not_found')
  if (!hasRoom) throw new AppError('saved_places_limit_reached')
  if (!listHasRoom) throw new AppError('list_full')
  return { ...input, hasPlace: true }
}

/** Succeeds for restaurants that are not in it. */
export async function removePlace(ctx: MemberContext, input: OfPlace) {
  await deletePlace(ctx.db, { ...keyOf(ctx, input), merchantId: input.merchantId })
  return { ...input, hasPlace: false }
}

/** @throws `list_not_found` */
export async function shareList(ctx: MemberContext, input: OfList) {
  await setShareId(ctx.db, keyOf(ctx, input), newId())
  return { list: await findList(ctx, input) }
}

/** @throws `list_not_found` */
export async function unshareList(ctx: MemberContext, input: OfList) {
  await updateList(ctx.db, keyOf(ctx, input), { shareId: null })
  return { list: await findList(ctx, input) }
}

/** @throws `saved_places_limit_reached` where fewer than `more` can be saved. */
export async function assertRoomForPlaces(ctx: MemberContext, more: number): Promise<void> {
  const saved = await countSavedPlaces(ctx.db, ownerOf(ctx))
  if (saved + more > maxSavedPlaces) throw new AppError('saved_places_limit_reached')
}

async function findList(ctx: MemberContext, input: OfList): Promise<MemberList> {
  const list = await selectList(ctx.db, keyOf(ctx, input))
  if (!list) throw new AppError('list_not_found')
  return list
}

function keyOf(ctx: MemberContext, { listId }: OfList): ListKey {
  return { ...ownerOf(ctx), listId }
}

function ownerOf({ partner, actor: member }: MemberContext): ListOwner {
  if (!hasFavorites(partner)) throw new AppError('not_found')
  return { partnerId: partner.slug, memberId: member.id }
}
