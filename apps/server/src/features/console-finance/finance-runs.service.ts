import { randomUUID } from 'node:crypto'
import type { FinanceRun, getLedgerCheck } from '@dineward/core/console-finance/finance-runs.contract.ts'
import type { ContractInput } from '@dineward/core/shared/contract.ts'
import { errorMessages } from '@dineward/core/shared/errors.ts'
import { lookUp } from '@dineward/core/shared/look-up.ts'
import type { ConsoleContext } from '../../context.ts'
import { slugsOf } from '../../http/serve-console.ts'
import { ledgerRules } from '../ledger/ledger-checks.read.ts'
import { type FinanceRunRow, insertRun, type Scope, selectNewestRun } from './finance-runs.repository.ts'

type Query = ContractInput<typeof getLedgerCheck>['query']

/** Each rule of the ledger is a step; closing is one more. */
const stepsOf = ({ kind }: Scope): number => ledgerRules.length + (kind === 'close' ? 1 : 0)

export async function newestLedgerCheck(
  ctx: ConsoleContext,
  query: Query,
): Promise<{ run: FinanceRun | null }> {
  return { run: await newestRun(ctx, checkOf(ctx, query)) }
}

export async function startLedgerCheck(ctx: ConsoleContext, query: Query): Promise<{ run: FinanceRun }> {
  return { run: await startRun(ctx, checkOf(ctx, query)) }
}

export async function newestRun(ctx: ConsoleContext, scope: Scope): Promise<FinanceRun | null> {
  const run = await selectNewestRun(ctx.db, scope)
  return run ? toRun(run) : null
}

/** Waits for a worker. @returns the one that is not finished, where there is one */
export async function startRun(
  ctx: ConsoleContext,
  scope: Scope,
  closing: { month: string | null; note: string | null } = { month: null, note: null },
): Promise<FinanceRun> {
  const created = { id: randomUUID(), createdBy: ctx.actor.email, createdAt: ctx.clock.now() }
  await insertRun(ctx.db, { ...scope, ...closing, ...created, steps: stepsOf(scope) })
  return toRun((await selectNewestRun(ctx.db, scope))!)
}

function checkOf(ctx: ConsoleContext, { partner }: Query): Scope {
  const isWhole = ctx.isNetworkWide && partner === undefined
  return { kind: 'check', programs: isWhole ? null : [...slugsOf(ctx, partner)].sort() }
}

function toRun({ id, month, createdAt, createdBy, stepsDone, steps, ...run }: FinanceRunRow): FinanceRun {
  return {
    id,
    month,
    createdBy,
    stepsDone,
    steps,
    problems: run.problems,
    createdAt: createdAt.toISOString(),
    finishedAt: run.finishedAt?.toISOString() ?? null,
    error: run.error && (lookUp(errorMessages, run.error) ?? errorMessages.internal),
  }
}
