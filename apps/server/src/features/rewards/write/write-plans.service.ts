import type { DineStatus } from '@dineward/core/activity/dine-statuses.ts'
import { dineEventType } from '@dineward/core/events/event-types.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import type { Plan } from '@dineward/core/rewards/plan.ts'
import type { MemberInTime } from '@dineward/core/rewards/snapshot.ts'
import type { Db } from '../../../db/open-database.ts'
import { detachDinesOfAccountRewards } from '../../account-rewards/account-rewards.service.ts'
import { detachDinesOfAdjustments } from '../../adjustments/adjustments.service.ts'
import { saveBonuses } from '../../bonuses/bonuses.service.ts'
import type { PartnerChanges } from '../../budgets/budgets.service.ts'
import { recordOutcomes } from '../../card-events/record-outcomes.service.ts'
import { recordEvents } from '../../events/record-events.service.ts'
import { saveHolds } from '../../holds/holds.service.ts'
import { saveTiers } from '../../members/vip.service.ts'
import { decideReferral } from '../../referrals/referrals.service.ts'
import { setReservationBonuses } from '../../reservations/reservations.service.ts'
import { deleteComponents, sumComponents, upsertComponents } from './components.repository.ts'
import { confirmAmounts, removeAmounts, upsertAmounts } from './dine-amounts.repository.ts'
import { type DineKey, deleteDines, insertDines, updateDines } from './dines.repository.ts'
import { postDifferences } from './post-differences.service.ts'

/* The last of three phases carries out what was decided, a statement a table. Nothing is decided here. */

export interface DecidedPlan {
  readonly plan: Plan
  /** Null where the event is of no member. */
  readonly member: MemberInTime | null
  readonly partner: Partner | null
  /** Links in mails begin with it. */
  readonly origin: string
}

/**
 * In a transaction that holds the members.
 * @param taken what the transaction takes from budgets, and has not written yet
 * @returns what referrals take beside it
 * @throws when a transaction id names a dine of another member by now
 */
export async function writePlans(
  db: Db,
  decided: readonly DecidedPlan[],
  { now, taken }: { readonly now: Date; readonly taken: readonly PartnerChanges[] },
): Promise<PartnerChanges[]> {
  const { owned, named } = rowsOf(decided)
  await insertDines(db, owned('newDines'))
  const before = await updateDines(db, owned('changedDines'))
  await upsertAmounts(db, owned('amounts'), now)
  await removeAmounts(db, named('removedAmounts'))
  await confirmAmounts(db, owned('confirmed'))
  await recordOutcomes(
    db,
    {
      movements: owned('movementEvents'),
      events: owned('events'),
      requeued: decided.flatMap(({ plan }) => plan.requeued),
    },
    now,
  )
  await upsertComponents(db, owned('components'), now)
  await deleteComponents(db, named('removedComponentIds'))
  await sumComponents(db, named('summedDineIds'))
  await removeDines(db, named('deletedDineIds'))
  await saveHolds(db, owned('holds'), now)
  await setReservationBonuses(db, owned('bookings'))
  const ofReferrals = await saveMembers(db, decided, { now, taken })
  await postDifferences(db, owned('postings'), now)
  recordPlans(db, decided, before, now)
  return ofReferrals
}

async function removeDines(db: Db, dines: readonly DineKey[]): Promise<void> {
  if (dines.length === 0) return
  await detachDinesOfAccountRewards(db, dines)
  await detachDinesOfAdjustments(db, dines)
  await deleteDines(db, dines)
}

type Listed = { [K in keyof Plan]: Plan[K] extends readonly object[] ? K : never }[keyof Plan]
type Named = { [K in keyof Plan]: Plan[K] extends readonly string[] ? K : never }[keyof Plan]

/** What all plans have of a kind, each with its member. */
function rowsOf(decided: readonly DecidedPlan[]) {
  const ownerOf = ({ partnerId, memberId }: Plan) => ({ partnerId, memberId })
  return {
    owned: <K extends Listed>(kind: K) =>
      decided.flatMap(({ plan }) =>
        (plan[kind] as readonly Plan[K][number][]).map(row => ({ ...row, ...ownerOf(plan) })),
      ),
    named: (kind: Named) => decided.flatMap(({ plan }) => plan[kind].map(id => ({ id, ...ownerOf(plan) }))),
  }
}

async function saveMembers(
  db: Db,
  decided: readonly DecidedPlan[],
  { now, taken }: Parameters<typeof writePlans>[2],
): Promise<PartnerChanges[]> {
  const ofReferrals: PartnerChanges[] = []
  for (const { plan, member, partner, origin } of decided) {
    if (!member || !partner) continue
    const { partnerId, memberId, joinedAt, referrer } = member
    const { bonuses, tiers, earnedNow } = plan
    await saveBonuses(
      db,
      partner,
      bonuses.map(bonus => ({ ...bonus, partnerId, memberId, joinedAt })),
      now,
    )
    if (tiers) await saveTiers(db, { partner, memberId, tiers, now, origin })
    if (!earnedNow || referrer === null) continue
    const friend = { partner, memberId, referrerId: referrer, now }
    const ofPartner = [...taken, ...ofReferrals].filter(one => one.partnerId === partnerId)
    const changes = await decideReferral(db, friend, {
      earnsNow: id => earnedNow.has(id),
      taken: ofPartner.flatMap(one => one.changes),
    })
    if (changes.length > 0) ofReferrals.push({ partnerId, partner, changes })
  }
  return ofReferrals
}

/** @param before what the changed dines were */
function recordPlans(
  db: Db,
  decided: readonly DecidedPlan[],
  before: ReadonlyMap<string, DineStatus>,
  now: Date,
): void {
  for (const { plan, partner } of decided) {
    if (!partner) continue
    const { memberId, newDines, changedDines, deletedDineIds, postings, summedDineIds, bookings } = plan
    const types = new Map(newDines.map(({ id, status }) => [id, dineEventType(null, status)]))
    for (const { id, status } of changedDines) types.set(id, dineEventType(before.get(id) ?? null, status))
    for (const id of [...summedDineIds, ...postings.map(({ dineId }) => dineId)])
      if (!types.has(id)) types.set(id, 'dine.changed')
    for (const id of deletedDineIds) types.delete(id)
    const clock = { now: () => now }
    recordEvents({ db, partner, clock }, [
      ...[...types].map(([id, type]) => ({ type, id, memberId })),
      ...deletedDineIds.map(id => ({ type: 'dine.removed' as const, id, memberId, data: { id, memberId } })),
      ...bookings.map(({ id }) => ({ type: 'reservation.changed' as const, id, memberId })),
    ])
  }
}
