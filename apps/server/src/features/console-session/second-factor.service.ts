import { randomBytes } from 'node:crypto'
import { type Clock, minutes } from '@dineward/core/shared/clock.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import { Secret, TOTP } from 'otpauth'
import type { Db } from '../../db/open-database.ts'
import { seal, unseal } from '../../secrets/seal.ts'
import { hashToken } from '../identity/sessions/tokens.service.ts'
import {
  confirmSecret,
  countRecoveryCodes,
  deleteAuthenticator,
  findAuthenticator,
  listSealedSecrets,
  replaceRecoveryCodes,
  resealSecret,
  setPendingSecret,
  takeRecoveryCode,
  takeStep,
} from './second-factor.repository.ts'
import { countStaffPasskeys, deleteStaffPasskeysOf } from './staff-passkeys.repository.ts'

const stepMs = 30_000
const recoveryCodeCount = 10
const pendingMinutes = 10

export interface SecondFactorContext {
  readonly db: Db
  readonly clock: Clock
  /** The first secret seals. */
  readonly secrets: readonly string[]
}

/** `setup` means that there is none yet. */
export type SecondFactorState = 'right' | 'wrong' | 'missing' | 'setup'

/** A code is right once. */
export async function checkSecondFactor(
  ctx: SecondFactorContext,
  staffId: string,
  code: string | undefined,
): Promise<SecondFactorState> {
  const found = await findAuthenticator(ctx.db, staffId)
  if (!found?.secret)
    // A password alone must not add what a passkey stands in for.
    return (await countStaffPasskeys(ctx.db, staffId)) > 0 ? 'missing' : 'setup'
  if (!code) return 'missing'
  if (!isOfApp(code)) return (await useRecoveryCode(ctx.db, staffId, code)) ? 'right' : 'wrong'
  const secret = unseal(found.secret, sealOf(staffId), ctx.secrets)
  const step = secret === null ? null : stepOf(secret, code, ctx.clock.now())
  return step !== null && (await takeStep(ctx.db, staffId, step)) ? 'right' : 'wrong'
}

/** Whether a password alone is not enough to change how this person signs in. */
export async function hasSecondFactor(db: Db, staffId: string): Promise<boolean> {
  const found = await findAuthenticator(db, staffId)
  return Boolean(found?.secret) || (await countStaffPasskeys(db, staffId)) > 0
}

/** What `verifyStaffPassword` asks after the right password, wherever staff sign in. */
export function secondFactorCheck(
  ctx: SecondFactorContext,
  {
    code,
    isNeeded,
  }: { readonly code: string | undefined /** Only the demo turns it off. */; readonly isNeeded: boolean },
): (row: { readonly id: string }) => Promise<'right' | 'wrong' | AppError> {
  return async ({ id }) => {
    const state = isNeeded ? await checkSecondFactor(ctx, id, code) : 'right'
    if (state === 'setup') return new AppError('second_factor_setup_required')
    return state === 'missing' ? new AppError('second_factor_required') : state
  }
}

/** At the start, so that an old secret can be taken away afterwards. */
export async function resealAuthenticators({
  db,
  secrets,
}: Pick<SecondFactorContext, 'db' | 'secrets'>): Promise<void> {
  for (const { staffId, secret: from } of await listSealedSecrets(db)) {
    const secret = unseal(from, sealOf(staffId), secrets)
    if (secret === null || unseal(from, sealOf(staffId), secrets.slice(0, 1)) !== null) continue
    await resealSecret(db, staffId, { from, to: seal(secret, sealOf(staffId), secrets) })
  }
}

/** Works from the first code on, within ten minutes; until then an earlier one stays. The one shown before is void. */
export async function newAuthenticator(
  ctx: SecondFactorContext,
  { id, email }: { readonly id: string; readonly email: string },
): Promise<{ secret: string; uri: string }> {
  const secret = new Secret({ size: 20 })
  await setPendingSecret(ctx.db, id, {
    pendingSecret: seal(secret.base32, sealOf(id), ctx.secrets),
    pendingUntil: new Date(ctx.clock.now().getTime() + minutes(pendingMinutes)),
  })
  const uri = new TOTP({ issuer: 'Dineward', label: email, secret }).toString()
  return { secret: secret.base32, uri }
}

/**
 * Call it in a transaction. @returns recovery codes, of which only hashes are stored; null when the code is not of the
 * app.
 */
export async function confirmAuthenticator(
  ctx: SecondFactorContext,
  staffId: string,
  code: string,
): Promise<string[] | null> {
  const pendingSecret = (await findAuthenticator(ctx.db, staffId))?.pendingSecret
  const secret = pendingSecret ? unseal(pendingSecret, sealOf(staffId), ctx.secrets) : null
  const at = ctx.clock.now()
  const step = secret === null ? null : stepOf(secret, code, at)
  if (!pendingSecret || step === null) return null
  if (!(await confirmSecret(ctx.db, { staffId, pendingSecret, step, at }))) return null
  return storeRecoveryCodes(ctx.db, staffId)
}

/** Call it in a transaction. @throws `not_found` without an authenticator. */
export async function renewRecoveryCodes(db: Db, staffId: string): Promise<string[]> {
  if (!(await findAuthenticator(db, staffId))?.secret) throw new AppError('not_found')
  return storeRecoveryCodes(db, staffId)
}

/** Call it in a transaction. The person sets up another one at the next sign-in. */
export async function removeSecondFactors(db: Db, staffId: string): Promise<void> {
  await deleteAuthenticator(db, staffId)
  await replaceRecoveryCodes(db, staffId, [])
  await deleteStaffPasskeysOf(db, staffId)
}

export async function describeSecondFactor(
  db: Db,
  staffId: string,
): Promise<{ authenticatorSince: string | null; recoveryCodesLeft: number }> {
  const found = await findAuthenticator(db, staffId)
  return {
    authenticatorSince: found?.confirmedAt?.toISOString() ?? null,
    recoveryCodesLeft: await countRecoveryCodes(db, staffId),
  }
}

async function storeRecoveryCodes(db: Db, staffId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode)
  await replaceRecoveryCodes(db, staffId, codes.map(hashOf))
  return codes
}

function useRecoveryCode(db: Db, staffId: string, code: string): Promise<boolean> {
  return takeRecoveryCode(db, staffId, hashOf(code))
}

const hashOf = (code: string): string => hashToken(`recovery:${code.toLowerCase().replace(/[^a-z]/g, '')}`)

const isOfApp = (code: string): boolean => /^[\d\s]*$/.test(code)

/** The step that the code is of: this one, the one before or the one after, for clocks that differ. */
function stepOf(secret: string, code: string, now: Date): number | null {
  const token = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return null
  const timestamp = now.getTime()
  const delta = TOTP.validate({ token, secret: Secret.fromBase32(secret), window: 1, timestamp })
  return delta === null ? null : Math.floor(timestamp / stepMs) + delta
}

/** The 128 random bits are written as letters: of digits, some would pass as a card number. */
function newRecoveryCode(): string {
  const letters = Array.from(randomBytes(32), byte => 'bcdfghjkmnpqrstv'[byte % 16]).join('')
  return (letters.match(/.{4}/g) ?? []).join('-')
}

const sealOf = (id: string) => ({ use: 'seal of an authenticator', id }) as const
