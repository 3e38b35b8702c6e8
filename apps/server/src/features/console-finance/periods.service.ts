import type {
  ClosedMonth,
  getPeriodChecklist,
  getPeriods,
  postPeriodClose,
} from '@dineward/core/console-finance/periods.contract.ts'
import { monthAfter } from '@dineward/core/reports/reports.rules.ts'
import type { ContractInput, ContractResponse } from '@dineward/core/shared/contract.ts'
import { AppError, type ErrorCode } from '@dineward/core/shared/errors.ts'
import { localDateAt } from '@dineward/core/shared/local-date.ts'
import type { ConsoleContext, StaffContext } from '../../context.ts'
import { programContext } from '../../http/serve-console.ts'
import { assertMayClose, type ClosedPeriod, closedPeriods } from '../reports/close-period.service.ts'
import { partnerStatement } from '../reports/partner-statement.service.ts'
import { listExceptions } from './console-finance.service.ts'
import type { Scope } from './finance-runs.repository.ts'
import { newestLedgerCheck, newestRun, startRun } from './finance-runs.service.ts'

const closingOf = (slug: string): Scope => ({ kind: 'close', programs: [slug] })

export async function listPeriods(
  ctx: ConsoleContext,
  { partner: slug }: ContractInput<typeof getPeriods>['query'],
): Promise<ContractResponse<typeof getPeriods>> {
  const { partner, db, clock } = programContext(ctx, slug)
  const closed = await closedPeriods(db, partner)
  const current = localDateAt(partner.settings.timeZone, clock.now()).slice(0, 7)
  const [last] = closed
  const month = last ? monthAfter(last.month) : monthAfter(current, -1)
  return {
    closed: closed.map(toClosedMonth),
    next: { month, hasEnded: month < current },
    run: await newestRun(ctx, closingOf(slug)),
  }
}

type Query = ContractInput<typeof getPeriodChecklist>['query']

export async function readChecklist(
  ctx: ConsoleContext,
  { partner: slug, month }: Query,
): Promise<ContractResponse<typeof getPeriodChecklist>> {
  const program = programContext(ctx, slug)
  return {
    refusal: await refusalOf(program, month),
    ledgerCheck: (await newestLedgerCheck(ctx, { partner: slug })).run,
    exceptions: await openExceptions(ctx, slug),
    statement: await partnerStatement(program.db, program.partner, month),
  }
}

/** A worker closes it. @throws why it cannot be closed, as far as that is known now. */
export async function closeMonth(
  ctx: ConsoleContext,
  { partner: slug, month, note }: ContractInput<typeof postPeriodClose>['body'],
): Promise<ContractResponse<typeof postPeriodClose>> {
  await assertMayCloseMonth(ctx, { partner: slug, month, note })
  return { run: await startRun(ctx, closingOf(slug), { month, note: note ?? null }) }
}

/** @throws why it cannot be closed, as far as that is known now */
export async function assertMayCloseMonth(
  ctx: ConsoleContext,
  { partner: slug, month, note }: ContractInput<typeof postPeriodClose>['body'],
): Promise<StaffContext> {
  const program = programContext(ctx, slug)
  await assertMayClose(program, month)
  const exceptions = await openExceptions(ctx, slug)
  if (exceptions.length > 0 && note === undefined) throw new AppError('period_checklist_open')
  return program
}

const openExceptions = async (ctx: ConsoleContext, slug: string) =>
  (await listExceptions(ctx, { partner: slug })).items

const refusals = ['period_closed', 'period_not_ended', 'period_not_next'] as const

async function refusalOf(program: StaffContext, month: string): Promise<(typeof refusals)[number] | null> {
  try {
    await assertMayClose(program, month)
    return null
  } catch (error) {
    const code: ErrorCode | null = error instanceof AppError ? error.code : null
    const refusal = refusals.find(one => one === code)
    if (!refusal) throw error
    return refusal
  }
}

function toClosedMonth({ month, closedAt, closedBy, note, statement, hash }: ClosedPeriod): ClosedMonth {
  return { month, closedAt: closedAt.toISOString(), closedBy, note, statement, hash }
}
