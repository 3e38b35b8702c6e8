import type { ConsoleStaff, Program } from '@dineward/core/console-session/console-session.contract.ts'
import type { DeviceName } from '@dineward/core/identity/device-name.rules.ts'
import { currencyWords } from '@dineward/core/partner/partner-questions.ts'
import { minutes } from '@dineward/core/shared/clock.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import { permissions } from '@dineward/core/staff/permissions.ts'
import { permissionsAt } from '@dineward/core/staff/roles.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { CallOrigin, ConsoleContext, StaffActor } from '../../context.ts'
import { endEmulationsOfSession } from '../emulation/emulation.service.ts'
import { hashToken, newToken, sessionMark } from '../identity/sessions/tokens.service.ts'
import type { PartnerRegistry } from '../partner/partner-registry.service.ts'
import type { Place } from '../passkeys/passkeys.service.ts'
import { recordAudit } from '../staff/audit.service.ts'
import { grantsOfStaff } from '../staff/grants.service.ts'
import {
  assertStaffPasswordStays,
  findStaffById,
  type StaffBrowser,
  type StaffRow,
  type StrangersGuesses,
  verifyStaffPassword,
} from '../staff/staff.service.ts'
import { tellAdministratorsOfBreakGlass, tellOfSignInChange } from '../staff/staff-mail.service.ts'
import { chooseStaffPassword } from '../staff/staff-password.service.ts'
import { endConsoleSessionsOf } from './console-account.service.ts'
import {
  deleteConsoleSession,
  findConsoleSession,
  insertConsoleSession,
  renewConsoleSession,
} from './console-session.repository.ts'
import {
  checkSecondFactor,
  confirmAuthenticator,
  newAuthenticator,
  secondFactorCheck,
} from './second-factor.service.ts'
import { verifyStaffPasskey } from './staff-passkeys.service.ts'

const idleMs = minutes(30)
const longestSessionMinutes = 12 * 60
/** A write for every call would be as much work as the calls. */
const renewAfterMs = minutes(1)

type SessionContext = Pick<ConsoleContext, 'db' | 'clock' | 'partners'>
export type SignInContext = SessionContext & {
  readonly secrets: readonly string[]
  readonly arePasswordsOff: boolean
}

export interface StaffCredentials {
  readonly email: string
  readonly password: string
  readonly browser: ConsoleBrowser
  readonly guesses: StrangersGuesses
}

export interface NewSession extends DeviceName {
  readonly previousToken: string | null
  /** The audit log keeps this mark of the client's network. */
  readonly client: string
}

/** How someone proved who they are. */
interface Proof {
  /** Without it, it is now. */
  readonly provenAt?: Date | null
  readonly longestMinutes?: number
}

type ConsoleBrowser = StaffBrowser & NewSession

/** Before there is a session. */
const fromBrowser = ({ client }: ConsoleBrowser): CallOrigin => ({ client, session: null })

/**
 * @throws `invalid_credentials`, also of staff without a permission; `second_factor_required`,
 * `second_factor_setup_required`, `second_factor_invalid`, `account_locked`, `rate_limited`, `unavailable`.
 */
export async function signInToConsole(
  ctx: SignInContext,
  input: StaffCredentials & {
    readonly code?: string | undefined
    /** Only the demo turns it off. */
    readonly needsSecondFactor: boolean
  },
): Promise<{ token: string; staff: StaffActor }> {
  const found = await verifyStaffPassword(ctx, input, {
    mayEnter: row => mayEnterConsole(ctx, row),
    arePasswordsOff: ctx.arePasswordsOff,
    secondFactor: secondFactorCheck(ctx, { code: input.code, isNeeded: input.needsSecondFactor }),
  })
  return startConsoleSession(ctx, found, input.browser)
}

/**
 * The password replaces one that a command printed: the sign-in that follows asks for the second factor. @throws as
 * `signInToConsole`, `validation_failed`
 */
export async function choosePasswordAtSignIn(
  ctx: SignInContext & Pick<ConsoleContext, 'gateways' | 'log'>,
  { current, ...input }: StaffCredentials & { readonly current: string },
): Promise<StaffRow> {
  const found = await verifyStaffPassword(
    ctx,
    { ...input, password: current },
    {
      mayEnter: row => mayEnterConsole(ctx, row),
      arePasswordsOff: ctx.arePasswordsOff,
      takesPrinted: true,
      secondFactor: async row => (row.printedPasswordUntil ? 'right' : new AppError('invalid_credentials')),
    },
  )
  await chooseStaffPassword(ctx, found, input.password, async trx => {
    await endConsoleSessionsOf(trx, found.id)
    await recordAudit(
      {
        db: trx,
        clock: ctx.clock,
        actor: { kind: 'system', name: found.email, from: fromBrowser(input.browser) },
      },
      { action: 'staff.passwordChanged', subject: found.email, partnerId: null },
    )
    await tellOfSignInChange({ ...ctx, db: trx }, found, 'staff.passwordChanged')
  })
  return found
}

/** The first sign-in needs this. @throws as `signInToConsole` */
export async function beginFirstAuthenticator(
  ctx: SignInContext,
  input: StaffCredentials,
): Promise<{ secret: string; uri: string }> {
  return newAuthenticator(ctx, await verifyFirstSignIn(ctx, input, async () => 'right'))
}

/** @returns the session, and recovery codes to show once. @throws as `signInToConsole` */
export async function confirmFirstAuthenticator(
  ctx: SignInContext,
  input: StaffCredentials & { readonly code: string },
): Promise<{ token: string; staff: StaffActor; recoveryCodes: string[] }> {
  let recoveryCodes: string[] | null = null
  const found = await verifyFirstSignIn(ctx, input, async ({ id, email, name }) => {
    recoveryCodes = await ctx.db.transaction().execute(async trx => {
      const codes = await confirmAuthenticator({ ...ctx, db: trx }, id, input.code)
      if (!codes) return null
      await recordAudit(
        {
          db: trx,
          clock: ctx.clock,
          actor: { kind: 'system', name: email, from: fromBrowser(input.browser) },
        },
        { action: 'staff.secondFactorAdded', subject: email, partnerId: null },
      )
      await tellOfSignInChange({ ...ctx, db: trx }, { id, email, name }, 'staff.secondFactorAdded')
      return codes
    })
    return recoveryCodes ? 'right' : 'wrong'
  })
  const started = await startConsoleSession(ctx, found, input.browser)
  return { ...started, recoveryCodes: recoveryCodes ?? [] }
}

function verifyFirstSignIn(
  ctx: SignInContext,
  input: StaffCredentials,
  proof: (row: StaffRow) => Promise<'right' | 'wrong'>,
): Promise<StaffRow> {
  return verifyStaffPassword(ctx, input, {
    mayEnter: row => mayEnterConsole(ctx, row),
    arePasswordsOff: ctx.arePasswordsOff,
    secondFactor: async row =>
      (await checkSecondFactor(ctx, row.id, undefined)) === 'setup'
        ? proof(row)
        : new AppError('second_factor_required'),
  })
}

/** @throws `passkey_challenge_invalid`, `passkey_invalid`, `invalid_credentials` of those who may not enter. */
export async function signInWithStaffPasskey(
  ctx: SessionContext & { readonly log: FastifyBaseLogger; readonly arePasswordsOff: boolean },
  input: { response: { readonly id: string }; place: Place; browser: NewSession },
): Promise<{ token: string; staff: StaffActor }> {
  const { id } = await verifyStaffPasskey(ctx, input)
  const row = await findStaffById(ctx.db, id)
  if (!row || !(await mayEnterConsole(ctx, row)))
    throw new AppError('invalid_credentials', { concern: { staffId: id } })
  if (ctx.arePasswordsOff && !row.isBreakGlass)
    throw new AppError('single_sign_on_required', { concern: { staffId: id } })
  return startConsoleSession(ctx, row, input.browser)
}

async function mayEnterConsole(ctx: SessionContext, row: StaffRow): Promise<boolean> {
  const grants = await grantsOfStaff(ctx, row)
  return grants.some(grant => grant.permissions.length > 0)
}

/** For those who have proved who they are. */
export async function startConsoleSession(
  ctx: SessionContext,
  row: Pick<StaffRow, 'id' | 'passwordHash'>,
  { previousToken, browser, system, client }: NewSession,
  { provenAt, longestMinutes = longestSessionMinutes }: Proof = {},
): Promise<{ token: string; staff: StaffActor }> {
  const { id } = row
  const now = ctx.clock.now()
  const token = newToken()
  const expiresAt = new Date(now.getTime() + Math.min(idleMs, minutes(longestMinutes)))
  const staff = await staffActorOf(ctx, id, expiresAt)
  if (!staff) throw new AppError('invalid_credentials')
  await ctx.db.transaction().execute(async trx => {
    const { isBreakGlass } = await assertStaffPasswordStays(trx, row, now)
    if (previousToken) await deleteConsoleSession(trx, hashToken(previousToken))
    await insertConsoleSession(trx, {
      tokenHash: hashToken(token),
      staffId: id,
      startedAt: now,
      lastUsedAt: now,
      expiresAt,
      endsAt: new Date(now.getTime() + minutes(longestMinutes)),
      provenAt: provenAt === undefined ? now : provenAt,
      browser,
      system,
    })
    const actor = { ...staff, from: { client, session: sessionMark(token) } }
    const entry = { subject: staff.email, partnerId: null }
    await recordAudit({ ...ctx, db: trx, actor }, { action: 'console.signIn', ...entry })
    if (!isBreakGlass) return
    await recordAudit({ ...ctx, db: trx, actor }, { action: 'staff.breakGlassUsed', ...entry })
    await tellAdministratorsOfBreakGlass({ ...ctx, db: trx }, staff)
  })
  return { token, staff }
}

/** Null when it has ended or never existed. Every call but those of the page itself moves its end. */
export async function resumeConsoleSession(
  ctx: SessionContext,
  token: string,
  { isBackground }: { readonly isBackground: boolean },
): Promise<StaffActor | null> {
  const now = ctx.clock.now()
  const tokenHash = hashToken(token)
  const session = await findConsoleSession(ctx.db, tokenHash, now)
  if (!session) return null
  let { expiresAt } = session
  if (!isBackground && now.getTime() - session.lastUsedAt.getTime() >= renewAfterMs) {
    expiresAt = new Date(Math.min(now.getTime() + idleMs, session.endsAt.getTime()))
    await renewConsoleSession(ctx.db, tokenHash, { lastUsedAt: now, expiresAt })
  }
  const staff = await staffActorOf(ctx, session.staffId, expiresAt)
  return staff && { ...staff, provenAt: session.provenAt }
}

export async function signOutOfConsole(
  ctx: SessionContext,
  token: string,
  from: CallOrigin,
): Promise<StaffActor | null> {
  const staff = await resumeConsoleSession(ctx, token, { isBackground: true })
  if (!staff) return null
  await ctx.db.transaction().execute(async trx => {
    const audited = { db: trx, clock: ctx.clock, actor: { ...staff, from } }
    await deleteConsoleSession(trx, hashToken(token))
    await endEmulationsOfSession({ ...audited, partners: ctx.partners }, hashToken(token))
    await recordAudit(audited, { action: 'console.signOut', subject: staff.email, partnerId: null })
  })
  return staff
}

/** As they are now; null of an account that is gone or deactivated. */
export async function staffActorOf(
  ctx: SessionContext,
  id: string,
  expiresAt: Date,
): Promise<StaffActor | null> {
  const row = await findStaffById(ctx.db, id)
  if (!row || row.deactivatedAt) return null
  const grants = await grantsOfStaff(ctx, row)
  const all = permissions.filter(one => grants.some(grant => grant.permissions.includes(one)))
  const partners = grants.some(({ partner }) => partner === null)
    ? null
    : [...new Set(grants.map(({ partner }) => partner!))]
  const { email, name } = row
  return { kind: 'staff', id, email, name, partners, permissions: all, grants, expiresAt }
}

export function describeConsoleStaff(staff: StaffActor, partners: PartnerRegistry): ConsoleStaff {
  const { email, name, grants, expiresAt } = staff
  const programs = partners.all().flatMap((partner): Program[] => {
    const { slug, settings } = partner
    const given = permissionsAt(grants, slug)
    if (given.length === 0) return []
    const { singular, plural } = currencyWords(partner)
    return [
      {
        slug,
        name: settings.programName,
        site: partners.siteOf(partner),
        timeZone: settings.timeZone,
        currencyType: settings.currencyType,
        currencyWords: { singular, plural },
        color: partner.theme.colors.brand,
        permissions: [...given],
      },
    ]
  })
  return {
    email,
    name,
    permissions: [...staff.permissions],
    networkPermissions: [...permissionsAt(grants, null)],
    partners: programs,
    expiresAt: expiresAt.toISOString(),
  }
}
