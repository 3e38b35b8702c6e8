import { randomUUID } from 'node:crypto'
import type { TestApp } from '../../testing/test-app.ts'
import { openDifferences, saveReconciliation } from './reconciliation.repository.ts'

/** A row that did not arrive, explained already: the exceptions that other tests read do not count it. */
export async function newDifferenceOf({ database: { db } }: TestApp): Promise<number> {
  const now = new Date()
  const { id } = await saveReconciliation(db, {
    id: randomUUID(),
    network: 'kard',
    fileName: 'day.csv',
    fileHash: randomUUID(),
    counts: JSON.stringify({ rows: 1, equal: 0, refused: 0, missing: 1, different: 0, unknown: 0 }),
    refused: '[]',
    createdBy: 'ada@example.com',
    createdAt: now,
    checkedAt: now,
  })
  const transactionId = randomUUID()
  const inFile = { amountCents: 100, date: '1999-01-02', mid: 'unused' }
  await openDifferences(db, { network: 'kard', reconciliationId: id, now }, [
    { kind: 'missing', movement: 'refund', transactionId, line: 2, inFile, arrived: null },
  ])
  const row = await db
    .updateTable('networkDifferences')
    .set({ state: 'explained' })
    .where('transactionId', '=', transactionId)
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}
