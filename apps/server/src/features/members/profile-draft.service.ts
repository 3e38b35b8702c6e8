import { createHash } from 'node:crypto'
import type { postProfileDraft } from '@dineward/core/members/profile-draft.contract.ts'
import type { ContractInput } from '@dineward/core/shared/contract.ts'
import { EncryptJWT, jwtDecrypt } from 'jose'
import type { Context, MemberContext } from '../../context.ts'

export const draftSeconds = 1_800

type Draft = ContractInput<typeof postProfileDraft>['body']

/** @returns what only the server can read. The first secret encrypts. */
export function sealProfileDraft(
  { partner, clock }: Context,
  { owner, values }: Draft,
  [secret = '']: readonly string[],
): Promise<string> {
  return new EncryptJWT({ values })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setAudience(partner.slug)
    .setSubject(owner)
    .setExpirationTime(Math.floor(clock.now().getTime() / 1_000) + draftSeconds)
    .encrypt(keyOf(secret))
}

/** @returns null for anything but an own draft that has not expired. */
export async function openProfileDraft(
  { partner, clock, actor }: MemberContext,
  sealed: string,
  secrets: readonly string[],
): Promise<Draft['values'] | null> {
  for (const secret of secrets) {
    const checks = { audience: partner.slug, subject: actor.id, currentDate: clock.now() }
    const opened = await jwtDecrypt<Pick<Draft, 'values'>>(sealed, keyOf(secret), checks).catch(() => null)
    if (opened) return opened.payload.values
  }
  return null
}

/** For this purpose only. */
const keyOf = (secret: string) => createHash('sha256').update(`profile draft\0${secret}`).digest()
