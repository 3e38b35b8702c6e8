import { daysBetween } from '../shared/local-date.ts'

/* A claimed dine is a charge of its own until the network reports the payment (decision 015). */

const prefix = 'claim-'

export const claimTransactionId = (claimId: string): string => `${prefix}${claimId}`

export const isClaimed = ({ transactionId }: { readonly transactionId: string }): boolean =>
  transactionId.startsWith(prefix)

/** The date is the local time or date of the restaurant. */
export interface Payment {
  readonly amountCents: number
  readonly at: string
}

/** Members remember the bill with or without the tip: the larger amount may be this much above the smaller. */
const tipPercent = 30
/** A dine may end past midnight, and members remember the date from the statement. */
const maxDaysApart = 1
/** A date that is remembered wrongly: then the amount is the same to the cent. */
export const maxDaysApartOfSameAmount = 3

/** Both payments are of one member at one restaurant. */
export function isSamePayment(a: Payment, b: Payment): boolean {
  const days = daysApart(a, b)
  if (days > maxDaysApart) return days <= maxDaysApartOfSameAmount && a.amountCents === b.amountCents
  const [smaller, larger] = [a.amountCents, b.amountCents].toSorted((x, y) => x - y) as [number, number]
  return larger * 100 <= smaller * (100 + tipPercent)
}

/** The one that is nearest in amount, then in time, of those that may be the same; those of about that day first. */
export function nearestPayment<P extends Payment>(claimed: Payment, payments: readonly P[]): P | null {
  const isOfAnotherDay = (payment: P) => Number(daysApart(payment, claimed) > maxDaysApart)
  const distance = (payment: P) => Math.abs(payment.amountCents - claimed.amountCents)
  const [nearest] = payments
    .filter(payment => isSamePayment(claimed, payment))
    .toSorted(
      (a, b) =>
        isOfAnotherDay(a) - isOfAnotherDay(b) ||
        distance(a) - distance(b) ||
        daysApart(a, claimed) - daysApart(b, claimed) ||
        order(a, b),
    )
  return nearest ?? null
}

const daysApart = (a: Payment, b: Payment): number =>
  Math.abs(daysBetween(a.at.slice(0, 10), b.at.slice(0, 10)))

const order = (a: Payment, b: Payment): number => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)
