import { isLocalDate, type LocalDate } from '../../shared/local-date.ts'
import { type Cents, decimalOfCents, parseCents } from '../../shared/money.ts'
import type { Movement } from '../movements/movements.rules.ts'
import { type CardNetwork, transactionIdAt } from './networks.rules.ts'

/** The columns of a card network's daily file. */
export const networkFileColumns = ['transaction_id', 'kind', 'amount', 'date', 'mid'] as const
/** May be left out. */
const currencyColumn = 'currency'

type Kind = Movement['kind']
const kinds: readonly string[] = ['authorization', 'clearing', 'refund', 'void'] satisfies Kind[]

export interface NetworkTransaction {
  readonly transactionId: string
  readonly kind: Kind
  /** It is positive, for refunds too. */
  readonly amountCents: Cents
}

export interface NetworkRow extends NetworkTransaction {
  readonly line: number
  /** It is the transaction's, local to the restaurant. */
  readonly date: LocalDate
  readonly mid: string
}

export interface ArrivedTransaction extends NetworkTransaction {
  readonly eventId: number
  readonly date: LocalDate
  /** It is null where the network named the restaurant in another way. */
  readonly mid: string | null
}

/** @returns null where the columns are those of a daily file, in any order. */
export function columnProblem(columns: readonly string[]): string | null {
  const given = columns.filter(column => column !== currencyColumn).toSorted()
  if (given.join() === networkFileColumns.toSorted().join()) return null
  return `The columns are ${columns.join(', ')}; expected are ${networkFileColumns.join(', ')}.`
}

/**
 * Its transaction id is as we store it (`networks.rules.ts`).
 * @param currencies in which bills earn @returns what is wrong with a row
 */
export function parseNetworkRow(
  fields: Readonly<Record<string, unknown>>,
  { network, currencies }: { readonly network: CardNetwork; readonly currencies: readonly string[] },
): Omit<NetworkRow, 'line'> | string {
  const text = (name: string) => String(fields[name] ?? '').trim()
  const [id, kind, date, mid] = [text('transaction_id'), text('kind'), text('date'), text('mid')]
  const amount = parseCents(text('amount'))
  const currency = text(currencyColumn)
  if (id === '') return 'transaction_id: missing'
  if (isFormula(id)) return `transaction_id: "${id}" is a formula`
  if (!isKind(kind)) return `kind: "${kind}" is not one of ${kinds.join(', ')}`
  if (currency !== '' && !currencies.includes(currency))
    return `currency: "${currency}" is not ${currencies.join(' or ')}`
  if (amount === null) return `amount: "${text('amount')}" is not an amount such as 42.50`
  if (amount < 0 && kind !== 'refund') return `amount: only a refund may be below zero`
  if (!isLocalDate(date)) return `date: "${date}" is not a date such as 2026-03-09`
  if (mid === '') return 'mid: missing'
  if (isFormula(mid)) return `mid: "${mid}" is a formula`
  return { transactionId: transactionIdAt(network, id), kind, amountCents: Math.abs(amount), date, mid }
}

const isFormula = (text: string): boolean => /^[=+@]/.test(text)
const isKind = (text: string): text is Kind => kinds.includes(text)

export const keyOf = ({ kind, transactionId }: NetworkTransaction): string => `${kind}:${transactionId}`

/** It writes "amount 42.50, here 41.00" for each field that differs. */
export function differencesOf(row: NetworkRow, arrived: ArrivedTransaction): string[] {
  const amounts = [decimalOfCents(row.amountCents), decimalOfCents(arrived.amountCents)] as const
  const pairs = [
    ['amount', ...amounts],
    ['date', row.date, arrived.date],
    ['mid', row.mid, arrived.mid ?? row.mid],
  ] as const
  return pairs.flatMap(([name, theirs, ours]) => (theirs === ours ? [] : [`${name} ${theirs}, here ${ours}`]))
}

/** It is written "clearing tx-1, 42.50 on 2026-03-09 at MID 123". */
export function networkTransactionText(
  transaction: NetworkTransaction & { readonly date: LocalDate; readonly mid: string | null },
): string {
  const { kind, transactionId, amountCents, date, mid } = transaction
  return `${kind} ${transactionId}, ${decimalOfCents(amountCents)} on ${date}${mid === null ? '' : ` at MID ${mid}`}`
}
