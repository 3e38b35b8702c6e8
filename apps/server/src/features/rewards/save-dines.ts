import { netCents } from '@dineward/core/rewards/dine.rules.ts'
import { rewardDifference } from '@dineward/core/rewards/earning.rules.ts'
import type { Movement } from '@dineward/core/rewards/movements.rules.ts'
import type { Db } from '../../db/open-database.ts'
import { putAmount, removeAmount, type StoredAmount } from './dine-amounts.repository.ts'
import { type DecidedDine, isChanged, type OpenDine, unitsToStand } from './dine-book.ts'
import type { Sighting } from './dine-facts.ts'
import { deleteDines, insertDine, updateDine } from './dines.repository.ts'
import { updateEvent, updateTellings } from './inbox.repository.ts'
import { selectStandings } from './ledger.repository.ts'
import { type Posting, postMany, rewardEntries } from './ledger.service.ts'
import type { ToldMovement } from './work-event.ts'

interface Outcome {
  readonly sighting: Sighting
  readonly decided: readonly DecidedDine[]
  /** Dines that turned out to be part of others. */
  readonly emptied: readonly OpenDine[]
  /** Refunds that no dine takes. */
  readonly parked: readonly Movement[]
  /** What was kept of these dines before. */
  readonly storedAmounts: readonly StoredAmount[]
  /** The event that is worked on, and those that waited. */
  readonly told: readonly ToldMovement[]
}

/**
 * Keeps what was decided: dines, their movements, the differences in the ledger, what became of the events. Answers
 * false, and keeps nothing, when a new dine's transaction already names one of somebody else.
 */
export async function saveDines(db: Db, outcome: Outcome): Promise<boolean> {
  const fresh = outcome.decided.filter(decided => isNew(decided, outcome))
  const changed = [
    ...fresh,
    ...outcome.decided.filter(decided => !fresh.includes(decided) && isChanged(decided)),
  ]
  // New ones first: one that may not be kept ends it before anything is written.
  for (const decided of changed) if (!(await saveDine(db, decided, outcome))) return false
  await saveAmounts(db, outcome)
  await postDifferences(db, changed, outcome)
  await deleteDines(
    db,
    outcome.sighting.card.partnerId,
    outcome.emptied.map(({ dineId }) => dineId),
  )
  await saveEvents(db, outcome)
  return true
}

/** A dine that is kept has movements that are kept. */
function isNew({ dine }: DecidedDine, { storedAmounts }: Outcome): boolean {
  return !storedAmounts.some(({ dineId }) => dineId === dine.dineId)
}

async function saveDine(db: Db, decided: DecidedDine, outcome: Outcome): Promise<boolean> {
  const { dine, changes } = decided
  const { card, now } = outcome.sighting
  if (isNew(decided, outcome)) return insertDine(db, { ...dine.stored, ...changes })
  await updateDine(db, card.partnerId, dine.dineId, { ...changes, updatedAt: now })
  return true
}

async function saveAmounts(
  db: Db,
  { sighting, decided, parked, storedAmounts, told }: Outcome,
): Promise<void> {
  const { card, now } = sighting
  const before = new Map(storedAmounts.map(amount => [amount.sourceKey, amount]))
  for (const { dine } of decided) {
    for (const movement of [...dine.charges, ...dine.refunds]) {
      const stored = before.get(movement.sourceKey)
      if (stored?.dineId === dine.dineId) continue
      const first = told.find(({ movement: { sourceKey } }) => sourceKey === movement.sourceKey)
      const cardEventId = first?.event.id ?? null
      await putAmount(db, { partnerId: card.partnerId, dineId: dine.dineId, movement, cardEventId, now })
      if (stored) await updateTellings(db, card.partnerId, movement, { dineId: dine.dineId })
    }
  }
  for (const movement of parked) {
    if (!before.has(movement.sourceKey)) continue
    await removeAmount(db, card.partnerId, movement.sourceKey)
    const waits = { status: 'parked', reasonCode: 'refund_waits', dineId: null } as const
    await updateTellings(db, card.partnerId, movement, waits)
  }
}

/** What stands in the ledger for each changed dine becomes what it earned; nothing stands for one that is no more. */
async function postDifferences(
  db: Db,
  changed: readonly DecidedDine[],
  { sighting: { card, now }, emptied }: Outcome,
): Promise<void> {
  const targets = [
    ...changed.map(({ dine, changes }) => ({
      dineId: dine.dineId,
      units: unitsToStand(changes),
      reasonCode: changes.reasonCode ?? 'dine_cleared',
    })),
    ...emptied.map(({ dineId }) => ({ dineId, units: 0, reasonCode: 'dine_merged' })),
  ]
  const ids = targets.map(({ dineId }) => dineId)
  const standings = await selectStandings(db, card.partnerId, ids)
  const postings = targets.flatMap(({ dineId, units, reasonCode }): Posting[] => {
    const standing = standings.get(dineId) ?? { units: 0, postings: 0 }
    const difference = rewardDifference(units, standing.units)
    if (difference === 0) return []
    return [
      {
        partnerId: card.partnerId,
        // Counts the postings so far: of two workers that decide at once, the unique index lets one through.
        idempotencyKey: `dine:${dineId}:${standing.postings + 1}`,
        kind: standing.postings === 0 ? 'dine_reward' : 'dine_adjustment',
        correlationId: dineId,
        reasonCode,
        postedAt: now,
        entries: rewardEntries(card.memberId, difference),
      },
    ]
  })
  await postMany(db, postings)
}

async function saveEvents(db: Db, { sighting, decided, told }: Outcome): Promise<void> {
  const { card, now } = sighting
  for (const { event, movement } of told) {
    const taken = decided.find(({ dine }) =>
      [...dine.charges, ...dine.refunds].some(({ sourceKey }) => sourceKey === movement.sourceKey),
    )
    if (!taken && event.status === 'parked') continue
    await updateEvent(db, event.id, {
      status: taken ? 'worked' : 'parked',
      reasonCode: taken ? noteOn(movement, taken) : 'refund_waits',
      partnerId: card.partnerId,
      linkedCardId: card.id,
      merchantId: movement.merchantId,
      sourceKey: movement.sourceKey,
      dineId: taken?.dine.dineId ?? null,
      workedAt: now,
    })
  }
}

/** A refund of more than was paid takes what is there; that it asked for more is kept with it. */
function noteOn(movement: Movement, { changes }: DecidedDine): string | null {
  if (movement.kind !== 'refund' || netCents(changes) > 0) return null
  const paid = changes.clearedCents ?? changes.authorisedCents ?? 0
  return changes.refundedCents > paid ? 'refund_exceeds_dine' : null
}
