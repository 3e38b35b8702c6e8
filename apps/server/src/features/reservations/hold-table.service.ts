import { randomBytes } from 'node:crypto'
import type { MemberContext } from '../../context.ts'
import { deleteHold, insertHold, takeQuarters } from './book.repository.ts'
import {
  chooseTable,
  lockOpenMember,
  openBooks,
  ownerOf,
  quartersOfTable,
  readChoice,
  type SlotChoice,
} from './give-table.service.ts'
import { holdAtProvider } from './provider.service.ts'

export interface Hold {
  readonly id: string
  readonly expiresAt: string
}

/**
 * Keeps a table for the minutes that the partner allows. A member keeps one at a time: a new one frees the one before.
 * Throws what reading the choice does, and `slot_unavailable`, `reservation_overlap`, `reservation_user_fraud`.
 */
export async function holdTable(ctx: MemberContext, choice: SlotChoice): Promise<Hold> {
  const chosen = await readChoice(ctx, choice)
  const { provider } = chosen.place
  if (provider) return holdAtProvider(ctx, provider, chosen)
  const { holdMinutes } = ctx.partner.settings.reservations
  return ctx.db.transaction().execute(async trx => {
    const inTransaction = { ...ctx, db: trx }
    const owner = ownerOf(ctx)
    await lockOpenMember(inTransaction)
    await openBooks(inTransaction, chosen)
    await deleteHold(trx, owner)
    const given = await chooseTable(inTransaction, chosen)
    const id = randomBytes(16).toString('base64url')
    const expiresAt = new Date(ctx.clock.now().getTime() + holdMinutes * 60_000)
    const { startsAt, endsAt, partySize, tableNo } = given
    const merchantId = given.place.merchant.id
    await insertHold(trx, { ...owner, id, merchantId, tableNo, startsAt, endsAt, partySize, expiresAt })
    await takeQuarters(trx, ...quartersOfTable(given), { holdId: id })
    return { id, expiresAt: expiresAt.toISOString() }
  })
}
