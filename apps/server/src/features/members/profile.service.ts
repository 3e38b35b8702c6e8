import { shownTextConsent, textConsentVersion } from '@dineward/core/members/consents.rules.ts'
import { isClosed } from '@dineward/core/members/member-questions.ts'
import type { Member } from '@dineward/core/members/members.contract.ts'
import type { Profile } from '@dineward/core/members/profile.contract.ts'
import { textSettings, validateProfile } from '@dineward/core/members/profile.rules.ts'
import { asksForEmailOptIn, smsOptInKind } from '@dineward/core/partner/partner-questions.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { Context, MemberContext } from '../../context.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { recordEvents } from '../events/record-events.service.ts'
import { recordMemberAudit } from '../staff/audit.service.ts'
import { queueTextOptIn } from '../text-messages/text-messages.service.ts'
import { recordTextConsent, withdrawTextConsent } from './consents.service.ts'
import { assertNoProblems } from './enrollment.service.ts'
import { findWholeMember, lockMemberRow, type MemberRow, updateMember } from './members.repository.ts'
import { changeEmailOptIn, getMemberById } from './members.service.ts'
import { profileVersion } from './members.view.ts'

/**
 * The rules are in account §5 Profile. @throws `validation_failed`, `zip_not_in_us`, `profile_changed`, `forbidden`.
 */
export async function saveProfile(ctx: MemberContext, profile: Profile): Promise<Member> {
  await changeProfile(ctx, { memberId: ctx.actor.id, profile, source: 'profile' })
  return getMemberById(ctx, ctx.actor.id)
}

interface ProfileChange {
  readonly memberId: string
  readonly profile: Profile
  /** Names of members with single sign-on are the program's: only the member may not change them. */
  readonly source: 'profile' | 'partner api'
}

/** By the member, or by the program. @throws as `saveProfile` */
export function changeProfile(ctx: Context, { memberId, profile, source }: ProfileChange): Promise<void> {
  return inTransaction(ctx.db, async trx => {
    await lockMemberRow(trx, ctx.partner.slug, memberId)
    const before = await findWholeMember(trx, ctx.partner.slug, memberId)
    if (isClosed(before)) throw new AppError('forbidden')
    if (profile.version !== undefined && profile.version !== profileVersion(before))
      throw new AppError('profile_changed')
    const isOtherZip = profile.zipCode !== undefined && profile.zipCode !== before.zipCode
    await assertNoProblems(
      ctx.partner,
      validateProfile(
        ctx.partner,
        profile,
        source === 'profile' ? before : { ...before, ...namesIn(profile) },
      ),
      isOtherZip ? (profile.zipCode ?? null) : null,
    )
    await applyChanges({ ...ctx, db: trx }, { profile, source }, before)
    await recordChanges({ ...ctx, db: trx }, before)
  })
}

const namesIn = ({ firstName, lastName }: Profile) => ({
  ...(firstName === undefined ? {} : { firstName }),
  ...(lastName === undefined ? {} : { lastName }),
})

async function applyChanges(
  ctx: Context,
  { profile, source }: Omit<ProfileChange, 'memberId'>,
  before: MemberRow,
): Promise<void> {
  const { db, partner } = ctx
  const memberId = before.id
  const { phoneNumber, smsOptIn, isNewConsent, endsConsent } = textSettings(partner, profile, before)
  await updateMember(db, partner.slug, memberId, {
    firstName: profile.firstName ?? before.firstName,
    lastName: profile.lastName ?? before.lastName,
    address1: profile.address1 ?? before.address1,
    address2: profile.address2 ?? before.address2,
    city: profile.city ?? before.city,
    state: (profile.state ?? before.state).toUpperCase(),
    zipCode: profile.zipCode ?? before.zipCode,
    phoneNumber,
  })
  if (endsConsent) await withdrawTextConsent(ctx, { memberId, source })
  if (isNewConsent) {
    const isKept = profile.smsOptIn === undefined && smsOptInKind(partner) === 'toggle'
    const version = isKept ? '2' : textConsentVersion(profile)
    const wording = shownTextConsent(partner, version, ctx.clock.now())
    await recordTextConsent(ctx, { memberId, version, wording, source })
    await queueTextOptIn(ctx, { id: memberId, phoneNumber, smsOptIn })
  }
  if (profile.emailOptIn !== undefined && asksForEmailOptIn(partner))
    await changeEmailOptIn(ctx, memberId, profile.emailOptIn)
}

/** They say of a row that it changed. */
const marks: readonly string[] = ['updatedAt', 'rowVersion', 'changedIn']

/** Which fields, not what is in them: the log outlives an erased member. */
async function recordChanges(ctx: Context, before: MemberRow): Promise<void> {
  const after = await findWholeMember(ctx.db, ctx.partner.slug, before.id)
  const fields = (Object.keys(before) as (keyof MemberRow)[]).filter(
    name => !marks.includes(name) && String(before[name]) !== String(after[name]),
  )
  if (fields.length === 0) return
  await recordMemberAudit(ctx, { action: 'profile.changed', memberId: before.id, after: { fields } })
  recordEvents(ctx, [{ type: 'member.updated', id: before.id, memberId: before.id }])
}
