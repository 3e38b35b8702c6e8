import { minutes } from '@dineward/core/shared/clock.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { ConsoleContext, StaffActor } from '../../context.ts'
import type { Gateways } from '../../gateways/gateways.ts'
import { SingleSignOnError } from '../../gateways/sign-on/single-sign-on.ts'
import type { StaffPerson, StaffSignOn } from '../../gateways/sign-on/staff-sign-on.ts'
import { newId } from '../../new-id.ts'
import { hashToken } from '../identity/sessions/tokens.service.ts'
import { recordAudit } from '../staff/audit.service.ts'
import { grantsOfStaff } from '../staff/grants.service.ts'
import { replaceGroupRoles } from '../staff/group-roles.service.ts'
import { addStaffOfProvider, findStaffById, type StaffRow } from '../staff/staff.service.ts'
import { tellOfSignInChange } from '../staff/staff-mail.service.ts'
import { endConsoleSessionsOf } from './console-account.service.ts'
import { findConsoleSession, setConsoleSessionProof } from './console-session.repository.ts'
import { type NewSession, startConsoleSession } from './console-session.service.ts'
import { provenUntil } from './staff-proof.service.ts'
import {
  findStaffIdentity,
  insertStaffAttempt,
  insertStaffIdentity,
  takeStaffAttempt,
} from './staff-sso.repository.ts'

const attemptMinutes = 10
/** The provider asks for a proof, unless the person gave one as lately as that. */
const proofSeconds = 60

type SsoContext = Pick<ConsoleContext, 'db' | 'clock' | 'partners'> & {
  readonly gateways: Pick<Gateways, 'staffSignOn'>
}

/** The provider’s answer is right, and still no one enters. The page says a sentence of each. */
export class StaffSsoRefusal extends Error {
  readonly kind: 'no_group' | 'email_taken' | 'no_email' | 'deactivated' | 'other_account'

  constructor(kind: StaffSsoRefusal['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}

/** @param sessionToken whose person proves who they are; null signs in. @returns the provider's address. @throws `not_found`, SingleSignOnError */
export async function startStaffSso(
  ctx: SsoContext,
  input: { redirectUri: string; browserToken: string; returnTo: string; sessionToken: string | null },
): Promise<string> {
  const { redirectUri, browserToken, returnTo, sessionToken } = input
  const maxAgeSeconds = sessionToken === null ? null : proofSeconds
  const { url, attempt } = await signOnOf(ctx).start({ redirectUri, maxAgeSeconds })
  await insertStaffAttempt(ctx.db, {
    stateHash: hashToken(attempt.state),
    browserHash: hashToken(browserToken),
    nonce: attempt.nonce,
    codeVerifier: attempt.codeVerifier,
    maxAgeSeconds,
    returnTo,
    sessionHash: sessionToken && hashToken(sessionToken),
    expiresAt: new Date(ctx.clock.now().getTime() + minutes(attemptMinutes)),
  })
  return url
}

/** @returns the new session, or null where one that was there is proven. @throws SingleSignOnError, StaffSsoRefusal, all with `isProof` */
export async function finishStaffSso(
  ctx: SsoContext,
  input: { callbackUrl: URL; browserToken: string; browser: NewSession },
): Promise<{ session: { token: string; staff: StaffActor } | null; returnTo: string }> {
  const state = input.callbackUrl.searchParams.get('state') ?? ''
  const key = { stateHash: hashToken(state), browserHash: hashToken(input.browserToken) }
  const attempt = await takeStaffAttempt(ctx.db, key, ctx.clock.now())
  if (!attempt) throw new SingleSignOnError('refused', 'no such sign-in was started by this browser')
  const { sessionHash, returnTo } = attempt
  try {
    const person = await signOnOf(ctx).finish(input.callbackUrl, { ...attempt, state })
    if (sessionHash === null) return { session: await signIn(ctx, person, input.browser), returnTo }
    await prove(ctx, person, sessionHash)
    return { session: null, returnTo }
  } catch (error) {
    throw Object.assign(error as Error, { isProof: sessionHash !== null })
  }
}

async function signIn(ctx: SsoContext, person: StaffPerson, browser: NewSession) {
  const { groups, maxSessionMinutes } = signOnOf(ctx)
  const row = await ctx.db.transaction().execute(async trx => {
    const inTransaction = { ...ctx, db: trx, actor: provider }
    const given = groups.filter(({ group }) => person.groups.includes(group))
    const known = await findStaffIdentity(trx, person)
    if (!known && given.length === 0) return null
    const staff = known ? (await findStaffById(trx, known))! : await addAccount(inTransaction, person)
    await replaceGroupRoles(inTransaction, staff, given)
    const grants = await grantsOfStaff(inTransaction, staff)
    if (grants.some(({ permissions }) => permissions.length > 0)) return staff
    await endConsoleSessionsOf(trx, staff.id)
    return null
  })
  if (!row)
    throw new StaffSsoRefusal('no_group', `no group gives a role, of ${person.groups.length} of the person`)
  if (row.deactivatedAt) throw new StaffSsoRefusal('deactivated', 'the account is deactivated')
  const { authenticatedAt: provenAt } = person
  return startConsoleSession(ctx, row, browser, { provenAt, longestMinutes: maxSessionMinutes })
}

/** An address never finds an account: who may write to it at the provider would have that account’s roles. */
async function addAccount(
  ctx: SsoContext & { readonly actor: typeof provider },
  person: StaffPerson,
): Promise<StaffRow> {
  const { email, name, issuer, subject } = person
  if (!email) throw new StaffSsoRefusal('no_email', 'the provider names no verified address')
  const staff = await addStaffOfProvider(ctx, { id: newId(), email, name })
  if (!staff)
    throw new StaffSsoRefusal('email_taken', 'the address belongs to an account that is not connected')
  await insertStaffIdentity(ctx.db, { issuer, subject, staffId: staff.id, linkedAt: ctx.clock.now() })
  return staff
}

/** The person who is signed in proves it; an account that is not connected is connected by who has just proved it here. */
async function prove(ctx: SsoContext, person: StaffPerson, sessionHash: string): Promise<void> {
  const now = ctx.clock.now()
  const session = await findConsoleSession(ctx.db, sessionHash, now)
  const staff = session && (await findStaffById(ctx.db, session.staffId))
  if (!session || !staff) throw new SingleSignOnError('refused', 'the session has ended')
  const known = await findStaffIdentity(ctx.db, person)
  if (known !== null && known !== staff.id)
    throw new StaffSsoRefusal('other_account', 'the person has another account')
  if (known === null && person.email?.toLowerCase() !== staff.email.toLowerCase())
    throw new StaffSsoRefusal('other_account', 'the address at the provider is another one')
  if (known === null && (!session.provenAt || provenUntil(session.provenAt) <= now))
    throw new AppError('reauthentication_required')
  await ctx.db.transaction().execute(async trx => {
    const inTransaction = { ...ctx, db: trx, actor: { kind: 'system', name: staff.email } as const }
    const about = { subject: staff.email, partnerId: null }
    if (known === null) {
      const { issuer, subject } = person
      if (!(await insertStaffIdentity(trx, { issuer, subject, staffId: staff.id, linkedAt: now })))
        throw new StaffSsoRefusal('other_account', 'the account is connected to another person')
      await recordAudit(inTransaction, { action: 'staff.signOnConnected', ...about })
      await tellOfSignInChange(inTransaction, staff, 'staff.signOnConnected')
    } else await recordAudit(inTransaction, { action: 'staff.reauthenticated', ...about })
    await setConsoleSessionProof(trx, sessionHash, now)
  })
}

const provider = { kind: 'system', name: 'single sign-on' } as const

function signOnOf({ gateways }: SsoContext): StaffSignOn {
  if (!gateways.staffSignOn) throw new AppError('not_found')
  return gateways.staffSignOn
}
