import type { Db } from './open-database.ts'

/** In the transaction that there is, else in one of its own. What `work` throws ends either of them. */
export function inTransaction<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : db.transaction().execute(work)
}
