import type { Clock } from '@dineward/core/shared/clock.ts'
import type { Db } from '../../db/open-database.ts'
import type { ReadReplica } from '../../db/read-replica.ts'
import { newestActionsOf } from '../staff/audit.service.ts'

/** A person reads figures as if they were of now while they are no older. */
export const unstatedMs = 5_000

export interface FigureServices {
  readonly db: Db
  readonly clock: Clock
  /** Null, or left out: there is none. */
  readonly replica?: ReadReplica | null
}

export interface FiguresOf {
  /** The email of staff or the name of an operator: what they have done is in what they read. */
  readonly reader: string
  /** A file or a mail cannot say how old it is, and a closed month of it is compared. */
  readonly isUnstated?: boolean
}

export interface Figures<T> {
  readonly value: T
  /** Everything until then is in them. Null: they are of now, or a few seconds older. */
  readonly asOf: Date | null
}

/** Figures, from the replica where there is one that has what its reader must see, else from the primary. */
export async function readFigures<T>(
  { db, clock, replica = null }: FigureServices,
  { reader, isUnstated = false }: FiguresOf,
  work: (db: Db) => Promise<T>,
): Promise<Figures<T>> {
  if (!replica) return { value: await work(db), asOf: null }
  // Its age was known before it was read, which may take long.
  const startedAt = clock.now().getTime()
  const { value, ageMs } = await replica.read(db, work, {
    isCurrent: hasActionsOf(db, reader),
    ...(isUnstated && { maxAgeMs: unstatedMs }),
  })
  return { value, asOf: ageMs > unstatedMs ? new Date(startedAt - ageMs) : null }
}

/** Every action with effect is in the audit log, in its own transaction: a replica that has the entry has the effect. */
export function hasActionsOf(primary: Db, reader: string): (replica: Db) => Promise<boolean> {
  return async replica => {
    const [done, seen] = [await newestActionsOf(primary, reader), await newestActionsOf(replica, reader)]
    return done.join() === seen.join()
  }
}
