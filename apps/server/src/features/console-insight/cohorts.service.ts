import type { getInsightCohorts, getInsightEffects } from '@dineward/core/console-insight/insight.contract.ts'
import { monthAfter } from '@dineward/core/reports/reports.rules.ts'
import type { FiguresResponse } from '@dineward/core/shared/as-of.ts'
import type { ContractInput } from '@dineward/core/shared/contract.ts'
import type { ConsoleContext } from '../../context.ts'
import { programContext } from '../../http/serve-console.ts'
import { selectCohortMonths, selectCohortSizes, selectSources } from './cohorts.read.ts'
import { selectEffects, selectSilentRestaurants } from './effects.read.ts'

const [cohortMonths, listedSources, listedEffects, listedRestaurants] = [12, 20, 100, 100]

type Query = ContractInput<typeof getInsightCohorts>['query']

export async function readCohorts(
  ctx: ConsoleContext,
  query: Query,
): Promise<FiguresResponse<typeof getInsightCohorts>> {
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
  const [sizes, counted] = [await selectCohortSizes(db, of), await selectCohortMonths(db, of)]
  const cohortOf = (one: string, index: number) => {
    const own = counted.filter(row => row.month === one)
    const counts = (field: 'active' | 'firstDine' | 'thirdDine' | 'tenthDine') =>
      Array.from(
        { length: cohortMonths - index },
        (_, after) => own.find(row => row.after === after)?.[field] ?? 0,
      )
    return {
      month: one,
      joined: sizes.find(row => row.month === one)?.members ?? 0,
      firstDine: sumsUntil(counts('firstDine')),
      thirdDine: sumsUntil(counts('thirdDine')),
      tenthDine: sumsUntil(counts('tenthDine')),
      active: counts('active'),
    }
  }
  return { cohorts: months.map(cohortOf), sources: await selectSources(db, of, listedSources) }
}

export async function readEffects(
  ctx: ConsoleContext,
  query: Query,
): Promise<FiguresResponse<typeof getInsightEffects>> {
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
