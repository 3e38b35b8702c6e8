import { hasVip } from '@dineward/core/partner/partner-questions.ts'
import { instantOf } from '@dineward/core/rewards/dine-time.rules.ts'
import type { Db } from '../../db/open-database.ts'
import { decideVip } from '../members/vip.service.ts'
import { type DecidedDine, hasEarned } from './dine-decisions.rules.ts'
import type { DecisionContext } from './dine-facts.rules.ts'
import { qualifyingDine } from './dines.repository.ts'

/** After the dines are saved, for each year in which what has earned changed. */
export async function decideVipYears(
  db: Db,
  { partner, card, now, origin }: DecisionContext,
  changed: readonly DecidedDine[],
): Promise<void> {
  if (!hasVip(partner)) return
  const earned = changed.filter(({ dine, changes }) => hasEarned(dine.stored) || hasEarned(changes))
  const years = earned.flatMap(({ dine, changes }) => [dine.stored.dinedAt, changes.dinedAt].map(yearOf))
  const { partnerId, memberId } = card
  for (const year of new Set(years)) {
    const reached = await qualifyingDine(db, { partnerId, memberId }, year, partner.settings.vipQualification)
    const dine = reached && { id: reached.id, at: instantOf(reached.timezone ?? 'UTC', reached.dinedAt) }
    await decideVip(db, { partner, memberId, year, dine, now, origin })
  }
}

/** By the restaurant's local date. */
const yearOf = (dinedAt: string): number => Number(dinedAt.slice(0, 4))
