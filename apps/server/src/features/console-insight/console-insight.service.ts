import type {
  getInsight,
  getInsightTrend,
  InsightDay,
  InsightFigures,
} from '@dineward/core/console-insight/insight.contract.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import type { FiguresResponse } from '@dineward/core/shared/as-of.ts'
import { days } from '@dineward/core/shared/clock.ts'
import type { ContractInput } from '@dineward/core/shared/contract.ts'
import { daysBetween, type LocalDate } from '@dineward/core/shared/local-date.ts'
import type { ConsoleContext } from '../../context.ts'
import type { Db } from '../../db/open-database.ts'
import { programContext } from '../../http/serve-console.ts'
import {
  type Period,
  selectActiveMembers,
  selectClaimCounts,
  selectDineDays,
  selectFunnel,
  selectJoinDays,
  selectMemberFigures,
  selectRewardDays,
  selectTopRestaurants,
} from './insight.read.ts'

const topRestaurants = 20

type Query = ContractInput<typeof getInsight>['query']

export async function readInsight(
  ctx: ConsoleContext,
  query: Query,
): Promise<FiguresResponse<typeof getInsight>> {
  const { period, before } = periodsOf(ctx, query)
  return {
    before: { from: before.from, to: dayAfter(before.until, -1) },
    ...(await readTrend(ctx, query)),
    funnel: (await selectFunnel(ctx.db, period)).map(withPartner),
    claims: (await selectClaimCounts(ctx.db, period)).map(withPartner),
    restaurants: await selectTopRestaurants(ctx.db, period, topRestaurants),
  }
}

export async function readTrend(
  ctx: ConsoleContext,
  query: Query,
): Promise<FiguresResponse<typeof getInsightTrend>> {
  const { period, before } = periodsOf(ctx, query)
  const [now, then] = [await readFigures(ctx.db, period), await readFigures(ctx.db, before)]
  return {
    programs: period.programs.map(one => ({
      partner: one.slug,
      now: now.figuresOf(one),
      before: then.figuresOf(one),
    })),
    days: now.days,
  }
}

/** The one before is as long. */
function periodsOf(ctx: ConsoleContext, { partner, from, to }: Query): Record<'period' | 'before', Period> {
  const programs = partner === undefined ? ctx.allowed : [programContext(ctx, partner).partner]
  const length = daysBetween(from, to) + 1
  return {
    period: { programs, from, until: dayAfter(to, 1) },
    before: { programs, from: dayAfter(from, -length), until: from },
  }
}

async function readFigures(db: Db, period: Period) {
  const [members, active] = [await selectMemberFigures(db, period), await selectActiveMembers(db, period)]
  const all = joinDays([
    ...(await selectDineDays(db, period)),
    ...(await selectRewardDays(db, period)),
    ...(await selectJoinDays(db, period)),
  ])
  const figuresOf = ({ slug }: Partner): InsightFigures => {
    const own = members.find(({ partnerId }) => partnerId === slug)
    const sum = (field: 'dines' | 'spentCents' | 'rewardUnits') =>
      all.reduce((total, day) => total + (day.partner === slug ? day[field] : 0), 0)
    return {
      members: own?.members ?? 0,
      newMembers: own?.newMembers ?? 0,
      linkedCards: own?.linkedCards ?? 0,
      activeMembers: active.find(({ partnerId }) => partnerId === slug)?.activeMembers ?? 0,
      dines: sum('dines'),
      spentCents: sum('spentCents'),
      rewardUnits: sum('rewardUnits'),
    }
  }
  return { days: all, figuresOf }
}

type PartOfDay = Partial<InsightDay> & { readonly partnerId: string; readonly day: string }

function joinDays(parts: readonly PartOfDay[]): InsightDay[] {
  const byKey = new Map<string, InsightDay>()
  const none = { dines: 0, spentCents: 0, rewardUnits: 0, newMembers: 0 }
  for (const { partnerId: partner, day, ...amounts } of parts) {
    const key = `${day} ${partner}`
    byKey.set(key, { ...none, ...byKey.get(key), ...amounts, day, partner })
  }
  return [...byKey].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, day]) => day)
}

const withPartner = <T extends { readonly partnerId: string }>({ partnerId, ...rest }: T) => ({
  partner: partnerId,
  ...rest,
})

export const dayAfter = (date: LocalDate, count: number): LocalDate =>
  new Date(Date.parse(date) + days(count)).toISOString().slice(0, 10)
