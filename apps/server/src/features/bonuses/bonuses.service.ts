import type { MemberBonus } from '@dineward/core/bonuses/bonuses.contract.ts'
import { bonusObstacle, describeBonus, promisedBonus } from '@dineward/core/bonuses/member-bonus.rules.ts'
import type { ConsoleForecast, ForecastPeriod } from '@dineward/core/console-programs/budgets.contract.ts'
import { isOpenMember } from '@dineward/core/members/member-questions.ts'
import type { BonusDefinition } from '@dineward/core/partner/bonus-definition.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import type { BonusChange } from '@dineward/core/rewards/plan.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { MemberContext, StaffContext } from '../../context.ts'
import type { Db } from '../../db/open-database.ts'
import { bonusForecast } from '../budgets/forecast.service.ts'
import { selectBonuses } from './bonuses.read.ts'
import {
  insertChange,
  insertEnrollment,
  type MemberKey,
  updateBonus,
  updateLastDays,
} from './bonuses.repository.ts'
import { describeBonuses } from './bonuses.view.ts'

/** Dines from now on count. @throws `not_found` for an unknown code, `bonus_not_open`. */
export async function enrollInBonus(
  ctx: MemberContext,
  { code, inApp }: { readonly code: string; readonly inApp: boolean },
): Promise<{ bonus: MemberBonus }> {
  const { db, partner, actor: member } = ctx
  const now = ctx.clock.now()
  const key = { partnerId: partner.slug, memberId: member.id }
  const find = async () =>
    describeBonuses(partner, member, await selectBonuses(db, key), now).find(bonus => bonus.code === code)
  const before = await find()
  if (before && before.bonusStatus !== 'Eligible') return { bonus: before }
  const definition = partner.settings.bonuses.find(bonus => bonus.code === code)
  if (!definition) throw new AppError('not_found', { message: `There is no bonus ${code}.` })
  if (!isOpenMember(member)) throw new AppError('bonus_not_open')
  const obstacle =
    registrationObstacle(definition, inApp) ??
    bonusObstacle(partner, definition, member, now) ??
    (before ? null : 'This bonus is fully used.')
  if (obstacle) throw new AppError('bonus_not_open', { message: obstacle })
  await db.transaction().execute(trx =>
    insertEnrollment(trx, {
      ...key,
      definition: promisedBonus(partner, definition),
      description: describeBonus(partner, definition),
      enrolledAt: now,
      now,
    }),
  )
  return { bonus: (await find())! }
}

function registrationObstacle(
  { appOnly, needsRegistration }: BonusDefinition,
  inApp: boolean,
): string | null {
  if (appOnly && !inApp) return 'Register for this bonus in the app.'
  return needsRegistration ? null : 'This bonus needs no registration.'
}

/**
 * In the transaction that changes the settings. Nobody registered for an automatic bonus, so that its last day holds for
 * members who have begun it as well; of one that was removed it is today. What was earned until now stays.
 */
export async function changeLastDays(
  db: Db,
  { before, after, now }: { readonly before: Partner; readonly after: Partner; readonly now: Date },
): Promise<void> {
  const today = now.toISOString().slice(0, 10)
  const lastDays = before.settings.bonuses.flatMap(({ code, to, needsRegistration }) => {
    if (needsRegistration) return []
    const next = after.settings.bonuses.find(bonus => bonus.code === code)
    const earliest = to !== null && to < today ? to : today
    const last = next ? next.to : earliest
    const lastDay = last !== null && last < earliest ? earliest : last
    return lastDay === to ? [] : [{ code, to: lastDay }]
  })
  if (lastDays.length > 0) await updateLastDays(db, after.slug, lastDays)
}

/** What it would have cost with dines of the past. */
export function forecastBonus(
  ctx: StaffContext,
  definition: BonusDefinition,
  period: ForecastPeriod = 'last90Days',
): Promise<ConsoleForecast> {
  return bonusForecast(ctx, definition, period)
}

/** In the transaction that decides dines. Bonuses that need no registration begin with the day of joining. */
export async function saveBonuses(
  db: Db,
  changes: readonly (BonusChange & MemberKey & { readonly joinedAt: Date })[],
  now: Date,
): Promise<void> {
  for (const { partnerId, memberId, joinedAt, ...change } of changes) {
    const { code, enrollment, before, after, qualifiedAt, progress } = change
    const key = { partnerId, memberId, code }
    if (enrollment)
      await insertEnrollment(db, { partnerId, memberId, ...enrollment, enrolledAt: joinedAt, now })
    await updateBonus(db, key, { bonusStatus: after, qualifiedAt, progress })
    if (before !== after) await insertChange(db, key, after, now)
  }
}
