import { isVip } from '../members/member-questions.ts'
import { activatedTier, tierForOptIn } from '../members/members.rules.ts'
import type { Partner } from '../partner/partner.ts'
import { days } from '../shared/clock.ts'
import type { EnrolledBonus } from './components/bonus/bonus.rules.ts'
import { type Budgets, budgetsAfter } from './components/budget.rules.ts'
import type { StoredComponent } from './components/component.ts'
import type { FlexOffer } from './components/offer/offer.rules.ts'
import { decideDinesAgain, decideReport, refuseEvent } from './decide.rules.ts'
import { promiseDays } from './dines/dine.rules.ts'
import type { DineWithMovements } from './dines/dine-decisions.rules.ts'
import { dateOf, readDineTime } from './dines/dine-time.rules.ts'
import type { DineTerms } from './dines/dine-to-decide.ts'
import type { HoldChange } from './holds/stored-hold.rules.ts'
import type { VelocityFacts } from './holds/velocity.rules.ts'
import type { Plan, PostingTarget } from './plan.ts'
import { type CardInMemory, type EventInMemory, reportOf } from './report-in-memory-for-test.ts'
import type { ReportedTransaction } from './reports/reported-transaction.ts'
import {
  type MemberInTime,
  NotLoaded,
  type PlaceBooks,
  type PlaceOfDay,
  type Snapshot,
  type StoredAmount,
  type StoredDine,
  termsKey,
} from './snapshot.ts'

/* A member's books in memory: load, decide, write without a database. All that a decision may read is there at once. */

export interface PlaceInMemory {
  readonly id: string
  readonly timezone: string
  readonly terms: DineTerms
  /** These terms held before `terms`, until a local date. */
  readonly former?: { readonly terms: DineTerms; readonly until: string } | null
}

interface Posting extends Pick<PostingTarget, 'dineId' | 'correlationId' | 'reasonCode' | 'cause'> {
  readonly units: number
}

type Started = Pick<BooksInMemory, 'now' | 'partner' | 'member' | 'cards' | 'places'> &
  Partial<Pick<BooksInMemory, 'offers' | 'bookings' | 'bonuses' | 'budgets'>>

export class BooksInMemory {
  now: Date
  partner: Partner
  member: MemberInTime
  cards: readonly CardInMemory[]
  places: readonly PlaceInMemory[]
  offers: readonly (FlexOffer & { readonly merchantId: string })[]
  bookings: PlaceBooks['bookings']
  bonuses: readonly EnrolledBonus[]
  budgets: Budgets
  dines: readonly StoredDine[] = []
  amounts: readonly StoredAmount[] = []
  components: readonly StoredComponent[] = []
  holds: ReadonlyMap<string, HoldChange> = new Map()
  velocity: VelocityFacts | null = null
  events: readonly EventInMemory[] = []
  readonly postings: Posting[] = []
  #ids = 0

  constructor({ offers = [], bookings = [], bonuses = [], budgets = new Map(), ...program }: Started) {
    this.now = program.now
    this.partner = program.partner
    this.member = program.member
    this.cards = program.cards
    this.places = program.places
    this.offers = offers
    this.bookings = bookings
    this.bonuses = bonuses
    this.budgets = budgets
  }

  receive(transaction: ReportedTransaction, provider = 'fidel'): void {
    const event: EventInMemory = {
      id: this.events.length + 1,
      provider,
      event: transaction.kind,
      body: '',
      receivedAt: this.now,
      status: 'received',
      reasonCode: null,
      partnerId: null,
      linkedCardId: null,
      merchantId: null,
      transactionId: transaction.transactionId,
      sourceKey: null,
      dineId: null,
      transaction,
    }
    this.events = [...this.events, event]
  }

  /** Events are processed in the order received, with those that are to be decided again. */
  processAll(): void {
    const isWaiting = ({ status }: EventInMemory) => status === 'received'
    for (let next = this.events.find(isWaiting); next; next = this.events.find(isWaiting)) this.process(next)
  }

  process(event: EventInMemory): void {
    const card = this.cards.find(({ id }) => id === event.transaction.cardId)
    const report = card && reportOf(this, { event, card, place: this.#placeAt(event.transaction) })
    this.#write(
      report ? this.#decide(snapshot => decideReport(snapshot, report)) : refuseEvent(event, 'card_unknown'),
    )
  }

  report(transaction: ReportedTransaction, provider?: string): void {
    this.receive(transaction, provider)
    this.processAll()
  }

  /** A person answers a case. */
  answer(dineId: string, state: 'released' | 'refused'): void {
    this.holds = new Map(this.holds).set(dineId, { ...this.holds.get(dineId)!, state })
    this.#decideAgain(this.dines.find(({ id }) => id === dineId)!.merchantId, dine => dine)
  }

  /** Authorizations that have waited for too long. */
  expire(): void {
    const isOverdue = ({ status, clearedCents, createdAt }: StoredDine) =>
      status === 'Pending' &&
      clearedCents === null &&
      createdAt.getTime() < this.now.getTime() - days(promiseDays)
    for (const merchantId of new Set(this.dines.filter(isOverdue).map(dine => dine.merchantId)))
      this.#decideAgain(merchantId, dine => (isOverdue(dine.stored) ? { ...dine, expired: true } : dine))
  }

  setOptIn(emailOptIn: boolean): void {
    const { partner, member } = this
    if (member.emailOptIn === emailOptIn) return
    const tierLevel = tierForOptIn(partner, member, emailOptIn)
    const [before, after] = isVip(member)
      ? [activatedTier(partner, member), activatedTier(partner, { emailOptIn })]
      : [member.tierLevel, tierLevel]
    this.member = { ...member, emailOptIn, tierLevel }
    this.#recordTier(before, after)
  }

  close(): void {
    this.member = { ...this.member, closedAt: this.now }
  }

  reopen(): void {
    const closure = { closedAt: this.member.closedAt!.getTime(), reopenedAt: this.now.getTime() }
    this.member = { ...this.member, closedAt: null, closures: [...this.member.closures, closure] }
  }

  /** The balance has all dines and what they earned beside their base. */
  balance(): number {
    return this.postings.reduce((sum, { units }) => sum + units, 0)
  }

  postedFor(correlationId: string): number {
    const own = this.postings.filter(posting => posting.correlationId === correlationId)
    return own.reduce((sum, { units }) => sum + units, 0)
  }

  #placeAt({ merchantId, datetime }: ReportedTransaction): PlaceOfDay | null {
    const place = this.places.find(({ id }) => id === merchantId)
    return place ? this.#placeOn(place.id, dateOf(readDineTime(place.timezone, datetime))) : null
  }

  #placeOn(merchantId: string, localDate: string): PlaceOfDay {
    const { id, timezone, terms, former } = this.places.find(place => place.id === merchantId)!
    const participation = former && localDate < former.until ? former.terms : terms
    return { id, name: id, timezone, participation }
  }

  /** Only the terms of other days are looked for when they turn out to be needed. */
  #decide(decide: (snapshot: Snapshot) => Plan): Plan {
    const terms = new Map<string, PlaceOfDay | null>()
    for (const snapshot = { ...this.#snapshot(), terms }; ; )
      try {
        return decide(snapshot)
      } catch (error) {
        if (!(error instanceof NotLoaded) || !error.part.terms) throw error
        const { merchantId, localDate } = error.part.terms
        terms.set(termsKey(merchantId, localDate), this.#placeOn(merchantId, localDate))
      }
  }

  #decideAgain(merchantId: string | null, change: (dine: DineWithMovements) => DineWithMovements): void {
    this.#write(this.#decide(snapshot => decideDinesAgain(snapshot, merchantId, change)))
  }

  #snapshot(): Omit<Snapshot, 'terms'> {
    const { partner, member, now, bonuses, budgets } = this
    const merchantIds = [null, ...this.places.map(({ id }) => id)]
    return {
      partner,
      member,
      now,
      newId: () => `dine${++this.#ids}`,
      places: new Map(merchantIds.map(id => [id, this.#booksAt(id)])),
      bonuses,
      memberComponents: this.components,
      budgets,
      history: {
        since: '0000-01-01',
        dines: this.dines.map(({ sourceTransactionId, decision, ...dine }) => ({
          ...dine,
          transactionId: sourceTransactionId,
          timezone: decision.facts.timezone,
          earningCents: decision.earningCents,
          facts: decision.facts,
          refunds: this.amounts.filter(({ kind, dineId }) => kind === 'refund' && dineId === dine.id),
        })),
        knownMerchantIds: [],
      },
      velocity: this.velocity,
      firstReports: this.#firstReports(),
    }
  }

  #booksAt(merchantId: string | null): PlaceBooks {
    const dines = this.dines
      .filter(dine => dine.merchantId === merchantId)
      .toSorted((a, b) => (a.dinedAt + a.sourceTransactionId < b.dinedAt + b.sourceTransactionId ? -1 : 1))
      .map(dine => ({
        ...dine,
        cardToken: this.cards.find(({ id }) => id === dine.linkedCardId)!.cardToken,
        hold: this.holds.get(dine.id) ?? null,
      }))
    const ids = new Set(dines.map(({ id }) => id))
    return {
      dines,
      amounts: this.amounts.filter(({ dineId }) => ids.has(dineId)),
      offers: this.offers.filter(offer => offer.merchantId === merchantId),
      bookings: this.bookings.filter(booking => booking.merchantId === merchantId),
      components: this.components.filter(({ dineId }) => ids.has(dineId)),
    }
  }

  /** It has the first reports of a refund itself, and of what another network says of it. */
  #firstReports(): ReadonlyMap<string, number> {
    const first = new Map<string, number>()
    for (const { transaction, sourceKey, status, reasonCode, receivedAt } of this.events) {
      const isOwn = transaction.kind === 'refund' && status !== 'refused'
      const isOther = sourceKey !== null && reasonCode === 'reported_by_other_network'
      const keys = [
        ...(isOwn ? [`refund:${transaction.transactionId}`] : []),
        ...(isOther ? [sourceKey] : []),
      ]
      for (const key of keys)
        first.set(key, Math.min(first.get(key) ?? Number.POSITIVE_INFINITY, receivedAt.getTime()))
    }
    return first
  }

  #write(plan: Plan): void {
    const changed = new Map(plan.changedDines.map(dine => [dine.id, dine]))
    this.dines = [...this.dines.map(dine => changed.get(dine.id) ?? dine), ...plan.newDines].filter(
      ({ id }) => !plan.deletedDineIds.includes(id),
    )
    this.#writeAmounts(plan)
    this.#writeEvents(plan)
    this.#writeComponents(plan)
    this.#writeMember(plan)
    this.holds = new Map([...this.holds, ...plan.holds.map(hold => [hold.dineId, hold] as const)])
    this.budgets = budgetsAfter(this.budgets, plan.budgets)
    for (const { units, ...posting } of plan.postings) {
      const difference = units - this.postedFor(posting.correlationId)
      if (difference !== 0) this.postings.push({ ...posting, units: difference })
    }
    this.#check()
  }

  #writeAmounts({ amounts, removedAmounts, confirmed }: Plan): void {
    const stored = new Map(this.amounts.map(amount => [amount.sourceKey, amount]))
    for (const { dineId, movement } of amounts) {
      const { linkedCardId, merchantId, cardToken } = stored.get(movement.sourceKey) ?? movement
      stored.set(movement.sourceKey, { ...movement, linkedCardId, merchantId, cardToken, dineId })
    }
    for (const key of removedAmounts) stored.delete(key)
    for (const { sourceKey, reportedAt } of confirmed)
      stored.set(sourceKey, { ...stored.get(sourceKey)!, reportedAt })
    this.amounts = [...stored.values()].toSorted((a, b) => (a.sourceKey < b.sourceKey ? -1 : 1))
  }

  #writeEvents({ movementEvents, events, requeued }: Plan): void {
    for (const { movement, change } of movementEvents)
      this.events = this.events.map(event =>
        event.transactionId === movement.transactionId && event.sourceKey === movement.sourceKey
          ? { ...event, ...change }
          : event,
      )
    const decided = new Map(events.map(({ event, change }) => [event.id, { ...event, ...change }]))
    this.events = this.events
      .map(event => ({ ...event, ...decided.get(event.id) }))
      .map(event =>
        requeued.includes(event.id) && event.status === 'parked'
          ? { ...event, status: 'received', reasonCode: null }
          : event,
      )
  }

  #writeComponents({ components, removedComponentIds, summedDineIds, bookings }: Plan): void {
    const stored = new Map([...this.components, ...components].map(component => [component.id, component]))
    for (const id of removedComponentIds) stored.delete(id)
    this.components = [...stored.values()]
    const sumOf = (id: string) =>
      this.components.reduce((sum, { dineId, units }) => sum + (dineId === id ? units : 0), 0)
    this.dines = this.dines.map(dine =>
      summedDineIds.includes(dine.id) ? { ...dine, componentUnits: sumOf(dine.id) } : dine,
    )
    const statuses = new Map(bookings.map(({ id, status }) => [id, status]))
    this.bookings = this.bookings.map(table => ({ ...table, status: statuses.get(table.id) ?? table.status }))
  }

  #writeMember({ bonuses, tiers }: Plan): void {
    const enrolledAt = this.member.joinedAt.getTime()
    for (const { code, enrollment, after: status, qualifiedAt } of bonuses) {
      const known = this.bonuses.find(bonus => bonus.code === code)
      const begun = known ?? { code, definition: enrollment!.definition, enrolledAt }
      const changed = { ...begun, status, qualifiedAt: qualifiedAt?.getTime() ?? null }
      this.bonuses = [...this.bonuses.filter(bonus => bonus !== known), changed]
    }
    if (!tiers) return
    const { changed, granted, before, after } = tiers
    const changes = new Map(changed.map(({ id, ...vip }) => [id, vip]))
    const timeOf = (date: Date | null) => date?.getTime() ?? null
    const kept = this.member.tiers.map(tier => {
      const change = changes.get(tier.id)
      if (!change || !tier.vip) return tier
      return { ...tier, vip: { ...tier.vip, dineId: change.dineId, revokedAt: timeOf(change.revokedAt) } }
    })
    const fresh = granted.map(({ year, dineId, validFrom, revokedAt, validTo }, n) => ({
      id: kept.length + n + 1,
      tierBefore: before,
      tierLevel: 3,
      createdAt: this.now.getTime(),
      validFrom: validFrom.getTime(),
      vip: { year, dineId, validTo: validTo.getTime(), revokedAt: timeOf(revokedAt) },
    }))
    this.member = { ...this.member, tiers: [...kept, ...fresh], tierLevel: after }
    if (isVip({ tierLevel: before })) this.#recordTier(before, after)
  }

  #recordTier(before: number, after: number): void {
    if (before === after) return
    const { tiers } = this.member
    const at = this.now.getTime()
    const tier = { tierBefore: before, tierLevel: after }
    const change = { ...tier, id: tiers.length + 1, validFrom: at, createdAt: at, vip: null }
    this.member = { ...this.member, tiers: [...tiers, change] }
  }

  /** What the database refuses, and what the ledger check finds. @throws */
  #check(): void {
    const transactions = new Set(this.dines.map(dine => dine.sourceTransactionId))
    if (transactions.size < this.dines.length) throw new Error('a transaction names two dines')
    const dines = new Map(this.dines.map(dine => [dine.id, dine]))
    for (const { dineId, correlationId } of this.postings) {
      const dine = dines.get(dineId)
      const isBase = correlationId === dineId
      const component = this.components.find(({ id }) => id === correlationId)
      const isEstimate = dine?.status === 'Pending' || (isBase && dine?.status === 'Forfeit')
      const units = !dine || isEstimate ? 0 : isBase ? dine.rewardUnits : (component?.units ?? 0)
      if (this.postedFor(correlationId) !== units)
        throw new Error(`posted for ${correlationId}: not ${units}`)
    }
  }
}
