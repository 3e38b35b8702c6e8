import { Kysely, type TransactionBuilder } from 'kysely'
import type { Tables } from './tables.ts'

type Db = Kysely<Tables>
type Work = () => Promise<void>

const waiting = new WeakMap<Db, Work[]>()
const notes = new WeakMap<Db, Map<string, unknown>>()

/** What a transaction keeps for its end, by a key each. What is rolled back to a savepoint is forgotten with it. */
export function notesOf<T>(db: Db): Map<string, T> {
  const known = notes.get(db) ?? new Map<string, unknown>()
  notes.set(db, known)
  return known as Map<string, T>
}

/** @returns what takes back the notes that are made from now on */
export function rememberNotes(db: Db): () => void {
  const before = new Map(notes.get(db))
  return () => void notes.set(db, new Map(before))
}

/**
 * Runs once, as the last thing of a transaction; what it throws ends the transaction. Nothing runs in those that parts
 * of a longer one pretend to be: a demo's history is written in one.
 */
export function beforeCommit(db: Db, work: Work): void {
  if (!db.isTransaction) throw new Error('Only a transaction has an end to wait for.')
  waiting.get(db)?.push(work)
}

/** Its transactions do what `beforeCommit` was given. */
export class DatabaseWithEnds extends Kysely<Tables> {
  override transaction(): TransactionBuilder<Tables> {
    return endingWell(super.transaction())
  }
}

function endingWell(builder: TransactionBuilder<Tables>): TransactionBuilder<Tables> {
  return new Proxy(builder, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      if (name === 'execute')
        return (work: (db: Db) => Promise<unknown>) =>
          target.execute(async db => {
            const ends: Work[] = []
            waiting.set(db, ends)
            const result = await work(db)
            for (const end of ends) await end()
            return result
          })
      return (...given: unknown[]) => endingWell(value.apply(target, given))
    },
  })
}
