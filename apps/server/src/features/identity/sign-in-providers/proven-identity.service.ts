import type { ProvenProspect } from '@dineward/core/members/members.contract.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { ProvenSignIn } from '@dineward/core/sign-in-providers/sign-in-providers.contract.ts'
import type { Context, MemberContext } from '../../../context.ts'
import { queueWelcomeMail } from '../../mail/welcome.mail.ts'
import { assertCanEnrollProven, completeAddress, enrollMember } from '../../members/enrollment.service.ts'
import { findMailAddress } from '../../members/members.service.ts'
import { recordMemberAudit } from '../../staff/audit.service.ts'
import { queueTextOptIn } from '../../text-messages/text-messages.service.ts'
import { findCredentials } from '../identity-members.read.ts'
import { reauthenticate } from '../passwords/reauthentication.service.ts'
import { type Browser, type OpenedSession, openSession } from '../sessions/sessions.service.ts'
import { hashToken } from '../sessions/tokens.service.ts'
import { signIn } from '../sign-in/sign-in.service.ts'
import { insertIdentity } from '../single-sign-on/sso.repository.ts'
import { queueProviderMail } from './provider.mail.ts'
import { findProvenIdentity, type ProvenIdentity, takeProvenIdentity } from './provider-sign-in.repository.ts'

/* A provider has confirmed a person in this browser; these are the ways on. */

export async function describeProvenIdentity(
  ctx: Context,
  browserToken: string | null,
): Promise<ProvenSignIn | null> {
  const identity = await findIdentityOf(ctx, browserToken)
  if (!identity) return null
  const { provider, email, firstName, lastName } = identity
  const isMember = email !== null && (await findMemberOf(ctx, email)) !== null
  return { provider, email, firstName: firstName.slice(0, 20), lastName: lastName.slice(0, 20), isMember }
}

/** An address that its account has not confirmed may be a stranger's claim. */
export async function findMemberOf(ctx: Context, email: string): Promise<string | null> {
  const found = await findCredentials(ctx.db, ctx.partner.slug, email)
  return found && (await findMailAddress(ctx, found.id)).emailConfirmedAt ? found.id : null
}

/** @throws `provider_sign_in_expired`, and what `assertCanEnrollProven` throws */
export async function joinWithProvider(
  ctx: Context,
  input: { prospect: ProvenProspect; browserToken: string | null; browser: Browser; origin: string },
): Promise<{ memberId: string; session: OpenedSession }> {
  const { browser, origin } = input
  const identity = await identityOf(ctx, input.browserToken)
  const { email } = identity
  if (email === null) throw new AppError('provider_sign_in_expired')
  const prospect = { ...(await completeAddress(ctx.partner, input.prospect)), email }
  await assertCanEnrollProven(ctx, prospect)
  return ctx.db.transaction().execute(async trx => {
    const inTransaction = { ...ctx, db: trx }
    const emailConfirmedAt = ctx.clock.now()
    const member = await enrollMember(inTransaction, { prospect, passwordHash: null, emailConfirmedAt })
    await link(inTransaction, identity, member.id)
    await queueWelcomeMail(inTransaction, { member, origin })
    await queueTextOptIn(inTransaction, member)
    const session = await openSession(inTransaction, { memberId: member.id, remember: false, browser })
    return { memberId: member.id, session }
  })
}

/** Wrong passwords count as at sign-in. @throws `provider_sign_in_expired`, `provider_already_linked`, and what `signIn` throws */
export async function linkByPassword(
  ctx: Context,
  input: { password: string; browserToken: string | null; browser: Browser; origin: string },
): Promise<{ memberId: string; session: OpenedSession }> {
  const { password, browser, origin } = input
  const identity = await identityOf(ctx, input.browserToken)
  if (identity.email === null) throw new AppError('provider_sign_in_expired')
  return signIn(ctx, {
    userName: identity.email,
    password,
    remember: false,
    browser,
    origin,
    also: (inTransaction, memberId) => linkAndTell(inTransaction, { identity, memberId, origin }),
  })
}

/** @throws `provider_sign_in_expired`, `provider_already_linked`, and what `reauthenticate` throws */
export async function linkProvider(
  ctx: MemberContext,
  input: { browserToken: string | null; proof: Parameters<typeof reauthenticate>[1]; origin: string },
): Promise<ProvenIdentity['provider']> {
  await reauthenticate(ctx, input.proof)
  const identity = await identityOf(ctx, input.browserToken)
  await ctx.db
    .transaction()
    .execute(trx =>
      linkAndTell({ ...ctx, db: trx }, { identity, memberId: ctx.actor.id, origin: input.origin }),
    )
  return identity.provider
}

async function linkAndTell(
  ctx: Context,
  { identity, memberId, origin }: { identity: ProvenIdentity; memberId: string; origin: string },
): Promise<void> {
  await link(ctx, identity, memberId)
  const member = await findMailAddress(ctx, memberId)
  await queueProviderMail(ctx, { kind: 'providerLinked', provider: identity.provider, member, origin })
}

async function link(ctx: Context, identity: ProvenIdentity, memberId: string): Promise<void> {
  const { partnerId, issuer, subject } = identity
  if (!(await takeProvenIdentity(ctx.db, identity))) throw new AppError('provider_sign_in_expired')
  const linked = { partnerId, issuer, subject, memberId, linkedAt: ctx.clock.now() }
  if (!(await insertIdentity(ctx.db, linked))) throw new AppError('provider_already_linked')
  await recordMemberAudit(ctx, { action: 'credentials.identity_linked', memberId })
}

async function identityOf(ctx: Context, browserToken: string | null): Promise<ProvenIdentity> {
  const identity = await findIdentityOf(ctx, browserToken)
  if (!identity) throw new AppError('provider_sign_in_expired')
  return identity
}

async function findIdentityOf(ctx: Context, browserToken: string | null): Promise<ProvenIdentity | null> {
  if (browserToken === null) return null
  const key = { partnerId: ctx.partner.slug, browserHash: hashToken(browserToken) }
  return findProvenIdentity(ctx.db, key, ctx.clock.now())
}
