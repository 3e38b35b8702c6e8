import { CompiledQuery } from 'kysely'
import type { Db } from '../../db/open-database.ts'

/** What rate-limiter-flexible calls of a client of PostgreSQL. */
export function queryClient(db: Db) {
  return {
    async query({ text, values }: { text: string; values: unknown[] }) {
      const { rows } = await db.executeQuery(CompiledQuery.raw(text, values))
      return { rows, rowCount: rows.length }
    },
  }
}
