import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type {
  DifferenceState,
  FoundDifference,
  ReconciliationCounts,
} from '@dineward/core/console-finance/reconciliation.contract.ts'
import type { ArrivedTransaction, NetworkRow } from '@dineward/core/rewards/reports/network-file.rules.ts'
import type { CardNetwork } from '@dineward/core/rewards/reports/networks.rules.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import { ImportFileError } from '../../import-file.ts'
import {
  type ReconcileServices,
  type Reconciliation,
  reconcile,
} from '../card-events/files/reconcile.import.ts'
import { type AuditContext, actorName, recordAudit } from '../staff/audit.service.ts'
import {
  type DifferenceRow,
  decideDifference,
  findByHash,
  findDifference,
  listDifferences,
  listReconciliations,
  openDifferences,
  type ReconciliationRow,
  resolveAgreed,
  saveReconciliation,
} from './reconciliation.repository.ts'

export { type DifferenceRow, listDifferences, listReconciliations, type ReconciliationRow }

export const maxFileBytes = 8 * 1024 * 1024
const maxRows = 200_000
const maxUnpackedBytes = 32 * 1024 * 1024
export const shownRefusals = 200
/** One statement takes this many. */
const batchSize = 5_000

export interface UploadedFile {
  readonly network: CardNetwork
  readonly fileName: string
  readonly content: Buffer
}

export interface Compared {
  readonly counts: ReconciliationCounts
  readonly refused: Reconciliation['refused']
  readonly differences: readonly FoundDifference[]
}

/** Writes nothing. @throws `validation_failed` for a file that cannot be read. */
export async function previewReconciliation(
  services: ReconcileServices,
  file: UploadedFile,
): Promise<Compared & { readonly known: ReconciliationRow | undefined }> {
  const known = await findByHash(services.db, { network: file.network, fileHash: hashOf(file) })
  return { ...comparedOf(await compare(services, file)), known }
}

/**
 * What differs becomes an exception, and what agrees now is none any more. A file that shows nothing new writes nothing.
 * @throws `validation_failed` for a file that cannot be read.
 */
export async function recordReconciliation(
  ctx: AuditContext & ReconcileServices,
  file: UploadedFile,
): Promise<{ readonly row: ReconciliationRow; readonly opened: number; readonly resolved: number }> {
  const { db, clock, actor } = ctx
  const { network, fileName } = file
  const fileHash = hashOf(file)
  const result = await compare(ctx, file)
  const { counts, refused, differences } = comparedOf(result)
  const now = clock.now()
  const known = await findByHash(db, { network, fileHash })
  return db.transaction().execute(async trx => {
    const row = await saveReconciliation(trx, {
      id: randomUUID(),
      network,
      fileName,
      fileHash,
      counts: JSON.stringify(counts),
      refused: JSON.stringify(refused.slice(0, shownRefusals)),
      createdBy: actorName(actor),
      createdAt: now,
      checkedAt: now,
    })
    const of = { network, now, reconciliationId: row.id }
    const reason = `${fileName} agrees with what arrived.`
    let [opened, resolved] = [0, 0]
    for (const some of batches(differences)) opened += await openDifferences(trx, of, some)
    for (const some of batches(result.equal)) resolved += await resolveAgreed(trx, { ...of, reason }, some)
    if (!known || opened + resolved > 0)
      await recordAudit(
        { ...ctx, db: trx },
        {
          action: 'reconciliation.record',
          subject: row.id,
          partnerId: null,
          after: { network, fileName, ...counts, opened, resolved },
        },
      )
    return { row, opened, resolved }
  })
}

/** @throws `not_found`, `changed_meanwhile`. */
export async function changeDifference(
  ctx: AuditContext,
  { id, version, state, reason }: Pick<DifferenceRow, 'id' | 'version'> & Decision,
): Promise<DifferenceRow> {
  return ctx.db.transaction().execute(async db => {
    const before = await findDifference(db, id)
    if (!before) throw new AppError('not_found')
    const decision = { state, reason, decidedBy: actorName(ctx.actor), decidedAt: ctx.clock.now() }
    if (!(await decideDifference(db, { id, version }, decision))) throw new AppError('changed_meanwhile')
    const entry = { action: 'reconciliation.decide', subject: String(id), partnerId: null, reason } as const
    await recordAudit({ ...ctx, db }, { ...entry, before: { state: before.state }, after: { state } })
    return (await findDifference(db, id))!
  })
}

interface Decision {
  readonly state: DifferenceState
  readonly reason: string
}

const hashOf = ({ content }: UploadedFile): string => createHash('sha256').update(content).digest('hex')

/** The command reads files, so this is one. */
async function compare(
  services: ReconcileServices,
  { network, fileName, content }: UploadedFile,
): Promise<Reconciliation> {
  const folder = await mkdtemp(join(tmpdir(), 'dineward-reconcile-'))
  const file = join(folder, fileName.endsWith('.gz') ? 'file.csv.gz' : 'file.csv')
  try {
    await writeFile(file, content)
    return await reconcile(services, { file, network, maxRows, maxBytes: maxUnpackedBytes })
  } catch (error) {
    if (!(error instanceof ImportFileError)) throw error
    const message = error.message.replaceAll(file, fileName)
    throw new AppError('validation_failed', { fieldErrors: [{ field: 'file', message }] })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function comparedOf({ rows, refused, missing, different, equal, unknown }: Reconciliation): Compared {
  return {
    counts: {
      rows,
      equal: equal.length,
      refused: refused.length,
      missing: missing.length,
      different: different.length,
      unknown: unknown.length,
    },
    refused,
    differences: [
      ...missing.map(row => ({ ...ofRow(row), kind: 'missing', arrived: null }) as const),
      ...different.map(
        ({ row, arrived }) => ({ ...ofRow(row), kind: 'different', arrived: sideOf(arrived) }) as const,
      ),
      ...unknown.map(
        one => ({ ...named(one), kind: 'unknown', line: null, inFile: null, arrived: sideOf(one) }) as const,
      ),
    ],
  }
}

const named = ({ kind, transactionId }: NetworkRow | ArrivedTransaction) => ({
  movement: kind,
  transactionId,
})
const sideOf = ({ amountCents, date, mid }: NetworkRow | ArrivedTransaction) => ({ amountCents, date, mid })
const ofRow = (row: NetworkRow) => ({ ...named(row), line: row.line, inFile: sideOf(row) })

function* batches<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < rows.length; start += batchSize) yield rows.slice(start, start + batchSize)
}
