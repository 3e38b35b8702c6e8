import type { Generated } from 'kysely'
import type { NullableTimestamp, Timestamp } from '../../db/column-types.ts'

export interface JobsTables {
  jobRuns: JobRunsTable
}

export interface JobRunsTable {
  id: Generated<number>
  name: string
  trigger: 'schedule' | 'command'
  startedAt: Timestamp
  /** The job's clock, where an operator gave one. */
  clockAt: NullableTimestamp
  /** Null while it runs. */
  finishedAt: NullableTimestamp
  result: string | null
  error: string | null
  /** By the database's clock. */
  aliveUntil: Timestamp
}
