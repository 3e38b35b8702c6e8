import { type JournalEntry, type JournalLine, journalLines } from '@dineward/core/exports/journal.rules.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { earnsRewards } from '@dineward/core/partner/partner-questions.ts'
import { daysOfMonth, type Month } from '@dineward/core/reports/reports.rules.ts'
import { closedPeriods } from '../reports/close-period.service.ts'
import type { ReportServices } from '../reports/liability.service.ts'
import { accountNames, type Column, plainUnits, unitOf } from '../reports/report-files.view.ts'
import { selectAccountTotals, selectMidnight } from '../reports/reports.read.ts'
import { hasBegun, selectJournalEntries } from './journal.read.ts'

export interface Journal {
  readonly partner: Partner
  readonly month: Month
  /** Later postings can still be accounted in an open month. */
  readonly isClosed: boolean
  readonly lines: readonly JournalLine[]
}

/** The message is a sentence that says what to do. */
export class JournalRefused extends Error {
  override readonly name = 'JournalRefused'
}

/**
 * One snapshot. It is compared with the accounts that the liability report shows before the month and at its end.
 * @throws JournalRefused
 */
export function journalOf({ db, clock }: ReportServices, partner: Partner, month: Month): Promise<Journal> {
  const { slug, settings } = partner
  if (!earnsRewards(partner)) throw new JournalRefused(`${slug} has no rewards, so it has no journal.`)
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async trx => {
      const days = daysOfMonth(month)!
      const from = await selectMidnight(trx, days.from, settings.timeZone)
      const until = await selectMidnight(trx, days.to, settings.timeZone)
      if (from > clock.now())
        throw new JournalRefused(`${month} has not begun at ${slug}: give a month that has.`)
      if (!(await hasBegun(trx, { partnerId: slug, until })))
        throw new JournalRefused(`${slug} had no members in ${month}: give a month since it began.`)
      const entries = await selectJournalEntries(trx, {
        partnerId: slug,
        from,
        until,
        timeZone: settings.timeZone,
      })
      const before = await selectAccountTotals(trx, { partnerId: slug, until: from })
      const after = await selectAccountTotals(trx, { partnerId: slug, until })
      assertAgrees(slug, entries, { before, after })
      const isClosed = (await closedPeriods(trx, partner)).some(period => period.month === month)
      return {
        partner,
        month,
        isClosed,
        lines: journalLines({ slug, codes: settings.generalLedger }, entries),
      }
    })
}

type Totals = Awaited<ReturnType<typeof selectAccountTotals>>

/** The database keeps both true; a journal that is wrong must not leave all the same. */
function assertAgrees(
  slug: string,
  entries: readonly JournalEntry[],
  { before, after }: { readonly before: Totals; readonly after: Totals },
): void {
  const sum = (some: readonly JournalEntry[]) =>
    some.reduce((total, { debit, credit }) => total + credit - debit, 0)
  const isWrong = accountNames.some(
    name =>
      (before.get(name) ?? 0) + sum(entries.filter(({ account }) => account === name)) !==
      (after.get(name) ?? 0),
  )
  if (isWrong || sum(entries) !== 0)
    throw new JournalRefused(
      `The journal of ${slug} does not agree with its liability: run npm run ledger -- check.`,
    )
}

export const journalName = ({ partner, month, isClosed }: Journal): string =>
  `journal-${partner.slug}-${month}${isClosed ? '' : '-open'}.csv`

interface JournalRow extends JournalLine, Pick<Journal, 'partner' | 'month' | 'isClosed'> {}

export const journalRows = ({ lines, ...journal }: Journal): JournalRow[] =>
  lines.map(line => ({ ...line, ...journal }))

const amount = (units: (row: JournalRow) => number) => (row: JournalRow) =>
  units(row) === 0 ? '' : plainUnits(row.partner, units(row))

export const journalColumns: readonly Column<JournalRow>[] = [
  ['date', ({ date }) => date],
  ['account', ({ account }) => account],
  ['debit', amount(({ debit }) => debit)],
  ['credit', amount(({ credit }) => credit)],
  ['currency', ({ partner }) => unitOf(partner)],
  ['reference', ({ reference }) => reference],
  ['description', ({ description }) => description],
  ['period', ({ month, isClosed }) => `${month} ${isClosed ? 'closed' : 'open'}`],
]
