import { normalizeSignInName } from '@dineward/core/members/sign-in-name.rules.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/open-database.ts'
import { endEmailOptIn } from '../members/members.service.ts'
import { listSuppressions, upsertSuppression } from './suppressions.repository.ts'

interface Address {
  readonly partnerId: string
  readonly email: string
}

type Suppression = 'bounce' | 'complaint' | null
type Recipient = Omit<Address, 'partnerId'> & { readonly isSubscribed: boolean }

/** Why nothing, or no mail of this kind, is sent there; null: it is sent. */
export async function suppressionOf(
  db: Db,
  { partnerId, ...recipient }: Recipient & Address,
): Promise<Suppression> {
  const [suppression = null] = await suppressionsOf(db, partnerId, [recipient])
  return suppression
}

/** The same of many. */
export async function suppressionsOf(
  db: Db,
  partnerId: string,
  recipients: readonly Recipient[],
): Promise<Suppression[]> {
  const emails = recipients.map(({ email }) => normalizeSignInName(email))
  const found = await listSuppressions(db, partnerId, emails)
  return recipients.map(({ isSubscribed }, index) => {
    const kinds = found.get(emails[index]!) ?? []
    if (kinds.includes('bounce')) return 'bounce'
    return isSubscribed && kinds.includes('complaint') ? 'complaint' : null
  })
}

export interface SuppressionReport {
  readonly email: string
  readonly kind: 'bounce' | 'complaint'
  readonly reason: string
  readonly reportedAt: Date
}

/** In the caller's transaction. A complaint ends the email opt-in. @returns false when this was reported before. */
export async function suppressAddress(
  ctx: Pick<Context, 'db' | 'partner' | 'clock'>,
  { kind, reason, reportedAt, ...report }: SuppressionReport,
): Promise<boolean> {
  const email = normalizeSignInName(report.email)
  const row = { partnerId: ctx.partner.slug, email, kind, reason: reason.slice(0, 500), reportedAt }
  if (!(await upsertSuppression(ctx.db, row))) return false
  if (kind === 'complaint') await endEmailOptIn(ctx, email)
  return true
}
