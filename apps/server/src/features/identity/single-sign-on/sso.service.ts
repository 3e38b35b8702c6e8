import { usesSingleSignOn } from '@dineward/core/partner/partner-questions.ts'
import { minutes } from '@dineward/core/shared/clock.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { Context } from '../../../context.ts'
import { type ProviderPerson, SingleSignOnError } from '../../../gateways/sign-on/single-sign-on.ts'
import { addPartnerPerson } from '../../members/enrollment.service.ts'
import { findMailAddress } from '../../members/members.service.ts'
import { recordMemberAudit } from '../../staff/audit.service.ts'
import { findCredentials, findMemberByNumber } from '../identity-members.read.ts'
import { recentSeconds } from '../passwords/reauthentication.service.ts'
import { type Browser, endAllSessions, openSession } from '../sessions/sessions.service.ts'
import { hashToken } from '../sessions/tokens.service.ts'
import {
  deleteProviderSessions,
  findIdentity,
  insertAttempt,
  insertIdentity,
  insertLogoutToken,
  takeAttempt,
} from './sso.repository.ts'

const attemptMinutes = 10
/** Longer than a provider's token is young enough, with clocks that differ. */
const logoutTokenMinutes = 5

/** @param input.isRecent the person proves to the provider who they are, unless they just did. @returns the provider's address. @throws `not_found`, SingleSignOnError */
export async function startSingleSignOn(
  ctx: Context,
  input: { redirectUri: string; browserToken: string; returnTo: string; isRecent: boolean },
): Promise<string> {
  assertUsesSingleSignOn(ctx)
  const { url, attempt } = await ctx.gateways.singleSignOn.start(ctx.partner, {
    redirectUri: input.redirectUri,
    maxAgeSeconds: input.isRecent ? recentSeconds : null,
  })
  const now = ctx.clock.now()
  await insertAttempt(ctx.db, {
    partnerId: ctx.partner.slug,
    stateHash: hashToken(attempt.state),
    browserHash: hashToken(input.browserToken),
    nonce: attempt.nonce,
    codeVerifier: attempt.codeVerifier,
    maxAgeSeconds: attempt.maxAgeSeconds,
    returnTo: input.returnTo,
    expiresAt: new Date(now.getTime() + minutes(attemptMinutes)),
  })
  return url
}

export interface SignedOn {
  readonly memberId: string
  readonly returnTo: string
  readonly isNew: boolean
  readonly session: Awaited<ReturnType<typeof openSession>>
}

/** Nothing is written before the provider's answer is verified. @throws SingleSignOnError, `not_found` */
export async function finishSingleSignOn(
  ctx: Context,
  input: { callbackUrl: URL; browserToken: string; browser: Browser; origin: string },
): Promise<SignedOn> {
  assertUsesSingleSignOn(ctx)
  const state = input.callbackUrl.searchParams.get('state') ?? ''
  const { returnTo, ...attempt } = await attemptOf(ctx, state, input.browserToken)
  const person = await ctx.gateways.singleSignOn
    .finish(ctx.partner, input.callbackUrl, { ...attempt, state })
    .catch(error => {
      throw Object.assign(error, { returnTo })
    })
  return ctx.db.transaction().execute(async trx => {
    const inTransaction = { ...ctx, db: trx }
    const { memberId, isNew } = await memberOf(inTransaction, person, input.origin)
    const session = await openSession(inTransaction, {
      memberId,
      remember: false,
      browser: input.browser,
      provider: person,
    })
    return { memberId, returnTo, isNew, session }
  })
}

async function attemptOf(ctx: Context, state: string, browserToken: string) {
  const key = {
    partnerId: ctx.partner.slug,
    stateHash: hashToken(state),
    browserHash: hashToken(browserToken),
    provider: null,
  }
  const attempt = await takeAttempt(ctx.db, key, ctx.clock.now())
  if (!attempt) throw new SingleSignOnError('refused', 'no such sign-in was started by this browser')
  return attempt
}

/** By identity, else by the partner's number or a verified e-mail, else a new member, or person who may join. */
async function memberOf(
  ctx: Context,
  person: ProviderPerson,
  origin: string,
): Promise<{ memberId: string; isNew: boolean }> {
  const { slug } = ctx.partner
  const identity = { partnerId: slug, issuer: person.issuer, subject: person.subject }
  const linked = await findIdentity(ctx.db, identity)
  if (linked) return { memberId: linked, isNew: false }
  const known = (await memberNumbered(ctx, person.memberNumber)) ?? (await memberConfirmed(ctx, person.email))
  const memberId = known ?? (await enroll(ctx, person, origin))
  if (!(await insertIdentity(ctx.db, { ...identity, memberId, linkedAt: ctx.clock.now() })))
    throw new SingleSignOnError('refused', 'the member belongs to another person of this provider')
  await recordMemberAudit(ctx, { action: 'credentials.identity_linked', memberId })
  return { memberId, isNew: !known }
}

/** Only numbers find a member: a claim that holds an address would be an address that was never verified. */
const memberNumbered = async (ctx: Context, number: string | null): Promise<string | null> =>
  number === null ? null : findMemberByNumber(ctx.db, ctx.partner.slug, number)

/** An unconfirmed address may be a stranger's claim. */
async function memberConfirmed(ctx: Context, email: string | null): Promise<string | null> {
  const id = email && (await findCredentials(ctx.db, ctx.partner.slug, email))?.id
  return id && (await findMailAddress(ctx, id)).emailConfirmedAt ? id : null
}

async function enroll(ctx: Context, person: ProviderPerson, origin: string): Promise<string> {
  const { email } = person
  if (email === null) throw new SingleSignOnError('refused', 'the provider vouches for no e-mail')
  const { id } = await addPartnerPerson(ctx, { person: { ...person, email }, origin }).catch(cause => {
    if (!(cause instanceof AppError)) throw cause
    throw new SingleSignOnError('refused', 'the person could not be added', { cause })
  })
  return id
}

/**
 * @returns where the browser signs out at the provider; null without single sign-on, or when the provider does not
 * offer it or does not answer: the session here has ended already.
 */
export async function providerSignOutUrl(
  ctx: Context,
  signOut: { subject: string; returnTo: string },
): Promise<string | null> {
  if (!usesSingleSignOn(ctx.partner)) return null
  return ctx.gateways.singleSignOn.signOutUrl(ctx.partner, signOut).catch(error => {
    ctx.log.warn({ err: error }, 'single sign-on: no sign-out at the provider')
    return null
  })
}

/** @throws SingleSignOnError, `not_found` */
export async function logOutByProvider(ctx: Context, logoutToken: string): Promise<void> {
  assertUsesSingleSignOn(ctx)
  const partnerId = ctx.partner.slug
  const { tokenId, ...logout } = await ctx.gateways.singleSignOn.verifyLogout(ctx.partner, logoutToken)
  await ctx.db.transaction().execute(async trx => {
    const tokenHash = hashToken(`${logout.issuer} ${tokenId}`)
    const expiresAt = new Date(ctx.clock.now().getTime() + minutes(logoutTokenMinutes))
    if (!(await insertLogoutToken(trx, { partnerId, tokenHash, expiresAt })))
      throw new SingleSignOnError('refused', 'the logout token was used before')
    if ('session' in logout) return deleteProviderSessions(trx, partnerId, logout.session)
    const memberId = await findIdentity(trx, { partnerId, ...logout })
    if (memberId) await endAllSessions({ ...ctx, db: trx }, memberId)
  })
}

function assertUsesSingleSignOn({ partner }: Context): void {
  if (!usesSingleSignOn(partner)) throw new AppError('not_found')
}
