import type { ExpectedBooks } from '@dineward/core/rewards/oracle/rewards-oracle-for-test.ts'

/* These plain models say what becomes of earned units: told to a partner that posts them itself, or paid out. */

interface Change {
  readonly subject: string
  readonly dine: string
  readonly units: number
  state: 'new' | 'sent' | 'confirmed' | 'refused'
  number: string
  sentAt: number
}

/** The partner may refuse a row for 30 days; afterwards it counts as taken. */
const answerMs = 30 * 86_400_000

/**
 * The model is of one member. Units that a dine earned are told as they change; each change waits for the partner's
 * answer.
 */
export function settlementModel() {
  const told = new Map<string, number>()
  const changes: Change[] = []
  const statuses = new Map<string, 'Awarded' | 'Deferred' | 'Paid'>()
  const waiting = (state: string, number?: string) =>
    changes.filter(change => change.state === state && (number === undefined || change.number !== number))
  return {
    earn(books: ExpectedBooks): void {
      const earned = new Map([...told.keys()].map(subject => [subject, 0]))
      for (const { transactionId, status, baseUnits, components } of books.dines) {
        if (status === 'Awarded') statuses.set(transactionId, statuses.get(transactionId) ?? 'Awarded')
        else if (statuses.get(transactionId) !== 'Paid') statuses.delete(transactionId)
        if (status === 'Pending') continue
        add(earned, `${transactionId} base`, baseUnits)
        for (const component of components) {
          const [kind, code, units] = component.split(' ')
          add(earned, `${transactionId} ${kind} ${code}`, Number(units))
        }
      }
      for (const [subject, units] of earned) {
        const difference = units - (told.get(subject) ?? 0)
        if (difference === 0) continue
        told.set(subject, units)
        const dine = subject.split(' ')[0]!
        changes.push({ subject, dine, units: difference, state: 'new', number: '', sentAt: 0 })
        if (difference > 0 && statuses.get(dine) === 'Paid') statuses.set(dine, 'Deferred')
      }
    },
    /**
     * @returns the total of the file; what was refused is sent again under another number, and so is its correction. Until
     * the partner has answered, it is told nothing with which it could give more than is due, or take what it never gave.
     */
    send(number: string, now: number): number {
      const isRefused = (change: Change) => change.state === 'refused' && change.number === number
      const isOpen = (change: Change) => change.state === 'sent' && now - change.sentAt < answerMs
      const isHeldBack = (change: Change) => {
        const same = changes.filter(({ subject }) => subject === change.subject)
        if (!same.some(each => isRefused(each) || isOpen(each))) return false
        const due = total(same)
        const known = same.slice(0, same.indexOf(change) + 1).filter(each => !isRefused(each))
        const least = total(known.filter(each => !isOpen(each) || each.units < 0))
        const most = total(known.filter(each => !isOpen(each) || each.units > 0))
        return least < Math.min(due, 0) || most > Math.max(due, 0)
      }
      const sent = [...waiting('new'), ...waiting('refused', number)].filter(each => !isHeldBack(each))
      for (const change of sent) {
        Object.assign(change, { state: 'sent', number, sentAt: now })
        if (statuses.get(change.dine) === 'Awarded') statuses.set(change.dine, 'Deferred')
      }
      return total(sent)
    },
    /** It answers everything sent, once or again. */
    answer(isRefused: (number: string) => boolean): void {
      const answered = waiting('sent')
      for (const change of answered) change.state = isRefused(change.number) ? 'refused' : 'confirmed'
      for (const { dine } of answered.filter(({ state }) => state === 'confirmed')) {
        const isSettled = changes.every(change => change.dine !== dine || change.state === 'confirmed')
        if (isSettled && statuses.has(dine)) statuses.set(dine, 'Paid')
      }
    },
    confirmed: (): number => total(waiting('confirmed')),
    /** Of dines that have earned. */
    statusOf: (dine: string) => statuses.get(dine),
  }
}

export type ProviderMood = 'usual' | 'slow' | 'refuses' | 'down' | 'silent'

interface ExpectedPayout {
  readonly cents: number
  status: 'open' | 'completed' | 'rejected'
  acceptedAt: number | null
  mood: ProviderMood
  returnedAt: number
}

const day = 86_400_000

/**
 * The model is of one member. The provider accepts unless it is down, and pays or refuses at once, or after three days.
 */
export function payoutModel(thresholdCents: number) {
  const payouts: ExpectedPayout[] = []
  const balance = (earned: number) =>
    earned -
    total(payouts.filter(({ status }) => status !== 'rejected').map(({ cents }) => ({ units: cents })))
  return {
    run(earned: number, now: number, mood: ProviderMood, newestLink: number | null): void {
      const mayTry = payouts.every(
        ({ status, returnedAt }) =>
          status !== 'rejected' ||
          returnedAt <= now - 7 * day ||
          (newestLink !== null && newestLink > returnedAt),
      )
      const due = balance(earned)
      if (mayTry && due >= thresholdCents)
        payouts.push({ cents: due, status: 'open', acceptedAt: null, mood, returnedAt: 0 })
      if (mood === 'down') return
      for (const payout of payouts.filter(({ status }) => status === 'open')) {
        const isSent = payout.acceptedAt === null
        if (isSent) Object.assign(payout, { acceptedAt: now, mood })
        if (isSent && mood === 'silent') continue
        if (payout.mood === 'slow' && now < payout.acceptedAt! + 3 * day) continue
        Object.assign(
          payout,
          payout.mood === 'refuses' ? { status: 'rejected', returnedAt: now } : { status: 'completed' },
        )
      }
    },
    balance,
    payouts: () => payouts.map(({ cents, status }) => `${cents} ${status}`),
    /** What the provider has accepted, once each. */
    accepted: () => payouts.filter(({ acceptedAt }) => acceptedAt !== null).length,
  }
}

const total = (list: readonly { readonly units: number }[]): number =>
  list.reduce((sum, { units }) => sum + units, 0)

const add = (sums: Map<string, number>, key: string, units: number): unknown =>
  sums.set(key, (sums.get(key) ?? 0) + units)
