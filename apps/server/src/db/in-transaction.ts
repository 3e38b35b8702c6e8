import { sql } from 'kysely'
import { rememberNotes } from './before-commit.ts'
import type { Db } from './open-database.ts'

/** In the transaction that there is, else in one of its own. What `work` throws ends either of them. */
export function inTransaction<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : db.transaction().execute(work)
}

/** Does it and takes it back, in the transaction that there is or in one of its own. @returns what it came to */
export function tryInTransaction<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  return inTransaction(db, async trx => {
    await sql`savepoint tried`.execute(trx)
    const forgetNotes = rememberNotes(trx)
    try {
      return await work(trx)
    } finally {
      await sql`rollback to savepoint tried`.execute(trx)
      forgetNotes()
    }
  })
}
