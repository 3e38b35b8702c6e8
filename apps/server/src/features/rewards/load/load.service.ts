import { randomUUID } from 'node:crypto'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { hasVip } from '@dineward/core/partner/partner-questions.ts'
import { merchantOf } from '@dineward/core/rewards/decide.rules.ts'
import { localTimeOf } from '@dineward/core/rewards/dines/dine-facts.rules.ts'
import { hasVelocityRules, type VelocityFacts } from '@dineward/core/rewards/holds/velocity.rules.ts'
import type { Movement } from '@dineward/core/rewards/movements/movements.rules.ts'
import { isSameNetwork } from '@dineward/core/rewards/reports/networks.rules.ts'
import type { ReportedTransaction } from '@dineward/core/rewards/reports/reported-transaction.ts'
import { versionOf } from '@dineward/core/rewards/reports/reports.rules.ts'
import {
  type EventMovement,
  type History,
  type MissingPart,
  type PlaceBooks,
  type Report,
  type ReportedMovement,
  type Snapshot,
  termsKey,
} from '@dineward/core/rewards/snapshot.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { Db } from '../../../db/open-database.ts'
import { loadBudgets } from '../../budgets/budgets.service.ts'
import type { CardEvent } from '../../card-events/card-events.tables.ts'
import { readReportedTransaction } from '../../card-events/event-bodies.rules.ts'
import { type ChargeToCheck, selectVelocityFacts } from '../../holds/velocity-facts.read.ts'
import { findMerchantsForEvents } from '../../merchants/merchants.service.ts'
import { type Refused, type Resolved, type RewardServices, resolveEvents } from './resolve-events.service.ts'
import {
  type HistoryKey,
  type MemberParts,
  selectAmountsOfTransactions,
  selectHistories,
  selectPlaces,
} from './snapshot-dines.read.ts'
import {
  type MovementKey,
  selectCountedCharges,
  selectEarlyVoids,
  selectFirstReports,
  selectRepeatedReports,
  selectWaitingRefunds,
} from './snapshot-events.read.ts'
import { type CardKey, lockMember } from './snapshot-members.read.ts'

/* The first of three phases loads all that decisions read (law 13). Nothing is decided or written here. */

/** All that the decision of an event reads. */
export type LoadedReport =
  | Refused
  | { readonly event: CardEvent; readonly snapshot: Snapshot; readonly report: Report }

/** Members are locked. @param events at most one of a member, in the order given @param cards theirs, and of others */
export async function loadReports(
  services: RewardServices,
  events: readonly CardEvent[],
  cards: readonly CardKey[],
): Promise<LoadedReport[]> {
  const { db } = services
  const resolved = await resolveEvents(services, events, cards)
  const known = resolved.filter(one => 'card' in one)
  const reports = await loadKnown(db, known)
  const places = await selectPlaces(
    db,
    reports.map(({ resolved: { member }, report }) => ({
      partnerId: member.partnerId,
      memberId: member.memberId,
      merchantId: merchantOf({ member }, report, { merchantId: report.place?.id ?? null }),
    })),
  )
  const repeated = await selectRepeatedReports(
    db,
    reports.flatMap(({ resolved: { member }, report }, index) =>
      places[index]!.amounts.filter(amount => !isSameNetwork(amount, report.transaction)).map(amount => ({
        ...amount,
        partnerId: member.partnerId,
      })),
    ),
  )
  const budgets = await loadBudgets(
    db,
    reports.map(({ resolved: { partner } }, index) => budgetsOf(partner, places[index]!)),
  )
  const velocity = await loadVelocity(db, reports)
  const snapshots = reports.map(({ resolved: { partner, member, now }, report }, index): Snapshot => {
    const { bonuses, memberComponents, ...books } = places[index]!
    const merchantId = merchantOf({ member }, report, { merchantId: report.place?.id ?? null })
    return {
      partner,
      member,
      now,
      newId: randomUUID,
      places: new Map([[merchantId, books]]),
      bonuses,
      memberComponents,
      budgets: budgets[index]!,
      history: null,
      velocity: velocity.get(index) ?? null,
      firstReports: new Map(),
      terms: new Map(),
    }
  })
  const complete = await withHistories(
    db,
    snapshots,
    reports.map(({ report }) => report),
  )
  const loaded = new Map(
    reports.map(({ resolved: { event }, report }, index) => [
      event,
      { event, snapshot: complete[index]!, report: { ...report, repeated } },
    ]),
  )
  return resolved.map(one => ('card' in one ? loaded.get(one.event)! : one))
}

/** For charges of programs with rules, by their place in the batch; refunds hold nothing. */
async function loadVelocity(
  db: Db,
  reports: readonly { readonly resolved: Resolved; readonly report: Report }[],
): Promise<ReadonlyMap<number, VelocityFacts>> {
  const charges = reports.flatMap(({ resolved: { partner, member, card }, report }, index) => {
    const { transaction, place } = report
    if (transaction.kind === 'refund' || !hasVelocityRules(partner.settings.velocity)) return []
    const { partnerId, memberId } = member
    const merchantId = place?.id ?? null
    return [{ index, partnerId, memberId, merchantId, cardToken: card.cardToken }]
  }) satisfies (ChargeToCheck & { index: number })[]
  const found = await selectVelocityFacts(db, charges)
  return new Map(charges.map(({ index }, at) => [index, found[at]!]))
}

/** What a member's dines at a restaurant are decided on without an event. The member is locked. */
export async function loadDines(
  { db, clock, partners }: RewardServices,
  { partnerId, memberId, merchantId }: { partnerId: string; memberId: string; merchantId: string | null },
): Promise<Snapshot | null> {
  const partner = partners.bySlug(partnerId)
  if (!partner) return null
  const member = await lockMember(db, { partnerId, memberId })
  const [place] = await selectPlaces(db, [{ partnerId, memberId, merchantId }])
  const { bonuses, memberComponents, ...books } = place!
  const [budgets] = await loadBudgets(db, [budgetsOf(partner, place!)])
  return {
    partner,
    member,
    now: clock.now(),
    newId: randomUUID,
    places: new Map([[merchantId, books]]),
    bonuses,
    memberComponents,
    budgets: budgets!,
    history: null,
    velocity: null,
    firstReports: await firstReportsOf(db, partnerId, refundsOf(books.amounts)),
    terms: new Map(),
  }
}

/** What the decision of a member's dines at a restaurant may take from. */
const budgetsOf = (partner: Partner, { offers, bonuses, memberComponents }: PlaceBooks & MemberParts) => ({
  partner,
  offerIds: [
    ...offers.map(({ id }) => id),
    ...memberComponents.flatMap(({ kind, code }) => (kind === 'offer' ? code : [])),
  ],
  bonusCodes: [...partner.settings.bonuses, ...bonuses].map(({ code }) => code),
})

/** The snapshot with a part that its decision turned out to need. */
export async function loadMissing(
  db: Db,
  snapshot: Snapshot,
  { merchantIds = [], since, terms }: MissingPart,
): Promise<Snapshot> {
  const { partner, member } = snapshot
  const { partnerId, memberId } = member
  const fresh = await selectPlaces(
    db,
    merchantIds.map(merchantId => ({ partnerId, memberId, merchantId })),
  )
  const budgets = await loadBudgets(
    db,
    fresh.map(place => budgetsOf(partner, place)),
  )
  const places = new Map([
    ...snapshot.places,
    ...merchantIds.map((id, index) => [id, fresh[index]!] as const),
  ])
  const needsKnownMerchants = newRestaurantsCount(snapshot)
  const [history = snapshot.history] =
    since === undefined
      ? []
      : await selectHistories(db, [{ partnerId, memberId, since, needsKnownMerchants }])
  const refunds = [
    ...fresh.flatMap(({ amounts }) => refundsOf(amounts)),
    ...(since === undefined || !history ? [] : history.dines.flatMap(dine => dine.refunds)),
  ]
  const firstReports = await firstReportsOf(db, partnerId, refunds)
  const [place = null] = terms ? await findMerchantsForEvents(db, [{ partner, place: terms }]) : []
  return {
    ...snapshot,
    places,
    // What the snapshot knows already, others of this transaction have taken from.
    budgets: new Map([...budgets.flatMap(one => [...one]), ...snapshot.budgets]),
    history,
    // A report that was just taken for a repetition is known already.
    firstReports: new Map([...firstReports, ...snapshot.firstReports]),
    terms: terms
      ? new Map(snapshot.terms).set(termsKey(terms.merchantId, terms.localDate), place)
      : snapshot.terms,
  }
}

/** What came before of the same transactions and the same card. */
async function loadKnown(
  db: Db,
  all: readonly Resolved[],
): Promise<{ resolved: Resolved; report: Report }[]> {
  const named = all.map(({ transaction }) => transaction)
  const first = await amountsNamedBy(db, all, named)
  const charges = all.map(({ transaction: { originalTransactionId, transactionId } }) => ({
    id: originalTransactionId ?? transactionId,
  }))
  const refundsWithoutCharge = all.filter(
    ({ transaction }, index) =>
      transaction.kind === 'refund' && !first[index]!.some(({ kind }) => kind === 'clearing'),
  )
  const counted = await selectCountedCharges(
    db,
    refundsWithoutCharge.map(one => ({
      partnerId: one.member.partnerId,
      id: charges[all.indexOf(one)]!.id,
    })),
  )
  const countedBy = new Map(refundsWithoutCharge.map((one, index) => [one, counted[index] ?? null]))
  const renamed = all.filter(one => countedBy.get(one))
  const ofRenamed = await amountsNamedBy(
    db,
    renamed,
    renamed.map(one => ({ ...one.transaction, originalTransactionId: countedBy.get(one)! })),
  )
  const owners = all.map(({ member: { partnerId, memberId }, card }) => ({
    partnerId,
    memberId,
    cardToken: card.cardToken,
  }))
  const waiting = await selectWaitingRefunds(db, owners)
  const authorizations = all.filter(({ transaction }) => transaction.kind === 'authorization')
  const voids = await selectEarlyVoids(
    db,
    authorizations.map(({ member: { partnerId, memberId }, transaction: { transactionId } }) => ({
      partnerId,
      memberId,
      transactionId,
    })),
  )
  return all.map((resolved, index) => {
    const { event, transaction, card, place } = resolved
    const voidsOfEvent = voids[authorizations.indexOf(resolved)] ?? []
    const renamedAt = renamed.indexOf(resolved)
    return {
      resolved,
      report: {
        event,
        transaction,
        card,
        place,
        known: renamedAt < 0 ? first[index]! : ofRenamed[renamedAt]!,
        countedCharge: countedBy.get(resolved) ?? null,
        repeated: [],
        waiting: storedMovements(waiting[index]!, 'refund', resolved),
        voids: storedMovements(voidsOfEvent, 'void', resolved),
      },
    }
  })
}

/** Of an event's own transaction, and of that which it takes back or replaces. */
async function amountsNamedBy(
  db: Db,
  all: readonly Resolved[],
  transactions: readonly Pick<ReportedTransaction, 'transactionId' | 'originalTransactionId'>[],
) {
  const keys = transactions.flatMap(({ transactionId, originalTransactionId }, index) =>
    [...new Set([transactionId, originalTransactionId ?? transactionId])].map(id => ({
      index,
      id,
      partnerId: all[index]!.member.partnerId,
    })),
  )
  const amounts = await selectAmountsOfTransactions(db, keys)
  return all.map((_, at) => keys.flatMap(({ index }, key) => (index === at ? amounts[key]! : [])))
}

function storedMovements(
  events: readonly CardEvent[],
  kind: Movement['kind'],
  context: Resolved,
): EventMovement[] {
  return events.flatMap(event => {
    const transaction = readReportedTransaction(event)
    if (transaction instanceof AppError || !event.sourceKey || !event.linkedCardId) return []
    const movement: ReportedMovement = {
      ...versionOf(event, transaction, context),
      kind,
      transactionId: transaction.transactionId,
      sourceKey: event.sourceKey,
      merchantId: event.merchantId,
      linkedCardId: event.linkedCardId,
    }
    return [{ event, movement }]
  })
}

/** What most decisions need of the member's other dines; others say so (`loadMissing`). */
async function withHistories(
  db: Db,
  snapshots: readonly Snapshot[],
  reports: readonly Report[],
): Promise<Snapshot[]> {
  const needed = snapshots.flatMap((snapshot, index): (HistoryKey & { index: number })[] => {
    const since = sinceOf(snapshot, reports[index]!)
    if (since === null) return []
    const { partnerId, memberId } = snapshot.member
    return [{ index, partnerId, memberId, since, needsKnownMerchants: newRestaurantsCount(snapshot) }]
  })
  const found = await selectHistories(db, needed)
  const histories = new Map(needed.map(({ index }, at): [number, History] => [index, found[at]!]))
  const refunds = snapshots.flatMap(({ member, places }, index): MovementKey[] => {
    const own = [...places.values()].flatMap(({ amounts }) => refundsOf(amounts))
    const past = histories.get(index)?.dines.flatMap(dine => dine.refunds) ?? []
    const { waiting, transaction } = reports[index]!
    const current =
      transaction.kind === 'refund'
        ? [{ transactionId: transaction.transactionId, sourceKey: `refund:${transaction.transactionId}` }]
        : []
    return [...own, ...past, ...waiting.map(({ movement }) => movement), ...current].map(refund => ({
      partnerId: member.partnerId,
      transactionId: refund.transactionId,
      sourceKey: refund.sourceKey,
    }))
  })
  const hasVips = snapshots.some(({ partner }) => hasVip(partner))
  const firstReports = hasVips ? await selectFirstReports(db, refunds) : new Map<string, number>()
  return snapshots.map((snapshot, index) => ({
    ...snapshot,
    history: histories.get(index) ?? null,
    firstReports,
  }))
}

const marginMs = 36 * 3_600_000

/** From which local date on other dines may count: toward a year of VIPs, or a bonus. */
function sinceOf({ partner, member, bonuses }: Snapshot, { transaction, place }: Report): string | null {
  const isFinal = transaction.kind === 'clearing' || transaction.kind === 'refund'
  const year = localTimeOf({ transaction, place }).slice(0, 4)
  const ofVip = isFinal && hasVip(partner) ? [`${year}-01-01`] : []
  const open = bonuses.filter(({ qualifiedAt, definition }) => qualifiedAt === null || definition.repeats)
  const isAutomatic = ({ code, needsRegistration }: { code: string; needsRegistration: boolean }) =>
    !needsRegistration && !bonuses.some(bonus => bonus.code === code)
  const begins = [
    ...open.map(({ enrolledAt }) => enrolledAt),
    ...(isFinal && partner.settings.bonuses.some(isAutomatic) ? [member.joinedAt.getTime()] : []),
  ]
  const ofBonuses = begins.map(time => new Date(time - marginMs).toISOString().slice(0, 19))
  return [...ofVip, ...ofBonuses].toSorted()[0] ?? null
}

const newRestaurantsCount = ({ partner, bonuses }: Snapshot): boolean =>
  [...partner.settings.bonuses, ...bonuses.map(({ definition }) => definition)].some(
    ({ newRestaurants }) => newRestaurants,
  )

const refundsOf = <M extends Pick<Movement, 'kind'>>(amounts: readonly M[]): M[] =>
  amounts.filter(({ kind }) => kind === 'refund')

function firstReportsOf(
  db: Db,
  partnerId: string,
  refunds: readonly Pick<MovementKey, 'transactionId' | 'sourceKey'>[],
): Promise<ReadonlyMap<string, number>> {
  const keys = refunds.map(({ transactionId, sourceKey }) => ({ partnerId, transactionId, sourceKey }))
  return selectFirstReports(db, keys)
}
