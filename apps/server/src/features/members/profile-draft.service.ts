import type { postProfileDraft } from '@dineward/core/members/profile-draft.contract.ts'
import type { ContractInput } from '@dineward/core/shared/contract.ts'
import { EncryptJWT, jwtDecrypt } from 'jose'
import type { Context, MemberContext } from '../../context.ts'
import { keysFor } from '../../secrets/secret-keys.ts'

export const draftSeconds = 1_800

type Draft = ContractInput<typeof postProfileDraft>['body']

/** @returns what only the server can read. The first secret encrypts. */
export function sealProfileDraft(
  { partner, clock }: Context,
  { owner, values }: Draft,
  secrets: readonly string[],
): Promise<string> {
  return new EncryptJWT({ values })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setAudience(partner.slug)
    .setSubject(owner)
    .setExpirationTime(Math.floor(clock.now().getTime() / 1_000) + draftSeconds)
    .encrypt(keysOf(secrets)[0]!)
}

/** @returns null for anything but an own draft that has not expired. */
export async function openProfileDraft(
  { partner, clock, actor }: MemberContext,
  sealed: string,
  secrets: readonly string[],
): Promise<Draft['values'] | null> {
  for (const key of keysOf(secrets)) {
    const checks = { audience: partner.slug, subject: actor.id, currentDate: clock.now() }
    const opened = await jwtDecrypt<Pick<Draft, 'values'>>(sealed, key, checks).catch(() => null)
    if (opened) return opened.payload.values
  }
  return null
}

const keysOf = (secrets: readonly string[]) => keysFor('draft of a profile', secrets)
