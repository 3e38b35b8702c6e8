import { dateOf } from '@dineward/core/rewards/dines/dine-time.rules.ts'
import {
  type ArrivedTransaction,
  columnProblem,
  differencesOf,
  keyOf,
  type NetworkRow,
  parseNetworkRow,
} from '@dineward/core/rewards/reports/network-file.rules.ts'
import type { CardNetwork } from '@dineward/core/rewards/reports/networks.rules.ts'
import { days } from '@dineward/core/shared/clock.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { Db } from '../../../db/open-database.ts'
import { ImportFileError, readRows } from '../../../import-file.ts'
import type { PartnerRegistry } from '../../partner/partner-registry.service.ts'
import { readReportedTransaction } from '../event-bodies.rules.ts'
import { type ArrivedEvent, selectArrivedByIds, selectArrivedSince } from './reconcile.repository.ts'

export interface DifferentRow {
  readonly row: NetworkRow
  readonly arrived: ArrivedTransaction
  /** There is at least one sentence. */
  readonly differences: readonly string[]
}

export interface Reconciliation {
  readonly rows: number
  readonly refused: readonly { readonly line: number; readonly reason: string }[]
  readonly missing: readonly NetworkRow[]
  readonly different: readonly DifferentRow[]
  readonly equal: readonly NetworkRow[]
  /** Arrived for a day of the file, which does not have them. */
  readonly unknown: readonly ArrivedTransaction[]
}

export interface ReconcileServices {
  readonly db: Db
  readonly partners: PartnerRegistry
}

const batchSize = 500

/** Compare a network's daily file with what arrived. Writes nothing. @throws ImportFileError for other columns. */
export async function reconcile(
  { db, partners }: ReconcileServices,
  { file, network, maxRows = Infinity, maxBytes = Infinity }: NetworkFile,
): Promise<Reconciliation> {
  const currencies = [...new Set(partners.all().map(({ settings }) => settings.billCurrency))]
  const { rows, refused } = await readNetworkFile({ file, network, maxRows, maxBytes, currencies })
  const arrived = await arrivedFor(db, [...rows.values()])
  const missing: NetworkRow[] = []
  const different: DifferentRow[] = []
  const equal: NetworkRow[] = []
  for (const row of rows.values()) {
    const found = arrived.get(keyOf(row))
    const differences = found ? differencesOf(row, found) : []
    if (!found) missing.push(row)
    else if (differences.length > 0) different.push({ row, arrived: found, differences })
    else equal.push(row)
  }
  const unknown = await arrivedWithoutRow(db, rows, network)
  return { rows: rows.size + refused.length, refused, missing, different, equal, unknown }
}

interface NetworkFile {
  readonly file: string
  readonly network: CardNetwork
  /** All of them are held in memory. */
  readonly maxRows?: number
  /** The limit is on the unpacked file. */
  readonly maxBytes?: number
}

async function readNetworkFile({
  file,
  network,
  maxRows,
  maxBytes,
  currencies,
}: Required<NetworkFile> & { readonly currencies: readonly string[] }) {
  const rows = new Map<string, NetworkRow>()
  const refused: { line: number; reason: string }[] = []
  let hasColumns = false
  for await (const read of readRows(file, { onlyCsv: true, maxBytes })) {
    const { line } = read
    if (rows.size + refused.length >= maxRows)
      throw new ImportFileError(`${file} has more than ${maxRows} rows. Give it in parts.`)
    if ('problem' in read) {
      refused.push({ line, reason: read.problem })
      continue
    }
    const fields = { ...(read.row as object) }
    const problem = hasColumns ? null : columnProblem(Object.keys(fields))
    if (problem) throw new ImportFileError(`${file}: ${problem}`)
    hasColumns = true
    const row = parseNetworkRow(fields, { network, currencies })
    const first = typeof row === 'string' ? undefined : rows.get(keyOf(row))
    if (typeof row === 'string') refused.push({ line, reason: row })
    else if (first) refused.push({ line, reason: `it repeats line ${first.line}` })
    else rows.set(keyOf(row), { ...row, line })
  }
  // Rows that are no CSV come first.
  return { rows, refused: refused.toSorted((a, b) => a.line - b.line) }
}

/** By key, the version that counts. */
async function arrivedFor(
  db: Db,
  rows: readonly NetworkRow[],
): Promise<ReadonlyMap<string, ArrivedTransaction>> {
  const arrived = new Map<string, ArrivedTransaction>()
  for (let start = 0; start < rows.length; start += batchSize) {
    const ids = rows.slice(start, start + batchSize).map(({ transactionId }) => transactionId)
    for (const event of await selectArrivedByIds(db, ids)) addVersion(arrived, event)
  }
  return arrived
}

/** A later event counts, unless it was processed as an older version (decision 015). */
function addVersion(arrived: Map<string, ArrivedTransaction>, event: ArrivedEvent): void {
  const transaction = transactionOf(event)
  if (event.reasonCode === 'superseded' && arrived.has(keyOf(transaction))) return
  arrived.set(keyOf(transaction), transaction)
}

function transactionOf(event: ArrivedEvent): ArrivedTransaction {
  const read = readReportedTransaction(event)
  const [date, mid] = read instanceof AppError ? [null, null] : [dateOf(read.datetime), read.mid]
  return {
    eventId: event.id,
    transactionId: event.transactionId,
    kind: event.kind,
    amountCents: event.amountCents,
    date: event.occurredOn ?? date ?? event.receivedAt.toISOString().slice(0, 10),
    mid,
  }
}

/** Events come up to two days before their date by another clock, or any time later. */
async function arrivedWithoutRow(
  db: Db,
  rows: ReadonlyMap<string, NetworkRow>,
  network: CardNetwork,
): Promise<ArrivedTransaction[]> {
  const dates = [...rows.values()].map(({ date }) => date).sort()
  const [first, last] = [dates[0], dates.at(-1)]
  if (first === undefined || last === undefined) return []
  const unknown = new Map<string, ArrivedTransaction>()
  const since = new Date(Date.parse(first) - days(2))
  let after = 0
  for (;;) {
    const events = await selectArrivedSince(db, { network, since, after, limit: batchSize })
    for (const event of events) addVersion(unknown, event)
    after = events.at(-1)?.id ?? after
    if (events.length < batchSize) break
  }
  return [...unknown.values()].filter(one => !rows.has(keyOf(one)) && one.date >= first && one.date <= last)
}
