import type { MemberContext } from '../../../context.ts'
import { newId } from '../../../new-id.ts'
import { deleteHold, insertHold, insertTableSlots } from '../books/books.repository.ts'
import { holdAtProvider } from '../provider.service.ts'
import {
  findFreeTable,
  lockBooks,
  lockOpenMember,
  offeredHold,
  ownerOf,
  resolveChoice,
  type SlotChoice,
  slotsOfTable,
} from './assign-table.service.ts'

export interface Hold {
  readonly id: string
  readonly expiresAt: string
}

/** @throws as `resolveChoice`, and `slot_unavailable`, `reservation_overlap`, `reservation_user_fraud`. */
export async function holdTable(ctx: MemberContext, choice: SlotChoice): Promise<Hold> {
  const chosen = await resolveChoice(ctx, choice)
  const { provider } = chosen.place
  if (provider) return holdAtProvider(ctx, provider, chosen)
  const { holdMinutes } = ctx.partner.settings.reservations
  return ctx.db.transaction().execute(async trx => {
    const inTransaction = { ...ctx, db: trx }
    const owner = ownerOf(ctx)
    await lockOpenMember(inTransaction)
    await lockBooks(inTransaction, chosen)
    const offered = await offeredHold(inTransaction, chosen)
    if (offered) return { id: offered.id, expiresAt: offered.expiresAt.toISOString() }
    await deleteHold(trx, owner)
    const given = await findFreeTable(inTransaction, chosen)
    const id = newId()
    const expiresAt = new Date(ctx.clock.now().getTime() + holdMinutes * 60_000)
    const { startsAt, endsAt, partySize, tableNo } = given
    const merchantId = given.place.merchant.id
    const alertId = null
    await insertHold(trx, {
      ...owner,
      id,
      alertId,
      merchantId,
      tableNo,
      startsAt,
      endsAt,
      partySize,
      expiresAt,
    })
    await insertTableSlots(trx, ...slotsOfTable(given), { partnerId: owner.partnerId, holdId: id })
    return { id, expiresAt: expiresAt.toISOString() }
  })
}
