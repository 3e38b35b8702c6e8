import { budgetsAfter } from '@dineward/core/rewards/components/budget.rules.ts'
import { decideDinesAgain, decideReport, refuseEvent } from '@dineward/core/rewards/decide.rules.ts'
import type { DineWithMovements } from '@dineward/core/rewards/dines/dine-decisions.rules.ts'
import type { Plan } from '@dineward/core/rewards/plan.ts'
import { type MemberKey, NotLoaded, type Snapshot } from '@dineward/core/rewards/snapshot.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { Db } from '../../db/open-database.ts'
import { type PartnerChanges, repeatingWhenTaken, takeFromBudgets } from '../budgets/budgets.service.ts'
import type { CardEvent } from '../card-events/card-events.tables.ts'
import { readReportedTransaction } from '../card-events/event-bodies.rules.ts'
import { type LoadedReport, loadDines, loadMissing, loadReports } from './load/load.service.ts'
import type { RewardServices } from './load/resolve-events.service.ts'
import { type CardKey, lockMembersFirst, selectCardKeys } from './load/snapshot-members.read.ts'
import { type DecidedPlan, writePlans } from './write/write-plans.service.ts'

/**
 * Load, decide, write: events of different members together, of one member one after the other. `services.db` is a
 * transaction. @throws when one fails, or others took from a budget meanwhile; the transaction is then void.
 */
export async function processEvents(services: RewardServices, events: readonly CardEvent[]): Promise<void> {
  const { db, clock } = services
  const taken: PartnerChanges[] = []
  const { rounds, cards } = await roundsOf(db, events)
  for (const round of rounds) {
    const loaded = await inPhase('load', () => loadReports(services, round, cards))
    const decided: DecidedPlan[] = []
    for (const one of loaded) {
      const next = await decideLoaded(services, one, taken)
      decided.push(next)
      taken.push(...takenBy(next))
    }
    taken.push(...(await inPhase('write', () => writePlans(db, decided, { now: clock.now(), taken }))))
  }
  await inPhase('write', () => takeFromBudgets(db, taken))
}

const takenBy = ({ plan, partner }: DecidedPlan): PartnerChanges[] =>
  partner && plan.budgets.length > 0 ? [{ partnerId: plan.partnerId, partner, changes: plan.budgets }] : []

/** The budgets as they are once this transaction has written what it decided until now. */
function withTaken<S extends Snapshot>(snapshot: S, taken: readonly PartnerChanges[]): S {
  const ofPartner = taken.filter(({ partnerId }) => partnerId === snapshot.member.partnerId)
  if (ofPartner.length === 0) return snapshot
  return {
    ...snapshot,
    budgets: budgetsAfter(
      snapshot.budgets,
      ofPartner.flatMap(({ changes }) => changes),
    ),
  }
}

async function decideLoaded(
  services: RewardServices,
  loaded: LoadedReport,
  taken: readonly PartnerChanges[],
): Promise<DecidedPlan> {
  if ('refusal' in loaded) {
    const plan = refuseEvent(loaded.event, loaded.refusal)
    return { plan, member: null, partner: null, origin: '' }
  }
  return decideWith(services, withTaken(loaded.snapshot, taken), snapshot =>
    decideReport(snapshot, loaded.report),
  )
}

export interface MemberAtMerchant extends MemberKey {
  /** Null is for restaurants that are unknown or take no part. */
  readonly merchantId: string | null
}

/** Decide a member's dines at a restaurant again without an event, and post the differences, in one transaction. */
export async function redecideDines(
  services: RewardServices,
  key: MemberAtMerchant,
  change: (dine: DineWithMovements) => DineWithMovements,
): Promise<void> {
  const { db, clock } = services
  if (!db.isTransaction)
    return repeatingWhenTaken(() =>
      db.transaction().execute((trx: Db) => redecideDines({ ...services, db: trx }, key, change)),
    )
  const loaded = await inPhase('load', () => loadDines(services, key))
  if (!loaded) return
  const decided = await decideWith(services, loaded, snapshot =>
    decideDinesAgain(snapshot, key.merchantId, change),
  )
  const taken = takenBy(decided)
  const ofReferrals = await inPhase('write', () => writePlans(db, [decided], { now: clock.now(), taken }))
  await inPhase('write', () => takeFromBudgets(db, [...taken, ...ofReferrals]))
}

/** More is loaded for as long as the decision turns out to need it. */
async function decideWith(
  { db, partners }: RewardServices,
  first: Snapshot,
  decide: (snapshot: Snapshot) => Plan,
): Promise<DecidedPlan> {
  for (let snapshot = first; ; ) {
    const { partner, member } = snapshot
    const plan = await inPhase('decide', () => decideOrMissing(() => decide(snapshot)))
    if (!(plan instanceof NotLoaded)) return { plan, partner, member, origin: partners.siteOf(partner) }
    const known = snapshot
    snapshot = await inPhase('load', () => loadMissing(db, known, plan.part))
  }
}

function decideOrMissing(decide: () => Plan): Plan | NotLoaded {
  try {
    return decide()
  } catch (error) {
    if (error instanceof NotLoaded) return error
    throw error
  }
}

type Phase = 'load' | 'decide' | 'write'
const failedIn = new WeakMap<object, Phase>()

/** Callers that retry need the phase in which processing failed; it is null where it did not come that far. */
export const phaseOf = (error: unknown): Phase | null => failedIn.get(error as object) ?? null

async function inPhase<T>(phase: Phase, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Error) failedIn.set(error, phase)
    throw error
  }
}

interface Rounds {
  readonly rounds: readonly (readonly CardEvent[])[]
  readonly cards: readonly CardKey[]
}

/** It finds the cards, and locks their members. Each round has one event of a member, in the order of the events. */
async function roundsOf(db: Db, events: readonly CardEvent[]): Promise<Rounds> {
  const cardIds = events.map(cardIdOf)
  const cards = await selectCardKeys(
    db,
    cardIds.filter(id => id !== null),
    partnerOf(events),
  )
  const members = await lockMembersFirst(db, cards)
  const rounds: CardEvent[][] = []
  const turns = new Map<string, number>()
  for (const [index, event] of events.entries()) {
    const memberId = members.get(cardIds[index] ?? '')
    const turn = memberId === undefined ? 0 : (turns.get(memberId) ?? 0)
    if (memberId !== undefined) turns.set(memberId, turn + 1)
    rounds[turn] = [...(rounds[turn] ?? []), event]
  }
  return { rounds, cards }
}

function cardIdOf(event: CardEvent): string | null {
  const transaction = readReportedTransaction(event)
  return transaction instanceof AppError ? null : (transaction.cardId ?? null)
}

/** Where all events are known to be of one partner, as claims are, nothing of another is read. */
function partnerOf(events: readonly CardEvent[]): string | null {
  const [partnerId = null, ...others] = new Set(events.map(event => event.partnerId))
  return others.length > 0 ? null : partnerId
}
