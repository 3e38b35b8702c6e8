import { readBounceRow } from '@dineward/core/mail/bounce-file.rules.ts'
import type { DeliveryReport } from '@dineward/core/mail/resend.contract.ts'
import { normalizeSignInName } from '@dineward/core/members/sign-in-name.rules.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { mailSender } from '@dineward/core/partner/partner-questions.ts'
import type { Clock } from '@dineward/core/shared/clock.ts'
import type { Actor } from '../../context.ts'
import type { Db } from '../../db/open-database.ts'
import { readRows } from '../../import-file.ts'
import { writeAudited } from '../staff/audit.service.ts'
import { clearSuppressions } from './suppressions.repository.ts'
import { type SuppressionReport, suppressAddress } from './suppressions.service.ts'

interface Services {
  readonly db: Db
  readonly clock: Clock
  readonly partners: { all(): readonly Partner[]; bySlug(slug: string): Partner | null }
}

/**
 * The report is for the partners with this sender. Repeated reports change nothing. @returns how many addresses were
 * marked.
 */
export async function receiveDeliveryReport(services: Services, report: DeliveryReport): Promise<number> {
  const { sender, recipients, ...rest } = report
  const now = services.clock.now()
  // A sender's clock may be ahead of ours.
  const reportedAt = rest.reportedAt > now ? now : rest.reportedAt
  let marked = 0
  for (const partner of services.partners.all()) {
    if (mailSender(partner).fromAddress.toLowerCase() !== sender.toLowerCase()) continue
    for (const email of recipients)
      if (await mark(services, partner, { ...rest, reportedAt, email })) marked += 1
  }
  return marked
}

export interface BounceFile {
  readonly file: string
  /** For rows that name none. */
  readonly partner: string | null
  readonly dryRun: boolean
  readonly report: (sentence: string) => void
}

/** A repeated import changes nothing. @throws `ImportFileError`; earlier rows are marked. */
export async function importBounces(services: Services, options: BounceFile) {
  const summary = { read: 0, marked: 0, unchanged: 0, refused: 0 }
  for await (const { line, ...content } of readRows(options.file)) {
    summary.read++
    const outcome =
      'problem' in content ? { refused: content.problem } : await importRow(services, content.row, options)
    if (typeof outcome === 'string') {
      summary[outcome]++
      continue
    }
    summary.refused++
    options.report(`line ${line}: refused. ${outcome.refused}`)
  }
  return summary
}

async function importRow(
  services: Services,
  content: unknown,
  { partner: usual, dryRun }: BounceFile,
): Promise<'marked' | 'unchanged' | { readonly refused: string }> {
  const row = readBounceRow(content, services.clock.now())
  if ('refused' in row) return row
  const slug = row.partner ?? usual
  if (slug === null) return { refused: 'partner: give it, here or with --partner' }
  const partner = services.partners.bySlug(slug)
  if (!partner) return { refused: `partner: there is no partner "${slug}"` }
  const { email, type: kind, reason, at: reportedAt } = row
  return (await mark(services, partner, { email, kind, reason, reportedAt }, dryRun)) ? 'marked' : 'unchanged'
}

/** @returns false when it was not marked. */
export async function clearMarkedAddress(
  services: Pick<Services, 'db' | 'clock'> & { readonly actor: Actor },
  partnerId: string,
  email: string,
): Promise<boolean> {
  const now = services.clock.now()
  return writeAudited(
    services,
    db => clearSuppressions(db, { partnerId, email: normalizeSignInName(email), now }),
    isCleared => (isCleared ? [{ action: 'mail.clear', subject: 'marked address', partnerId }] : []),
  )
}

async function mark(
  { db, clock }: Services,
  partner: Partner,
  report: SuppressionReport,
  dryRun = false,
): Promise<boolean> {
  const trx = await db.startTransaction().execute()
  try {
    const isMarked = await suppressAddress({ db: trx, partner, clock }, report)
    await (dryRun ? trx.rollback() : trx.commit()).execute()
    return isMarked
  } catch (error) {
    if (!trx.isCommitted && !trx.isRolledBack) await trx.rollback().execute()
    throw error
  }
}
