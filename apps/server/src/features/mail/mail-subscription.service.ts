import { AppError } from '@dineward/core/shared/errors.ts'
import type { Context } from '../../context.ts'
import { changeEmailOptIn, dependsOnOptIn } from '../members/members.service.ts'
import { findSubscriber } from './mail.repository.ts'

/** With the token of any mail that the member got. Idempotent. @throws `unsubscribe_link_invalid`. */
export async function changeMailSubscription(
  ctx: Context,
  { token, subscribed }: { token: string; subscribed: boolean },
): Promise<{ subscribed: boolean; affectsEarning: boolean }> {
  const memberId = await findSubscriber(ctx.db, ctx.partner.slug, token)
  if (!memberId) throw new AppError('unsubscribe_link_invalid')
  return ctx.db.transaction().execute(async trx => {
    const tier = await changeEmailOptIn({ ...ctx, db: trx }, memberId, subscribed)
    if (tier === null) throw new AppError('unsubscribe_link_invalid')
    return { subscribed, affectsEarning: dependsOnOptIn(ctx, tier) }
  })
}
