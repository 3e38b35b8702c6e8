import type { ConsoleAccount } from '@dineward/core/console-session/console-account.contract.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { AuditAction } from '@dineward/core/staff/audit-actions.ts'
import type { ConsoleContext, StaffActor } from '../../context.ts'
import type { Db } from '../../db/open-database.ts'
import { hashToken } from '../identity/tokens.service.ts'
import { recordAudit } from '../staff/audit.service.ts'
import { assertOwnStaffPassword } from '../staff/staff.service.ts'
import { chooseStaffPassword } from '../staff/staff-password.service.ts'
import {
  deleteConsoleSession,
  deleteConsoleSessionsOf,
  findConsoleSessionsOf,
} from './console-session.repository.ts'
import {
  confirmAuthenticator,
  describeSecondFactor,
  newAuthenticator,
  removeSecondFactors,
  renewRecoveryCodes,
} from './second-factor.service.ts'
import { deleteStaffChallengesOf } from './staff-passkeys.repository.ts'
import { listStaffPasskeys } from './staff-passkeys.service.ts'

export type AccountContext = Pick<ConsoleContext, 'db' | 'clock' | 'actor' | 'gateways' | 'log'> & {
  readonly secrets: readonly string[]
}

export async function describeConsoleAccount(ctx: AccountContext, token: string): Promise<ConsoleAccount> {
  const { db, actor, clock } = ctx
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
    passkeys: await listStaffPasskeys(ctx),
    sessions: sessions.toSorted((a, b) => Number(b.current) - Number(a.current)),
  }
}

/** @throws `validation_failed`, `account_locked`, `unavailable` */
export async function changeOwnPassword(
  ctx: AccountContext,
  input: { current: string; password: string; token: string },
): Promise<void> {
  await assertOwnStaffPassword(ctx, input.current, 'current')
  await chooseStaffPassword(ctx, ctx.actor, input.password, async trx => {
    await deleteConsoleSessionsOf(trx, ctx.actor.id, hashToken(input.token))
    await deleteStaffChallengesOf(trx, ctx.actor.id)
    await audit(ctx, trx, 'staff.passwordChanged')
  })
}

/** @throws `validation_failed`, `account_locked`, `unavailable` */
export async function beginAuthenticator(ctx: AccountContext, { password }: { password: string }) {
  await assertOwnStaffPassword(ctx, password)
  return newAuthenticator(ctx, ctx.actor)
}

/** @throws `validation_failed`, `account_locked`, `unavailable`, `second_factor_invalid` */
export async function replaceAuthenticator(
  ctx: AccountContext,
  { password, code }: { password: string; code: string },
): Promise<string[]> {
  await assertOwnStaffPassword(ctx, password)
  return ctx.db.transaction().execute(async trx => {
    const codes = await confirmAuthenticator({ ...ctx, db: trx }, ctx.actor.id, code)
    if (!codes) throw new AppError('second_factor_invalid')
    await audit(ctx, trx, 'staff.secondFactorAdded')
    return codes
  })
}

/** @throws `not_found`, `validation_failed`, `account_locked`, `unavailable` */
export async function renewOwnRecoveryCodes(
  ctx: AccountContext,
  { password }: { password: string },
): Promise<string[]> {
  await assertOwnStaffPassword(ctx, password)
  return ctx.db.transaction().execute(async trx => {
    const codes = await renewRecoveryCodes(trx, ctx.actor.id)
    await audit(ctx, trx, 'staff.recoveryCodesRenewed')
    return codes
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
    if (ended > 0) await audit(ctx, trx, 'staff.sessionsEnded', { ended })
    return ended
  })
}

/** In a transaction: by someone else, or with a new password. Ends every session of the console. */
export async function endConsoleSessionsOf(db: Db, staffId: string): Promise<void> {
  await deleteConsoleSessionsOf(db, staffId)
  await deleteStaffChallengesOf(db, staffId)
}

/** In a transaction: authenticator, recovery codes and passkeys are gone, and every session of the console. */
export async function resetSecondFactors(db: Db, staffId: string): Promise<void> {
  await removeSecondFactors(db, staffId)
  await endConsoleSessionsOf(db, staffId)
}

async function endOne(db: Db, { staffId, id, now }: { staffId: string; id: string; now: Date }) {
  const found = (await findConsoleSessionsOf(db, staffId, now)).find(
    ({ tokenHash }) => sessionId(tokenHash) === id,
  )
  if (!found) throw new AppError('not_found')
  await deleteConsoleSession(db, found.tokenHash)
  return 1
}

/** Shown to its owner: not the hash, by which sessions are found. */
const sessionId = (tokenHash: string): string => hashToken(tokenHash).slice(0, 22)

function audit(
  { actor, clock }: { actor: StaffActor; clock: ConsoleContext['clock'] },
  db: Db,
  action: AuditAction,
  after?: object,
): Promise<void> {
  return recordAudit({ db, clock, actor }, { action, subject: actor.email, partnerId: null, after })
}
