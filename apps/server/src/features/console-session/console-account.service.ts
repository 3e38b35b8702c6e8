import type {
  ConsoleAccount,
  ReauthenticationProof,
  StaffProof,
} from '@dineward/core/console-session/console-account.contract.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { AuditAction } from '@dineward/core/staff/audit-actions.ts'
import type { ConsoleContext } from '../../context.ts'
import type { Db } from '../../db/open-database.ts'
import { endEmulationsOfSession } from '../emulation/emulation.service.ts'
import { hashToken, nextToken } from '../identity/sessions/tokens.service.ts'
import type { Place } from '../passkeys/passkeys.service.ts'
import { recordAudit } from '../staff/audit.service.ts'
import {
  assertOwnStaffPassword,
  deleteStaffSessionsOf,
  findStaffById,
  type OwnSecondFactor,
  type StaffRow,
} from '../staff/staff.service.ts'
import {
  type SignInChange,
  type StaffMailContext,
  tellAdministratorsOfReset,
  tellOfSignInChange,
} from '../staff/staff-mail.service.ts'
import { chooseStaffPassword } from '../staff/staff-password.service.ts'
import {
  deleteConsoleSession,
  deleteConsoleSessionsOf,
  findConsoleSessionsOf,
  replaceConsoleToken,
  setConsoleSessionProof,
} from './console-session.repository.ts'
import {
  confirmAuthenticator,
  describeSecondFactor,
  newAuthenticator,
  removeSecondFactors,
  renewRecoveryCodes,
} from './second-factor.service.ts'
import { deleteStaffChallengesOf } from './staff-passkeys.repository.ts'
import {
  addStaffPasskey,
  listStaffPasskeys,
  removeStaffPasskey,
  staffPasskeyOptions,
  verifyNewStaffPasskey,
} from './staff-passkeys.service.ts'
import {
  assertReauthentication,
  assertStaffProof,
  provenUntil,
  wayToReauthenticate,
} from './staff-proof.service.ts'
import { isConnected } from './staff-sso.repository.ts'

export type AccountContext = Pick<
  ConsoleContext,
  'db' | 'clock' | 'actor' | 'gateways' | 'log' | 'partners'
> & {
  readonly secrets: readonly string[]
}

export async function describeConsoleAccount(
  ctx: AccountContext,
  { token, arePasswordsOff }: { token: string; arePasswordsOff: boolean },
): Promise<ConsoleAccount> {
  const { db, actor, clock } = ctx
  const row = await findStaffById(db, actor.id)
  const current = hashToken(token)
  const sessions = (await findConsoleSessionsOf(db, actor.id, clock.now())).map(session => ({
    id: sessionId(session.tokenHash),
    browser: session.browser,
    system: session.system,
    startedAt: session.startedAt.toISOString(),
    lastUsedAt: session.lastUsedAt.toISOString(),
    current: session.tokenHash === current,
  }))
  return {
    ...(await describeSecondFactor(db, actor.id)),
    reauthenticatesBy: await wayToReauthenticate(ctx),
    hasPassword: row!.passwordHash !== null && (!arePasswordsOff || row!.isBreakGlass),
    isConnected: ctx.gateways.staffSignOn ? await isConnected(db, actor.id) : null,
    passkeys: await listStaffPasskeys(ctx),
    sessions: sessions.toSorted((a, b) => Number(b.current) - Number(a.current)),
  }
}

/** @returns until when it holds, and the session's next token. @throws as `assertReauthentication` does */
export async function reauthenticate(
  ctx: AccountContext,
  { proof, place, token }: Omit<ProvedChange, 'proof'> & { readonly proof: ReauthenticationProof },
): Promise<{ provenUntil: Date; token: string }> {
  await assertReauthentication(ctx, { proof, place })
  const now = ctx.clock.now()
  return ctx.db.transaction().execute(async trx => {
    const next = await renewToken({ ...ctx, db: trx }, token)
    await setConsoleSessionProof(trx, hashToken(next), now)
    await audit({ ...ctx, db: trx }, 'staff.reauthenticated')
    return { provenUntil: provenUntil(now), token: next }
  })
}

/** What a change of how someone signs in comes with. */
export interface ProvedChange {
  readonly proof: StaffProof
  readonly place: Place
  /** Of the session that the change is made in. */
  readonly token: string
}

/** @returns the session's next token. @throws `validation_failed`, `account_locked`, `unavailable` */
export async function changeOwnPassword(
  ctx: AccountContext,
  input: { current: string; password: string; token: string },
): Promise<string> {
  await assertOwnStaffPassword(ctx, input.current, { field: 'current', takesPrinted: true })
  let next = ''
  await chooseStaffPassword(ctx, ctx.actor, input.password, async trx => {
    next = await keepOnlySession({ ...ctx, db: trx }, input.token)
    await recordChange({ ...ctx, db: trx }, 'staff.passwordChanged')
  })
  return next
}

/** @throws as `assertStaffProof` does */
export async function beginAuthenticator(ctx: AccountContext, { proof, place, token }: ProvedChange) {
  await assertStaffProof(ctx, { proof, place })
  return { ...(await newAuthenticator(ctx, ctx.actor)), token: await renewToken(ctx, token) }
}

/**
 * The proof was asked when the secret was shown, which is good for ten minutes.
 * @throws `validation_failed`, `account_locked`, `unavailable`, `second_factor_invalid`
 */
export async function replaceAuthenticator(
  ctx: AccountContext,
  { password, code, token }: { password: string; code: string; token: string },
): Promise<{ recoveryCodes: string[]; token: string }> {
  let recoveryCodes: string[] | null = null
  let next = ''
  const secondFactor: OwnSecondFactor = () =>
    ctx.db.transaction().execute(async trx => {
      const inTransaction = { ...ctx, db: trx }
      recoveryCodes = await confirmAuthenticator(inTransaction, ctx.actor.id, code)
      if (!recoveryCodes) return 'wrong'
      next = await keepOnlySession(inTransaction, token)
      await recordChange(inTransaction, 'staff.secondFactorAdded')
      return 'right'
    })
  await assertOwnStaffPassword(ctx, password, { secondFactor })
  return { recoveryCodes: recoveryCodes ?? [], token: next }
}

/** @throws `not_found`, and as `assertStaffProof` does */
export async function renewOwnRecoveryCodes(
  ctx: AccountContext,
  { proof, place, token }: ProvedChange,
): Promise<{ recoveryCodes: string[]; token: string }> {
  await assertStaffProof(ctx, { proof, place })
  return ctx.db.transaction().execute(async trx => {
    const inTransaction = { ...ctx, db: trx }
    const recoveryCodes = await renewRecoveryCodes(trx, ctx.actor.id)
    await recordChange(inTransaction, 'staff.recoveryCodesRenewed')
    return { recoveryCodes, token: await keepOnlySession(inTransaction, token) }
  })
}

/** @throws `passkey_limit_reached`, and as `assertStaffProof` does */
export async function beginPasskey(ctx: AccountContext, { proof, place, token }: ProvedChange) {
  await assertStaffProof(ctx, { proof, place })
  return { options: await staffPasskeyOptions(ctx, place), token: await renewToken(ctx, token) }
}

/** @throws `passkey_challenge_invalid`, `passkey_not_added`, `passkey_limit_reached` */
export async function addOwnPasskey(
  ctx: AccountContext,
  { token, ...input }: { name: string; response: unknown; place: Place; token: string },
) {
  const row = await verifyNewStaffPasskey(ctx, input)
  return ctx.db.transaction().execute(async trx => {
    const inTransaction = { ...ctx, db: trx }
    const passkey = await addStaffPasskey(inTransaction, row)
    await recordChange(inTransaction, 'staff.passkeyAdded')
    return { passkey, token: await keepOnlySession(inTransaction, token) }
  })
}

/** @throws `not_found`, and as `assertStaffProof` does */
export async function removeOwnPasskey(
  ctx: AccountContext,
  { id, proof, place, token }: ProvedChange & { id: string },
): Promise<string> {
  await assertStaffProof(ctx, { proof, place })
  return ctx.db.transaction().execute(async trx => {
    const inTransaction = { ...ctx, db: trx }
    await removeStaffPasskey(inTransaction, { id })
    await recordChange(inTransaction, 'staff.passkeyRemoved')
    return keepOnlySession(inTransaction, token)
  })
}

/** One, or all but this browser's. @returns how many. @throws `not_found` */
export async function endOwnSessions(
  ctx: AccountContext,
  { id, token }: { id: string | undefined; token: string },
): Promise<number> {
  const { db, actor, clock } = ctx
  return db.transaction().execute(async trx => {
    const ended =
      id === undefined
        ? await deleteConsoleSessionsOf(trx, actor.id, hashToken(token))
        : await endOne(trx, { staffId: actor.id, id, now: clock.now() })
    if (ended > 0) await audit({ ...ctx, db: trx }, 'staff.sessionsEnded', { ended })
    return ended
  })
}

/** Call it in a transaction, after a change by someone else or a new password. It ends every session of the console. */
export async function endConsoleSessionsOf(db: Db, staffId: string): Promise<void> {
  await deleteConsoleSessionsOf(db, staffId)
  await deleteStaffChallengesOf(db, staffId)
}

/**
 * In a transaction, authenticator, recovery codes and passkeys go, and every session. Its person and all administrators
 * are told.
 */
export async function resetSecondFactors(
  ctx: StaffMailContext,
  staff: Pick<StaffRow, 'id' | 'email' | 'name'>,
  change: { by: string; reason?: string },
): Promise<void> {
  await removeSecondFactors(ctx.db, staff.id)
  await endConsoleSessionsOf(ctx.db, staff.id)
  await deleteStaffSessionsOf(ctx.db, staff.id)
  await tellOfSignInChange(ctx, staff, 'staff.secondFactorReset')
  await tellAdministratorsOfReset(ctx, staff, change)
}

async function endOne(db: Db, { staffId, id, now }: { staffId: string; id: string; now: Date }) {
  const found = (await findConsoleSessionsOf(db, staffId, now)).find(
    ({ tokenHash }) => sessionId(tokenHash) === id,
  )
  if (!found) throw new AppError('not_found')
  await deleteConsoleSession(db, found.tokenHash)
  return 1
}

/** The owner sees this id, not the hash by which sessions are found. */
const sessionId = (tokenHash: string): string => hashToken(tokenHash).slice(0, 22)

/** In the transaction of a change of how someone signs in: every other session ends. @returns the session's next token. */
async function keepOnlySession(ctx: AccountContext, token: string): Promise<string> {
  const { db, actor } = ctx
  await deleteConsoleSessionsOf(db, actor.id, hashToken(token))
  await deleteStaffSessionsOf(db, actor.id)
  await deleteStaffChallengesOf(db, actor.id)
  return renewToken(ctx, token)
}

/**
 * Who has proved who they are goes on with another token, so that one that leaked before is worth nothing. What is viewed
 * as a member ends: it belongs to the token before.
 */
async function renewToken(ctx: AccountContext, token: string): Promise<string> {
  const next = nextToken(token)
  const [from, to] = [hashToken(token), hashToken(next)]
  if (!(await replaceConsoleToken(ctx.db, { from, to }))) throw new AppError('unauthorized')
  await endEmulationsOfSession(ctx, from)
  return next
}

async function recordChange(ctx: AccountContext, change: SignInChange): Promise<void> {
  await audit(ctx, change)
  await tellOfSignInChange(ctx, ctx.actor, change)
}

function audit(ctx: AccountContext, action: AuditAction, after?: object): Promise<void> {
  return recordAudit(ctx, { action, subject: ctx.actor.email, partnerId: null, after })
}
