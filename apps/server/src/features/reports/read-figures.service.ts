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
  /** It has no time limit of requests. Null, or left out: there is none. */
  readonly longDb?: Db | null
}

export interface FiguresOf {
  /** The email of staff or the name of an operator: what they have done is in what they read. */
  readonly reader: string
  /** A file or a mail cannot say how old it is, and a closed month of it is compared. */
  readonly isUnstated?: boolean
  /** No one waits for the statements themselves: they have no time limit. */
  readonly mayTakeLong?: boolean
}

export interface Figures<T> {
  readonly value: T
  /** Everything until then is in them. Null: they are of now, or a few seconds older. */
  readonly asOf: Date | null
}

/** Figures, from the replica where there is one that has what its reader must see, else from the primary. */
export async function readFigures<T>(
  { db, clock, replica = null, longDb = null }: FigureServices,
  { reader, isUnstated = false, mayTakeLong = false }: FiguresOf,
  work: (db: Db) => Promise<T>,
): Promise<Figures<T>> {
  const primary = mayTakeLong && longDb ? longDb : db
  const startedAt = clock.now().getTime()
  const { value, ageMs } = replica
    ? await replica.read(primary, work, {
        isCurrent: hasActionsOf(db, reader),
        mayTakeLong,
        ...(isUnstated && { maxAgeMs: unstatedMs }),
      })
    : { value: await work(primary), ageMs: 0 }
  // They are of the moment at which reading began.
  const age = ageMs + clock.now().getTime() - startedAt
  return { value, asOf: age > unstatedMs ? new Date(startedAt - ageMs) : null }
}

/** Every action with effect is in the audit log, in its own transaction: a replica that has the entry has the effect. */
export function hasActionsOf(primary: Db, reader: string): (replica: Db) => Promise<boolean> {
  return async replica => {
    const [done, seen] = [await newestActionsOf(primary, reader), await newestActionsOf(replica, reader)]
    return done.join() === seen.join()
  }
}
