import type { StaffProof } from '@dineward/core/console-session/console-account.contract.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { ConsoleContext } from '../../context.ts'
import type { Place } from '../passkeys/passkeys.service.ts'
import { assertOwnStaffPassword, type OwnSecondFactor } from '../staff/staff.service.ts'
import { checkSecondFactor, hasSecondFactor } from './second-factor.service.ts'
import { verifyStaffPasskey } from './staff-passkeys.service.ts'

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

async function checkOwnPasskey(
  ctx: ProofContext,
  response: { readonly id: string },
  place: Place,
): Promise<'right' | AppError> {
  const { id } = await verifyStaffPasskey(ctx, { response, place })
  return id === ctx.actor.id ? 'right' : new AppError('passkey_invalid')
}
