import { offeredSignInProviders, type SignInProvider } from '@dineward/core/partner/partner-questions.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { SignInProviders } from '@dineward/core/sign-in-providers/sign-in-providers.contract.ts'
import type { Context, MemberContext } from '../../../context.ts'
import { lockMember } from '../../members/members.service.ts'
import { hasPasskeys } from '../../passkeys/passkeys.service.ts'
import { recordMemberAudit } from '../../staff/audit.service.ts'
import { hasPassword } from '../passwords/own-password.service.ts'
import { reauthenticate } from '../passwords/reauthentication.service.ts'
import { queueProviderMail } from './provider.mail.ts'
import { deleteIdentitiesSince, deleteIdentity, listIdentities } from './provider-sign-in.repository.ts'

/** It lists also those that the member has not linked. */
export async function listSignInProviders(ctx: MemberContext): Promise<SignInProviders> {
  const { partner, actor, gateways } = ctx
  const key = { partnerId: partner.slug, memberId: actor.id }
  const linked = await listIdentities(ctx.db, key)
  const items = offeredSignInProviders(partner).map(provider => {
    const issuer = gateways.signInProviders.issuerOf(provider)
    const linkedAt = linked.find(identity => identity.issuer === issuer)?.linkedAt ?? null
    return { provider, linkedAt: linkedAt?.toISOString() ?? null }
  })
  return { items, hasPassword: await hasPassword(ctx) }
}

/** @throws `not_found`, `last_way_to_sign_in`, and what `reauthenticate` throws */
export async function unlinkProvider(
  ctx: MemberContext,
  input: {
    provider: SignInProvider
    proof: Parameters<typeof reauthenticate>[1]
    origin: string
  },
): Promise<void> {
  await reauthenticate(ctx, input.proof)
  const { provider, origin } = input
  const memberId = ctx.actor.id
  const key = { partnerId: ctx.partner.slug, memberId }
  await ctx.db.transaction().execute(async trx => {
    const inTransaction = { ...ctx, db: trx }
    await lockMember(inTransaction, memberId)
    if (!(await deleteIdentity(trx, key, ctx.gateways.signInProviders.issuerOf(provider))))
      throw new AppError('not_found')
    if (!(await canSignIn(inTransaction))) throw new AppError('last_way_to_sign_in')
    await recordMemberAudit(inTransaction, { action: 'credentials.identity_unlinked', memberId })
    await queueProviderMail(inTransaction, {
      kind: 'providerUnlinked',
      provider,
      member: ctx.actor,
      origin,
    })
  })
}

async function canSignIn(ctx: MemberContext): Promise<boolean> {
  const key = { partnerId: ctx.partner.slug, memberId: ctx.actor.id }
  return (
    (await hasPassword(ctx)) || (await listIdentities(ctx.db, key)).length > 0 || (await hasPasskeys(ctx))
  )
}

/** Those are of the person who had the account meanwhile. Call it in the caller's transaction. */
export async function unlinkProvidersSince(
  ctx: Context,
  { memberId, since }: { memberId: string; since: Date },
): Promise<void> {
  const owner = { partnerId: ctx.partner.slug, memberId }
  for (let left = await deleteIdentitiesSince(ctx.db, owner, since); left > 0; left--)
    await recordMemberAudit(ctx, { action: 'credentials.identity_unlinked', memberId })
}
