import {
  type FidelEventName,
  type FidelTransaction,
  fidelDedupeKey,
  isFidelEvent,
} from '@dineward/core/rewards/fidel.contract.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import { lookUp } from '@dineward/core/shared/look-up.ts'
import { centsToDollars, parseCents } from '@dineward/core/shared/money.ts'
import { type FileRow, readRows } from '../../import-file.ts'
import { readFidelTransaction } from './event-bodies.rules.ts'
import { insertEvents, type NewEvent } from './inbox.repository.ts'
import { existingCardIds } from './known-reports.read.ts'
import type { RewardServices } from './resolve-events.service.ts'

export interface ImportOptions {
  readonly dryRun?: boolean
  readonly report?: (refusal: { line: number; reason: string }) => void
}

export interface ImportResult {
  readonly accepted: number
  /** Rows that were imported before. */
  readonly repeated: number
  readonly refused: number
}

const batchSize = 250

/**
 * Stream the transactions of a file (CSV with a header, or NDJSON; `.gz` too) into the inbox. Rows: `transactionId,
 * event?, cardId, merchantId or mid, amount, currency, datetime, authCode?, originalTransactionId?`, or (NDJSON) the
 * network's own bodies. Without an event a row is a clearing; a negative one is a refund.
 */
export async function importTransactions(
  services: Pick<RewardServices, 'db' | 'clock'>,
  file: string,
  { dryRun = false, report }: ImportOptions = {},
): Promise<ImportResult> {
  const result = { accepted: 0, repeated: 0, refused: 0 }
  const refuse = (line: number, reason: string) => {
    result.refused++
    report?.({ line, reason })
  }
  const keep = async (batch: readonly ReadRow[]) => {
    const cards = await existingCardIds(services.db, [...new Set(batch.map(({ cardId }) => cardId))])
    const known = batch.filter(({ line, cardId }) => {
      if (!cards.has(cardId)) refuse(line, `cardId: no linked card has the id "${cardId}"`)
      return cards.has(cardId)
    })
    const inserted = dryRun ? known.length : await insertEvents(services.db, known.map(eventOf(services)))
    result.accepted += inserted
    result.repeated += known.length - inserted
  }

  let batch: ReadRow[] = []
  for await (const row of readRows(file)) {
    const read = readRow(row)
    if (typeof read === 'string') {
      refuse(row.line, read)
      continue
    }
    batch.push(read)
    if (batch.length < batchSize) continue
    await keep(batch)
    batch = []
  }
  await keep(batch)
  return result
}

interface ReadRow {
  readonly line: number
  readonly event: FidelEventName
  readonly cardId: string
  readonly transaction: FidelTransaction
  readonly body: string
}

type Fields = Readonly<Record<string, unknown>>

const fieldsOf = (row: unknown): Fields | null =>
  typeof row === 'object' && row !== null && !Array.isArray(row) ? (row as Fields) : null

function readRow(read: FileRow): ReadRow | string {
  if ('problem' in read) return read.problem
  const fields = fieldsOf(read.row)
  if (!fields) return 'it is not a JSON object'
  const event = textOf(fields, 'event') || 'transaction.clearing'
  if (!isFidelEvent(event)) return `event: "${event}" is not one we receive`
  const isNetworkBody = typeof fields.card === 'object' && fields.transactionId === undefined
  const body = isNetworkBody ? fields : bodyOf(fields)
  if (typeof body === 'string') return body
  const text = JSON.stringify(body)
  const transaction = readFidelTransaction(text)
  if (transaction instanceof AppError)
    return transaction.fieldErrors.map(({ field, message }) => `${nameOf(field)}: ${message}`).join('; ')
  const cardId = transaction.card?.metadata?.id
  if (!cardId) return 'cardId: missing'
  return { line: read.line, event, cardId, transaction, body: text }
}

/** @returns a flat row in the network's shape, or what is missing. */
function bodyOf(fields: Fields): object | string {
  const text = (name: string) => textOf(fields, name)
  const missing = ['transactionId', 'cardId', 'amount', 'currency', 'datetime'].filter(
    name => text(name) === '',
  )
  if (text('merchantId') === '' && text('mid') === '') missing.push('merchantId or mid')
  if (missing.length > 0) return `${missing.join(', ')}: missing`
  const amountCents = parseCents(text('amount'))
  if (amountCents === null) return `amount: "${text('amount')}" is not an amount of money`
  return {
    id: text('transactionId'),
    amount: centsToDollars(amountCents),
    currency: text('currency'),
    datetime: text('datetime').replace(' ', 'T'),
    authCode: text('authCode') || null,
    originalTransactionId: text('originalTransactionId') || null,
    card: { metadata: { id: text('cardId') } },
    location: { metadata: { id: text('merchantId') || null } },
    identifiers: { MID: text('mid') || null },
  }
}

function textOf(fields: Fields, name: string): string {
  const value = fields[name] ?? ''
  return typeof value === 'object' ? '' : String(value).trim()
}

/** The file's column for a field of the network's body. */
const nameOf = (field: string): string => lookUp(fileColumns, field) ?? field

const fileColumns = {
  id: 'transactionId',
  'card.metadata.id': 'cardId',
  'location.metadata.id': 'merchantId',
  'identifiers.MID': 'mid',
}

function eventOf({ clock }: Pick<RewardServices, 'clock'>): (row: ReadRow) => NewEvent {
  return ({ event, transaction, body }) => ({
    provider: 'import',
    event,
    dedupeKey: `import:${fidelDedupeKey(event, transaction)}`,
    body,
    receivedAt: clock.now(),
    status: 'received',
    transactionId: transaction.id,
    amountCents: transaction.amount,
  })
}
