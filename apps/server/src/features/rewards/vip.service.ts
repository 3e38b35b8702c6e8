import { endOfYear } from '@dineward/core/members/vip.rules.ts'
import { hasVip } from '@dineward/core/partner/partner-questions.ts'
import { instantOf } from '@dineward/core/rewards/dine-time.rules.ts'
import { vipQualificationAt } from '@dineward/core/rewards/rate-versions.rules.ts'
import type { Db } from '../../db/open-database.ts'
import { decideVip, type VipChange } from '../members/vip.service.ts'
import { type DecidedDine, type DineWithMovements, hasEarned } from './dine-decisions.rules.ts'
import type { DecisionContext } from './dine-facts.rules.ts'
import type { StoredDine } from './dines.repository.ts'
import { selectVipTurns, type VipTurn } from './vip-years.repository.ts'

/** After the dines are saved, for each year in which what has earned changed. @returns when the tier is another now. */
export async function decideVipYears(
  db: Db,
  { partner, card, now, origin }: DecisionContext,
  {
    changed,
    merged,
  }: { readonly changed: readonly DecidedDine[]; readonly merged: readonly DineWithMovements[] },
): Promise<VipChange[]> {
  if (!hasVip(partner)) return []
  const earned = changed.filter(({ dine, changes }) => isCounted(dine.stored) || isCounted(changes))
  const times = earned.flatMap(({ dine, changes }) => [dine.stored.dinedAt, changes.dinedAt])
  const gone = merged.filter(({ stored }) => isCounted(stored)).map(({ stored }) => stored.dinedAt)
  const { partnerId, memberId } = card
  const vipChanges: VipChange[] = []
  for (const year of new Set([...times, ...gone].map(yearOf))) {
    const endsAt = endOfYear(partner.settings.timeZone, year)
    const reachedBy = async (decidedAt: Date | null) => {
      const { qualification, since } = vipQualificationAt(
        card.rates,
        partner.settings.vipQualification,
        decidedAt?.getTime() ?? null,
      )
      const turns = await selectVipTurns(db, { partnerId, memberId, year, endsAt, qualification })
      const countedSince = since === Number.NEGATIVE_INFINITY ? null : new Date(since).toISOString()
      return { reached: spansOf(turns, since), required: { ...qualification, countedSince } }
    }
    const change = await decideVip(db, { partner, memberId, year, reachedBy, now, origin })
    if (change) vipChanges.push(change)
  }
  return vipChanges
}

/** One that refunds left without a reward counts until then. */
const isCounted = (dine: Pick<StoredDine, 'status' | 'reasonCode'>): boolean =>
  hasEarned(dine) || dine.reasonCode === 'refunded_in_full' || dine.reasonCode === 'below_minimum_reward'

/** Those of before `since` begin with it. */
function spansOf(turns: readonly VipTurn[], since: number) {
  return turns.flatMap(({ isVip, dineId, ...turn }, index) => {
    if (!isVip) return []
    const [from, to] = [new Date(Math.max(instantOfTurn(turn).getTime(), since)), endOf(turns[index + 1])]
    return to !== null && to <= from ? [] : [{ dineId, from, to }]
  })
}

const instantOfTurn = ({ at, timezone }: Pick<VipTurn, 'at' | 'timezone'>): Date => instantOf(timezone, at)

const endOf = (turn: VipTurn | undefined): Date | null => (turn ? instantOfTurn(turn) : null)

/** By the restaurant's local date. */
const yearOf = (dinedAt: string): number => Number(dinedAt.slice(0, 4))
