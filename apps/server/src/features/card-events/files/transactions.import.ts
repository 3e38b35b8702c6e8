import { AppError } from '@dineward/core/shared/errors.ts'
import { lookUp } from '@dineward/core/shared/look-up.ts'
import { centsToDollars, parseCents } from '@dineward/core/shared/money.ts'
import type { FileRow } from '../../../import-file/csv-rows.ts'
import { readRows } from '../../../import-file.ts'
import type { RewardServices } from '../../rewards/load/resolve-events.service.ts'
import { insertEvents, type NewEvent } from '../inbox.repository.ts'
import type { ReadEvent } from '../networks/define-network.rules.ts'
import { fidel } from '../networks/fidel.network.ts'
import { factsOf } from '../receive-event.service.ts'
import { existingCardIds } from './known-cards.read.ts'

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
  readonly cardId: string
  readonly read: ReadEvent
  readonly body: string
}

type Fields = Readonly<Record<string, unknown>>

const fieldsOf = (row: unknown): Fields | null =>
  typeof row === 'object' && row !== null && !Array.isArray(row) ? (row as Fields) : null

function readRow(line: FileRow): ReadRow | string {
  if ('problem' in line) return line.problem
  const fields = fieldsOf(line.row)
  if (!fields) return 'it is not a JSON object'
  const event = textOf(fields, 'event') || 'transaction.clearing'
  if (!fidel.hook.events?.includes(event)) return `event: "${event}" is not one we receive`
  const isNetworkBody = typeof fields.card === 'object' && fields.transactionId === undefined
  const body = isNetworkBody ? fields : bodyOf(fields)
  if (typeof body === 'string') return body
  const text = JSON.stringify(body)
  const read = fidel.read(text, event)
  if (read instanceof AppError)
    return read.fieldErrors.map(({ field, message }) => `${nameOf(field)}: ${message}`).join('; ')
  const { cardId } = read.transaction
  if (!cardId) return 'cardId: missing'
  return { line: line.line, cardId, read, body: text }
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
  return ({ read: { event, dedupeKey, transaction }, body }) => ({
    ...factsOf(transaction),
    provider: 'import',
    event,
    dedupeKey: `import:${dedupeKey}`,
    body,
    receivedAt: clock.now(),
    status: 'received',
  })
}
