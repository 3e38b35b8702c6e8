import { sql } from 'kysely'
import type { Context } from '../../context.ts'

/** By the database's clock. A process that could not read them for half a day loads everything again. */
export async function deleteReadChanges({ db }: Pick<Context, 'db'>): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from merchant_changes where changed_at < now() - interval '1 day'`.execute(db)
  return Number(numAffectedRows)
}
