import type { getInsightCohorts, getInsightEffects } from '@dineward/core/console-insight/insight.contract.ts'
import { monthAfter } from '@dineward/core/reports/reports.rules.ts'
import type { ContractInput, ContractResponse } from '@dineward/core/shared/contract.ts'
import type { ConsoleContext } from '../../context.ts'
import { programContext } from '../../http/serve-console.ts'
import { selectCohortSizes, selectCohortSteps, selectRetention, selectSources } from './cohorts.read.ts'
import { selectEffects, selectSilentRestaurants } from './effects.read.ts'

const [cohortMonths, listedSources, listedEffects, listedRestaurants] = [12, 20, 100, 100]

type Query = ContractInput<typeof getInsightCohorts>['query']

export async function readCohorts(
  ctx: ConsoleContext,
  query: Query,
): Promise<ContractResponse<typeof getInsightCohorts>> {
  const { db, clock } = ctx
  const month = clock.now().toISOString().slice(0, 7)
  const months = Array.from({ length: cohortMonths }, (_, index) =>
    monthAfter(month, index + 1 - cohortMonths),
  )
  const of = {
    programs: programsOf(ctx, query),
    from: `${months[0]}-01`,
    until: `${monthAfter(month)}-01`,
  }
  const [sizes, steps, active] = [
    await selectCohortSizes(db, of),
    await selectCohortSteps(db, of),
    await selectRetention(db, of),
  ]
  const cohortOf = (one: string, index: number) => {
    const ofMonth = <T extends { month: string }>(rows: readonly T[]) => rows.filter(row => row.month === one)
    const counts = (rows: readonly { after: number; members: number }[]) =>
      Array.from({ length: cohortMonths - index }, (_, after) =>
        rows.reduce((sum, row) => sum + (row.after === after ? row.members : 0), 0),
      )
    const reached = (step: number) => sumsUntil(counts(ofMonth(steps).filter(row => row.step === step)))
    return {
      month: one,
      joined: ofMonth(sizes)[0]?.members ?? 0,
      firstDine: reached(1),
      thirdDine: reached(3),
      tenthDine: reached(10),
      active: counts(ofMonth(active)),
    }
  }
  return { cohorts: months.map(cohortOf), sources: await selectSources(db, of, listedSources) }
}

export async function readEffects(
  ctx: ConsoleContext,
  query: Query,
): Promise<ContractResponse<typeof getInsightEffects>> {
  const of = { programs: programsOf(ctx, query), today: ctx.clock.now().toISOString().slice(0, 10) }
  return {
    effects: await selectEffects(ctx.db, of, listedEffects),
    silent: await selectSilentRestaurants(ctx.db, of, listedRestaurants),
  }
}

const programsOf = (ctx: ConsoleContext, { partner }: Query) =>
  partner === undefined ? ctx.allowed : [programContext(ctx, partner).partner]

/** Each is the sum of those up to it. */
function sumsUntil(counts: readonly number[]): number[] {
  let sum = 0
  return counts.map(count => {
    sum += count
    return sum
  })
}
