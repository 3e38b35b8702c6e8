import { PgBoss, type QueueOptions } from 'pg-boss'
import type { Database } from '../../db/open-database.ts'

/** How long a process may say nothing of a job before another one runs it. */
const heartbeatSeconds = 60
const maxRunSeconds = 12 * 3_600
const keptSeconds = 90 * 86_400

/** One at a time in whichever process, and one that waits. Work that failed is found again by the next minute's job. */
export const longRunning: QueueOptions & { policy: string } = {
  policy: 'stately',
  retryLimit: 0,
  heartbeatSeconds,
  expireInSeconds: maxRunSeconds,
}

export function openQueues(
  { embedded, executeSql }: Pick<Database, 'embedded' | 'executeSql'>,
  { ownsSchema, hasHandlers }: { readonly ownsSchema: boolean; readonly hasHandlers: boolean },
): PgBoss {
  return new PgBoss({
    db: { executeSql },
    schema: 'jobs',
    backend: embedded ? 'pglite' : 'postgres',
    migrate: ownsSchema,
    createSchema: ownsSchema,
    maintenanceIntervalSeconds: 3_600,
    reindex: false,
    monitorVacuum: false,
    supervise: hasHandlers,
    schedule: hasHandlers,
  })
}

/** Of a job of the schedule: one run at a time, tried again after 1, 2 and 4 minutes. Its runs are kept for 90 days. */
export async function createJobQueue(boss: PgBoss, { name }: { readonly name: string }): Promise<void> {
  await boss.createQueue(name, {
    policy: 'singleton',
    retryLimit: 3,
    retryDelay: 60,
    retryBackoff: true,
    heartbeatSeconds,
    expireInSeconds: maxRunSeconds,
    deleteAfterSeconds: keptSeconds,
  })
}
