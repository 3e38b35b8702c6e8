import type {
  ReauthenticationProof,
  StaffProof,
} from '@dineward/core/console-session/console-account.contract.ts'
import { minutes } from '@dineward/core/shared/clock.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { ConsoleContext } from '../../context.ts'
import type { Place } from '../passkeys/passkeys.service.ts'
import {
  assertOwnSecondFactor,
  assertOwnStaffPassword,
  type OwnSecondFactor,
} from '../staff/staff.service.ts'
import { checkSecondFactor, hasSecondFactor } from './second-factor.service.ts'
import { verifyStaffPasskey } from './staff-passkeys.service.ts'
import { isConnected } from './staff-sso.repository.ts'

type ProofContext = Pick<ConsoleContext, 'db' | 'clock' | 'actor' | 'log'> & {
  readonly secrets: readonly string[]
}

/**
 * Before a change of how someone signs in: the password and, where there is a second factor, a present code or a passkey.
 * Wrong codes count as wrong passwords do.
 * @throws `validation_failed`, `account_locked`, `unavailable`, `second_factor_required`, `second_factor_invalid`,
 * `passkey_invalid`, `passkey_challenge_invalid`
 */
export async function assertStaffProof(
  ctx: ProofContext,
  { proof, place }: { proof: StaffProof; place: Place },
): Promise<void> {
  const secondFactor: OwnSecondFactor = async () => {
    if (proof.passkey) return checkOwnPasskey(ctx, proof.passkey, place)
    if (!(await hasSecondFactor(ctx.db, ctx.actor.id))) return 'right'
    const state = await checkSecondFactor(ctx, ctx.actor.id, proof.code)
    return state === 'right' || state === 'wrong' ? state : new AppError('second_factor_required')
  }
  await assertOwnStaffPassword(ctx, proof.password, { secondFactor })
}

/**
 * By what the account has: a passkey, or a code; the password where there is neither. Wrong ones count as at a sign-in.
 * @throws as `assertStaffProof`, and `reauthentication_required` of those who prove it at the provider
 */
export async function assertReauthentication(
  ctx: ProofContext,
  { proof, place }: { proof: ReauthenticationProof; place: Place },
): Promise<void> {
  if (proof.passkey) return assertOwnSecondFactor(ctx, () => checkOwnPasskey(ctx, proof.passkey!, place))
  const way = await wayToReauthenticate(ctx)
  if (way === 'provider') throw new AppError('reauthentication_required')
  if (way === 'password') return assertOwnStaffPassword(ctx, proof.password ?? '')
  await assertOwnSecondFactor(ctx, async () => {
    const state = await checkSecondFactor(ctx, ctx.actor.id, proof.code)
    return state === 'right' || state === 'wrong' ? state : new AppError('second_factor_required')
  })
}

/** People of single sign-on may have neither a password nor a second factor here. */
export async function wayToReauthenticate({
  db,
  actor,
}: Pick<ProofContext, 'db' | 'actor'>): Promise<'second_factor' | 'password' | 'provider'> {
  if (await hasSecondFactor(db, actor.id)) return 'second_factor'
  return (await isConnected(db, actor.id)) ? 'provider' : 'password'
}

const recentMs = minutes(5)

export const provenUntil = (provenAt: Date): Date => new Date(provenAt.getTime() + recentMs)

/** Before money leaves and before a role changes. @throws `reauthentication_required` */
export function assertRecentProof({ actor, clock }: Pick<ConsoleContext, 'actor' | 'clock'>): void {
  if (!actor.provenAt || provenUntil(actor.provenAt) <= clock.now())
    throw new AppError('reauthentication_required', {
      message: 'Confirm that it is you, then do this again.',
    })
}

async function checkOwnPasskey(
  ctx: ProofContext,
  response: { readonly id: string },
  place: Place,
): Promise<'right' | AppError> {
  const { id } = await verifyStaffPasskey(ctx, { response, place })
  return id === ctx.actor.id ? 'right' : new AppError('passkey_invalid')
}
