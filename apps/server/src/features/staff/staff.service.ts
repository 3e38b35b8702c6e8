import { minutes } from '@dineward/core/shared/clock.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { Permission } from '@dineward/core/staff/permissions.ts'
import { permissionsAt } from '@dineward/core/staff/roles.ts'
import type { Staff } from '@dineward/core/staff/staff.contract.ts'
import type { CallOrigin, Context, StaffActor, StaffContext } from '../../context.ts'
import type { Db } from '../../db/open-database.ts'
import { isPassword, renewedHash } from '../identity/passwords/passwords.service.ts'
import { hashToken, newToken, sessionMark } from '../identity/sessions/tokens.service.ts'
import {
  clearSignInFailures,
  findSignInLock,
  findSignInLocks,
  liftSignInLocks,
  signInFailure,
  unknownUserKey,
} from '../identity/sign-in/sign-in-lock.service.ts'
import { SharedLimit } from '../rate-limits/shared-limit.service.ts'
import { type AuditContext, recordAudit } from './audit.service.ts'
import { everyPartner, grantsOfRoles } from './grants.service.ts'
import {
  deleteStaffSession,
  deleteStaffSessionsOf,
  findStaffByEmail,
  findStaffById,
  findStaffBySession,
  insertStaff,
  insertStaffSession,
  listRolesOf,
  recordSignIn,
  renewStaffHash,
  type StaffRow,
  takeStaffTicket,
} from './staff.repository.ts'

const sessionMs = minutes(12 * 60)
/** As for members, whatever a partner's settings say. */
const lockRules = { maxFailures: 5, windowMinutes: 15, lockMinutes: 30 }
/**
 * As for members, what locks others out spares a browser that signed in before, until it has guessed as often again.
 */
const knownBrowserRules = { ...lockRules, maxFailures: 10 }
/** It is no slug: a staff account, and so its lock, is the same at every partner. */
const allPartners = '(staff)'

/** Of browsers that are not known, wherever they are: at one account, and at all together. */
export interface StrangersGuesses {
  readonly ofAccount: SharedLimit
  readonly ofAll: SharedLimit
}

export function strangersGuesses(db: Db): StrangersGuesses {
  const windowMinutes = 15
  return {
    ofAccount: new SharedLimit(db, { name: 'staff:account', max: 50, windowMinutes }),
    ofAll: new SharedLimit(db, { name: 'staff:all', max: 500, windowMinutes }),
  }
}

/** The map is by account, and says when the last of its locks ends. */
export async function listStaffLocks(ctx: Pick<Context, 'db' | 'clock'>): Promise<Map<string, Date>> {
  const ends = new Map<string, Date>()
  for (const { account, lockedUntil } of await findSignInLocks(ctx, allPartners)) {
    const [id = ''] = account.split(':')
    if (lockedUntil > (ends.get(id) ?? new Date(0))) ends.set(id, lockedUntil)
  }
  return ends
}

/** Call it in a transaction. It lifts them everywhere, also before changes in the console. */
export async function liftStaffLocks(db: Db, staffId: string): Promise<void> {
  await liftSignInLocks(db, allPartners, `${staffId}:`)
  await strangersGuesses(db).ofAccount.clear(staffId)
}

/** Where a sign-in comes from. */
export interface StaffBrowser {
  readonly address: string
  /** The audit log keeps this mark of the client's network. */
  readonly client: string
  /** It is the mark of a browser that this person signed in with before. */
  markOf(staffId: string): string | null
}

/** At a partner's site, by the same proofs as in the console. @throws as `verifyStaffPassword` */
export async function signInStaff(
  ctx: Context,
  input: {
    email: string
    password: string
    previousToken: string | null
    browser: StaffBrowser
    guesses: StrangersGuesses
    arePasswordsOff: boolean
    secondFactor: NonNullable<StaffChecks['secondFactor']>
  },
): Promise<{ token: string; staff: StaffActor }> {
  const found = await verifyStaffPassword(ctx, input, {
    // A break-glass account signs in at the console only, which tells the administrators.
    mayEnter: async row => !row.isBreakGlass && (await rightsHere(ctx, row)).permissions.length > 0,
    arePasswordsOff: input.arePasswordsOff,
    secondFactor: input.secondFactor,
  })
  return startStaffSession(ctx, found, input)
}

export interface StaffChecks {
  mayEnter(row: StaffRow): Promise<boolean>
  /** Only break-glass accounts have a password that works. */
  readonly arePasswordsOff: boolean
  /** It is only for choosing another one. */
  readonly takesPrinted?: boolean
  /** It is asked after the right password; `wrong` is a guess, which counts as a wrong password does. */
  secondFactor?(row: StaffRow): Promise<'right' | 'wrong' | AppError>
}

/**
 * The staff member whose password it is. Every refusal costs the same. A lock is one of an address, or of a browser that
 * signed in before, so that a stranger locks out no one else; many strangers together are limited.
 * @throws `invalid_credentials`, also of those who may not enter, `account_locked`, `rate_limited`, `unavailable`,
 * `password_change_required`, `single_sign_on_required`, `second_factor_invalid`, and what `secondFactor` returns.
 */
export async function verifyStaffPassword(
  ctx: Pick<Context, 'db' | 'clock'>,
  input: { email: string; password: string; browser: StaffBrowser; guesses: StrangersGuesses },
  { mayEnter, arePasswordsOff, takesPrinted = false, secondFactor }: StaffChecks,
): Promise<StaffRow> {
  const found = await findStaffByEmail(ctx.db, input.email)
  const mark = found && input.browser.markOf(found.id)
  const accountKey = found?.id ?? unknownUserKey(input.email)
  const concern = found ? { staffId: found.id } : { tried: accountKey }
  if (mark === null) await countStranger(input.guesses, accountKey)
  const isRight = await isPassword(input.password, found?.passwordHash ?? null)
  const from = mark === null ? `address:${input.browser.address}` : `browser:${mark}`
  const account = {
    partnerId: allPartners,
    account: `${accountKey}:${hashToken(from)}`,
    rules: mark === null ? lockRules : knownBrowserRules,
    concern,
  }
  const lockedUntil = await findSignInLock(ctx, account)
  if (lockedUntil) throw new AppError('account_locked', { lockedUntil, concern })
  if (
    !found?.passwordHash ||
    !isRight ||
    found.deactivatedAt ||
    hasExpired(ctx, found) ||
    !(await mayEnter(found))
  )
    throw await signInFailure(ctx, account)
  if (arePasswordsOff && !found.isBreakGlass) throw new AppError('single_sign_on_required', { concern })
  // Before the code, which works once and is asked with the password that is chosen.
  if (found.printedPasswordUntil && !takesPrinted) throw new AppError('password_change_required', { concern })
  const second = (await secondFactor?.(found)) ?? 'right'
  if (second === 'wrong') throw await codeFailure(ctx, account)
  if (mark === null) await giveBackStranger(input.guesses, accountKey)
  // Failures stay: the password alone must not buy more guesses of the code.
  if (second !== 'right') throw new AppError(second.code, { concern })
  await clearSignInFailures(ctx, account)
  const renewed = await renewedHash(input.password, found.passwordHash)
  if (!renewed) return found
  await renewStaffHash(ctx.db, { id: found.id, from: found.passwordHash, to: renewed })
  return { ...found, passwordHash: renewed }
}

/**
 * Call it in the transaction of a new session: a new password ends all sessions, and would not see this one. @throws
 * `invalid_credentials` when it has changed since it was compared
 */
export async function assertStaffPasswordStays(
  db: Db,
  row: Pick<StaffRow, 'id' | 'passwordHash'>,
  now: Date,
): Promise<Pick<StaffRow, 'isBreakGlass'>> {
  const signedIn = await recordSignIn(db, row, now)
  if (!signedIn) throw new AppError('invalid_credentials')
  return signedIn
}

/** A printed password expires when it is not changed in time. */
function hasExpired({ clock }: Pick<Context, 'clock'>, { printedPasswordUntil: until }: StaffRow): boolean {
  return until !== null && until <= clock.now()
}

async function codeFailure(
  ctx: Pick<Context, 'db' | 'clock'>,
  account: Parameters<typeof signInFailure>[1],
): Promise<AppError> {
  const failure = await signInFailure(ctx, account)
  if (failure.code === 'account_locked') return failure
  return new AppError('second_factor_invalid', { concern: failure.concern })
}

/**
 * Before a change that needs the person, not only the session.
 * @throws `validation_failed`, `account_locked`, `unavailable`, `password_change_required`, and what `secondFactor` returns
 */
export async function assertOwnStaffPassword(
  ctx: Pick<Context, 'db' | 'clock'> & { readonly actor: StaffActor },
  password: string,
  { field = 'password', takesPrinted = false, secondFactor }: OwnPasswordChecks = {},
): Promise<void> {
  const account = await ownAccount(ctx)
  const row = await findStaffById(ctx.db, ctx.actor.id)
  const isRight = await isPassword(password, row?.passwordHash ?? null)
  if (!row || !isRight || hasExpired(ctx, row)) {
    const failure = await signInFailure(ctx, account)
    if (failure.code === 'account_locked') throw failure
    throw new AppError('validation_failed', {
      fieldErrors: [{ field, message: 'This is not your password.' }],
      concern: { ...failure.concern, reason: 'password_wrong' },
    })
  }
  if (row.printedPasswordUntil && !takesPrinted) throw new AppError('password_change_required')
  await settleOwnGuess(ctx, account, (await secondFactor?.()) ?? 'right')
}

/** Where the session stands for the password. @throws `account_locked`, and what `secondFactor` returns */
export async function assertOwnSecondFactor(
  ctx: Pick<Context, 'db' | 'clock'> & { readonly actor: StaffActor },
  secondFactor: OwnSecondFactor,
): Promise<void> {
  const account = await ownAccount(ctx)
  await settleOwnGuess(ctx, account, await secondFactor())
}

/** Wrong passwords and codes of someone who is signed in count together. @throws `account_locked` */
async function ownAccount(ctx: Pick<Context, 'db' | 'clock'> & { readonly actor: StaffActor }) {
  const account = { partnerId: allPartners, account: `${ctx.actor.id}:own`, rules: lockRules, concern: {} }
  const lockedUntil = await findSignInLock(ctx, account)
  if (lockedUntil) throw new AppError('account_locked', { lockedUntil })
  return account
}

async function settleOwnGuess(
  ctx: Pick<Context, 'db' | 'clock'>,
  account: Parameters<typeof signInFailure>[1],
  second: 'right' | 'wrong' | AppError,
): Promise<void> {
  if (second === 'wrong') throw await codeFailure(ctx, account)
  if (second !== 'right') throw second
  await clearSignInFailures(ctx, account)
}

interface OwnPasswordChecks {
  readonly field?: string
  readonly takesPrinted?: boolean
  /** It is asked after the right password, as at a sign-in. */
  readonly secondFactor?: OwnSecondFactor
}

export type OwnSecondFactor = () => Promise<'right' | 'wrong' | AppError>

async function countStranger({ ofAccount, ofAll }: StrangersGuesses, accountKey: string): Promise<void> {
  if (!(await ofAccount.take(accountKey)) || !(await ofAll.take(''))) throw new AppError('rate_limited')
}

async function giveBackStranger({ ofAccount, ofAll }: StrangersGuesses, accountKey: string): Promise<void> {
  await ofAccount.giveBack(accountKey)
  await ofAll.giveBack('')
}

const ticketMs = minutes(1)
const previewMs = minutes(60)

/** No session has its hash, so that it is none itself. */
const ticketHash = (ticket: string): string => hashToken(`ticket ${ticket}`)

/** For who is signed in to the console. @returns what opens a session at a partner's site, within a minute and once. */
export async function offerStaffSession({ db, clock, actor }: StaffContext): Promise<string> {
  const ticket = newToken()
  const expiresAt = new Date(clock.now().getTime() + ticketMs)
  await insertStaffSession(db, { tokenHash: ticketHash(ticket), staffId: actor.id, expiresAt })
  return ticket
}

/** It ends after an hour. @returns null where the ticket was used, or is too old, or of who may do nothing here */
export async function openStaffSession(
  ctx: Context,
  {
    ticket,
    ...from
  }: { ticket: string; previousToken: string | null; browser: Pick<StaffBrowser, 'client'> },
): Promise<{ token: string; staff: StaffActor } | null> {
  const staffId = await takeStaffTicket(ctx.db, ticketHash(ticket), ctx.clock.now())
  const row = staffId && (await findStaffById(ctx.db, staffId))
  if (!row || row.deactivatedAt || (await rightsHere(ctx, row)).permissions.length === 0) return null
  return startStaffSession(ctx, row, { ...from, lastsMs: previewMs })
}

async function startStaffSession(
  ctx: Context,
  row: StaffRow,
  {
    previousToken,
    browser,
    lastsMs = sessionMs,
  }: { previousToken: string | null; browser: Pick<StaffBrowser, 'client'>; lastsMs?: number },
) {
  const now = ctx.clock.now()
  const token = newToken()
  const staff = staffActor(row, await rightsHere(ctx, row), new Date(now.getTime() + lastsMs))
  await ctx.db.transaction().execute(async trx => {
    await assertStaffPasswordStays(trx, row, now)
    if (previousToken) await deleteStaffSession(trx, hashToken(previousToken))
    await insertStaffSession(trx, {
      tokenHash: hashToken(token),
      staffId: staff.id,
      expiresAt: staff.expiresAt,
    })
    const from = { client: browser.client, session: sessionMark(token) }
    await recordAudit(
      { ...ctx, actor: { ...staff, from }, db: trx },
      { action: 'staff.signIn', subject: staff.email, partnerId: ctx.partner.slug },
    )
  })
  return { token, staff }
}

/** The provider of single sign-on vouches for the person. @returns null where the address is taken */
export async function addStaffOfProvider(
  ctx: AuditContext,
  account: Pick<StaffRow, 'id' | 'email' | 'name'>,
): Promise<StaffRow | null> {
  const { id, email, name } = account
  if (!(await insertStaff(ctx.db, { ...account, passwordHash: null, createdAt: ctx.clock.now() })))
    return null
  await recordAudit(ctx, { action: 'staff.add', subject: email, partnerId: null, after: { name } })
  return findStaffById(ctx.db, id)
}

export type { StaffRow }
export { deleteStaffSessionsOf, findStaffById }

/** Null when it has ended, never existed, or is of other programs' staff. */
export async function resumeStaffSession(ctx: Context, token: string): Promise<StaffActor | null> {
  const found = await findStaffBySession(ctx.db, hashToken(token), ctx.clock.now())
  return found && actorHere(ctx, found, found.expiresAt)
}

/** A command acts for this person; null means that the person is none of the partner's. */
export async function findStaffActor(ctx: Omit<Context, 'actor'>, email: string): Promise<StaffActor | null> {
  const found = await findStaffByEmail(ctx.db, email)
  return found && actorHere(ctx, found, ctx.clock.now())
}

export async function signOutStaff(ctx: Context, token: string, from: CallOrigin): Promise<StaffRow | null> {
  const found = await findStaffBySession(ctx.db, hashToken(token), ctx.clock.now())
  if (!found) return null
  await ctx.db.transaction().execute(async trx => {
    await deleteStaffSession(trx, hashToken(token))
    const actor = staffActor(found, { partners: [], permissions: [] }, found.expiresAt)
    await recordAudit(
      { ...ctx, actor: { ...actor, from }, db: trx },
      { action: 'staff.signOut', subject: found.email, partnerId: ctx.partner.slug },
    )
  })
  return found
}

async function actorHere(
  ctx: Pick<Context, 'db' | 'partner'>,
  row: StaffRow,
  expiresAt: Date,
): Promise<StaffActor | null> {
  const rights = await rightsHere(ctx, row)
  return rights.permissions.length > 0 ? staffActor(row, rights, expiresAt) : null
}

type Rights = Pick<StaffActor, 'partners'> & { readonly permissions: readonly Permission[] }

/** The rights come from roles: what they allow at this partner, and at which partners there are any. */
async function rightsHere(
  { db, partner }: Pick<Context, 'db' | 'partner'>,
  { id }: StaffRow,
): Promise<Rights> {
  const roles = await listRolesOf(db, id)
  const here = new Map([[partner.slug, partner]])
  const partners = { all: () => [partner], bySlug: (slug: string) => here.get(slug) ?? null }
  const slugs = new Set(roles.map(({ partnerId }) => partnerId))
  return {
    partners: slugs.has(everyPartner) ? null : [...slugs],
    permissions: permissionsAt(grantsOfRoles(partners, roles), partner.slug),
  }
}

function staffActor({ id, email, name }: StaffRow, rights: Rights, expiresAt: Date): StaffActor {
  return { kind: 'staff', id, email, name, ...rights, grants: [], expiresAt }
}

export function describeStaff({ email, name, partners, expiresAt }: StaffActor): Staff {
  return { email, name, partners: partners && [...partners], expiresAt: expiresAt.toISOString() }
}
