import { guestContactKinds, takesGuests } from '@dineward/core/partner/partner-questions.ts'
import { emailContact, phoneContact } from '@dineward/core/reservations/guest-contact.rules.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { Context } from '../../../context.ts'
import { hashCode, maxTries, newMailedCode } from '../../identity/passwords/mailed-codes.service.ts'
import { consumeGuestCode, type Guest, replaceGuestCode, tryGuestCode } from './guest-bookings.repository.ts'
import { guestMessages } from './guest-messages.service.ts'

/** @throws `not_found` where the partner books for members only. */
export function assertTakesGuests({ partner }: Pick<Context, 'partner'>): void {
  if (!takesGuests(partner)) throw new AppError('not_found')
}

/** It has one of the two. */
interface TypedContact {
  readonly email?: string | undefined
  readonly phoneNumber?: string | undefined
}

/** @throws `validation_failed` for no such number, and for a way that the partner does not offer. */
export function guestOf(
  { partner }: Pick<Context, 'partner'>,
  { email, phoneNumber = '' }: TypedContact,
): Guest {
  const [field, contact] =
    email === undefined
      ? (['phoneNumber', phoneContact(phoneNumber)] as const)
      : (['email', emailContact(email)] as const)
  const isTaken = contact !== null && guestContactKinds(partner).includes(contact.contactKind)
  if (isTaken) return { partnerId: partner.slug, ...contact }
  const message = contact === null ? 'must be a number such as 212-555-0123' : 'is not a way to book here'
  throw new AppError('validation_failed', { fieldErrors: [{ field, message }] })
}

/** An address that had enough codes gets none, and the answer does not say so. @throws `not_found`. */
export async function sendGuestCode(ctx: Context, typed: TypedContact): Promise<void> {
  assertTakesGuests(ctx)
  const guest = guestOf(ctx, typed)
  const { contact, contactKind, contactKey, partnerId } = guest
  const { code, codeHash, expiresAt, limit } = newMailedCode(ctx, contactKey)
  await ctx.db.transaction().execute(async trx => {
    const isSent = await replaceGuestCode(trx, { partnerId, contactKey, codeHash, expiresAt }, limit)
    if (isSent)
      await guestMessages[contactKind].code({ ...ctx, db: trx }, { contact, code, codeHash, expiresAt })
  })
}

/** It is not used up. Call it outside of any transaction, so that the try stays counted. @throws `email_code_invalid`. */
export async function assertGuestCode(ctx: Context, guest: Guest, code: string): Promise<string> {
  const codeHash = hashCode(guest.contactKey, code)
  if (!(await tryGuestCode(ctx.db, guest, { codeHash, now: ctx.clock.now(), maxTries })))
    throw new AppError('email_code_invalid')
  return codeHash
}

/** In the caller's transaction: one code books one table. @throws `email_code_invalid`. */
export async function useGuestCode(ctx: Context, guest: Guest, codeHash: string): Promise<void> {
  if (!(await consumeGuestCode(ctx.db, guest, codeHash))) throw new AppError('email_code_invalid')
}
