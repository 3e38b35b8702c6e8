import { minutes } from '@dineward/core/shared/clock.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { Staff } from '@dineward/core/staff/staff.contract.ts'
import type { Context, StaffActor } from '../../context.ts'
import type { Db } from '../../db/open-database.ts'
import { isPassword, renewedHash } from '../identity/passwords.service.ts'
import {
  clearSignInFailures,
  findSignInLock,
  signInFailure,
  unknownUserKey,
} from '../identity/sign-in-lock.service.ts'
import { hashToken, newToken } from '../identity/tokens.service.ts'
import { SharedLimit } from '../rate-limits/shared-limit.service.ts'
import { recordAudit } from './audit.service.ts'
import {
  deleteExpiredStaffSessions,
  deleteStaffSession,
  findStaffByEmail,
  findStaffBySession,
  insertStaffSession,
  renewStaffHash,
  type StaffRow,
} from './staff.repository.ts'

const sessionMs = minutes(12 * 60)
/** As for members, whatever a partner's settings say. */
const lockRules = { maxFailures: 5, windowMinutes: 15, lockMinutes: 30 }
/** Not a slug: a staff account, and so its lock, is the same at every partner. */
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

/** Where a sign-in comes from. */
export interface StaffBrowser {
  readonly address: string
  /** The mark of a browser that this person signed in with before. */
  markOf(staffId: string): string | null
}

/**
 * Every refusal costs the same. A lock is one of an address, or of a browser that signed in before, so that a stranger
 * locks out no one else; many strangers together are limited. @throws `invalid_credentials`, `account_locked`,
 * `rate_limited`, `unavailable`.
 */
export async function signInStaff(
  ctx: Context,
  input: {
    email: string
    password: string
    previousToken: string | null
    browser: StaffBrowser
    guesses: StrangersGuesses
  },
): Promise<{ token: string; staff: StaffActor }> {
  const found = await findStaffByEmail(ctx.db, input.email)
  const mark = found && input.browser.markOf(found.id)
  const accountKey = found?.id ?? unknownUserKey(input.email)
  if (mark === null) await countStranger(input.guesses, accountKey)
  const isRight = await isPassword(input.password, found?.passwordHash ?? null)
  const from = mark === null ? `address:${input.browser.address}` : `browser:${mark}`
  const account = {
    partnerId: allPartners,
    account: `${accountKey}:${hashToken(from)}`,
    rules: lockRules,
  }
  const lockedUntil = await findSignInLock(ctx, account)
  if (lockedUntil) throw new AppError('account_locked', { lockedUntil })
  if (!found || !isRight || !runsProgram(found, ctx)) throw await signInFailure(ctx, account)
  await clearSignInFailures(ctx, account)
  if (mark === null) await giveBackStranger(input.guesses, accountKey)
  const renewed = await renewedHash(input.password, found.passwordHash)
  if (renewed) await renewStaffHash(ctx.db, { id: found.id, from: found.passwordHash, to: renewed })
  return startStaffSession(ctx, found, input.previousToken)
}

async function countStranger({ ofAccount, ofAll }: StrangersGuesses, accountKey: string): Promise<void> {
  if (!(await ofAccount.take(accountKey)) || !(await ofAll.take(''))) throw new AppError('rate_limited')
}

async function giveBackStranger({ ofAccount, ofAll }: StrangersGuesses, accountKey: string): Promise<void> {
  await ofAccount.giveBack(accountKey)
  await ofAll.giveBack('')
}

async function startStaffSession(ctx: Context, row: StaffRow, previousToken: string | null) {
  const now = ctx.clock.now()
  const token = newToken()
  const staff = staffActor(row, new Date(now.getTime() + sessionMs))
  await ctx.db.transaction().execute(async trx => {
    if (previousToken) await deleteStaffSession(trx, hashToken(previousToken))
    await deleteExpiredStaffSessions(trx, now)
    await insertStaffSession(trx, {
      tokenHash: hashToken(token),
      staffId: staff.id,
      expiresAt: staff.expiresAt,
    })
    await recordAudit(
      { ...ctx, actor: staff, db: trx },
      { action: 'staff.signIn', subject: staff.email, partnerId: ctx.partner.slug },
    )
  })
  return { token, staff }
}

/** Null when it has ended, never existed, or is of other programs' staff. */
export async function resumeStaffSession(ctx: Context, token: string): Promise<StaffActor | null> {
  const found = await findStaffBySession(ctx.db, hashToken(token), ctx.clock.now())
  return found && runsProgram(found, ctx) ? staffActor(found, found.expiresAt) : null
}

export async function signOutStaff(ctx: Context, token: string): Promise<void> {
  const found = await findStaffBySession(ctx.db, hashToken(token), ctx.clock.now())
  if (!found) return
  await ctx.db.transaction().execute(async trx => {
    await deleteStaffSession(trx, hashToken(token))
    await recordAudit(
      { ...ctx, actor: staffActor(found, found.expiresAt), db: trx },
      { action: 'staff.signOut', subject: found.email, partnerId: ctx.partner.slug },
    )
  })
}

function runsProgram({ partnerIds }: Pick<StaffRow, 'partnerIds'>, { partner }: Context): boolean {
  return partnerIds === null || partnerIds.includes(partner.slug)
}

function staffActor({ id, email, name, partnerIds, permissions }: StaffRow, expiresAt: Date): StaffActor {
  return { kind: 'staff', id, email, name, partners: partnerIds, permissions, expiresAt }
}

export function describeStaff({ email, name, partners, expiresAt }: StaffActor): Staff {
  return { email, name, partners: partners && [...partners], expiresAt: expiresAt.toISOString() }
}
