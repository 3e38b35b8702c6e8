import { shownTextConsent, textConsentVersion } from '@dineward/core/members/consents.rules.ts'
import type { Person } from '@dineward/core/members/members.contract.ts'
import type { Context } from '../../context.ts'
import { recordEvents } from '../events/record-events.service.ts'
import { insertConsents, withdrawConsents } from './consents.repository.ts'
import { updateMember } from './members.repository.ts'
import type { ConsentSource } from './members.tables.ts'

/** What the program's own systems say that a person agreed to. */
export interface VouchedConsent {
  readonly termsVersion: string
  readonly at: Date
}

/** What a sign-up accepts. In the caller's transaction. */
export async function recordJoinConsents(
  ctx: Context,
  {
    memberId,
    smsOptIn,
    prospect,
    consent,
  }: { memberId: string; smsOptIn: boolean; prospect: Person; consent?: VouchedConsent },
): Promise<void> {
  const { partner, clock } = ctx
  const { legal } = partner.settings
  const source = consent ? 'partner api' : 'join'
  const given = { partnerId: partner.slug, memberId, source, givenAt: consent?.at ?? clock.now() } as const
  const termsVersion = consent?.termsVersion ?? legal?.termsVersion
  const documents = [
    ...(termsVersion === undefined
      ? []
      : [{ ...given, kind: 'terms' as const, version: termsVersion, wording: legal?.termsUrl ?? '' }]),
    ...(legal
      ? [{ ...given, kind: 'privacy' as const, version: legal.privacyVersion, wording: legal.privacyUrl }]
      : []),
  ]
  await insertConsents(ctx.db, documents)
  if (smsOptIn) {
    const version = textConsentVersion(prospect)
    const wording = shownTextConsent(partner, version, clock.now())
    await insertConsents(ctx.db, [{ ...given, kind: 'texts', version, wording }])
  }
}

/** Turn text messages on. `wording` is what the member was shown or sent. In the caller's transaction. */
export async function recordTextConsent(
  ctx: Context,
  consent: { memberId: string; version: string; wording: string; source: ConsentSource },
): Promise<void> {
  const partnerId = ctx.partner.slug
  await insertConsents(ctx.db, [{ ...consent, partnerId, kind: 'texts', givenAt: ctx.clock.now() }])
  await updateMember(ctx.db, partnerId, consent.memberId, { smsOptIn: true })
  recordEvents(ctx, [{ type: 'member.updated', id: consent.memberId, memberId: consent.memberId }])
}

/** Turn text messages off. In the caller's transaction. */
export async function withdrawTextConsent(
  ctx: Context,
  { memberId, source }: { memberId: string; source: ConsentSource },
): Promise<void> {
  const partnerId = ctx.partner.slug
  const now = ctx.clock.now()
  const withdrawn = await withdrawConsents(ctx.db, { partnerId, memberId, kind: 'texts', source, now })
  if (withdrawn === 0)
    await insertConsents(ctx.db, [
      {
        partnerId,
        memberId,
        kind: 'texts',
        version: '',
        wording: '',
        source,
        withdrawnAt: now,
        withdrawnSource: source,
      },
    ])
  await updateMember(ctx.db, partnerId, memberId, { smsOptIn: false })
  recordEvents(ctx, [{ type: 'member.updated', id: memberId, memberId }])
}
