import type { LedgerProblem } from '@dineward/core/console-finance/finance-runs.contract.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { minutes } from '@dineward/core/shared/clock.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import { defaultLocale } from '@dineward/core/shared/format.ts'
import type { Context } from '../../context.ts'
import { isConnectionError } from '../../db/connection-error.ts'
import type { Db } from '../../db/open-database.ts'
import { findViolations, ledgerRules } from '../ledger/ledger-checks.read.ts'
import type { PartnerRegistry } from '../partner/partner-registry.service.ts'
import { closedPeriods, closePeriod } from '../reports/close-period.service.ts'
import { staffOfRun } from '../staff/worker-staff.service.ts'
import { type FinanceRunRow, selectWaitingRuns, updateRun } from './finance-runs.repository.ts'

export type FinanceRunServices = Pick<Context, 'db' | 'clock' | 'gateways' | 'log'> & {
  readonly partners: PartnerRegistry
  /** This connection is without the time limit of requests. */
  readonly longDb: Db
}

const keptProblems = 1_000
const triedForMs = minutes(60)

/**
 * Work on every run that waits, the oldest first; the queue has one worker at them. @returns how many.
 * @throws where the database is lost meanwhile: the queue begins such a run again within a minute.
 */
export async function workFinanceRuns(services: FinanceRunServices): Promise<number> {
  const { db, clock, log } = services
  const runs = await selectWaitingRuns(db)
  for (const run of runs) {
    const end = await workRun(services, run).catch((error: unknown) => {
      if (isConnectionError(error) && clock.now().getTime() - run.createdAt.getTime() < triedForMs)
        throw error
      if (!(error instanceof AppError)) log.error({ err: error, run: run.id }, 'finance run failed')
      return { error: error instanceof AppError ? error.code : 'internal' }
    })
    await updateRun(db, run.id, { ...end, finishedAt: clock.now() })
  }
  return runs.length
}

/** @throws why a month is not closed. */
async function workRun(services: FinanceRunServices, run: FinanceRunRow): Promise<{ stepsDone: number }> {
  const problems: LedgerProblem[] = []
  for (const [done, rule] of ledgerRules.entries()) {
    problems.push(...(await findViolations(services.longDb, rule, run.programs)))
    await updateRun(services.db, run.id, {
      stepsDone: done + 1,
      steps: run.steps,
      problems: JSON.stringify(problems.slice(0, keptProblems)),
    })
  }
  if (run.kind === 'check') return { stepsDone: run.steps }
  if (problems.length > 0) throw new AppError('period_ledger_broken')
  await closeMonthOf(services, run)
  return { stepsDone: run.steps }
}

async function closeMonthOf(
  { clock, gateways, log, longDb, partners }: FinanceRunServices,
  run: FinanceRunRow,
): Promise<void> {
  const { month, note, createdAt, createdBy } = run
  const partner = partners.bySlug(run.programs![0]!)
  if (!partner) throw new AppError('not_found')
  const actor = staffOfRun(run)
  const ctx: Context = { partner, actor, db: longDb, clock, locale: defaultLocale, gateways, log }
  await closePeriod(ctx, { month: month!, note }).catch(async (error: unknown) => {
    const wasClosedHere = async () => isClosedBy(longDb, partner, { month: month!, createdAt, createdBy })
    if (!(error instanceof AppError && error.code === 'period_closed') || !(await wasClosedHere()))
      throw error
  })
}

/** By an earlier try, whose worker died before it could say so. */
async function isClosedBy(
  db: Db,
  partner: Partner,
  { month, createdAt, createdBy }: { month: string; createdAt: Date; createdBy: string },
): Promise<boolean> {
  const period = (await closedPeriods(db, partner)).find(one => one.month === month)
  return period !== undefined && period.closedBy === createdBy && period.closedAt >= createdAt
}
