import { type RawBuilder, sql } from 'kysely'
import type { Db } from './open-database.ts'

/*
 * PostgreSQL has two roles: the owner applies migrations, the runtime's role reads and writes rows
 * (docs/decisions/065-two-database-roles.md).
 */

/** Rows are only ever added. Triggers refuse all else to everyone, and the runtime's role has no right to it. */
export const appendOnlyTables = [
  'audit_log',
  'closed_merchant_statements',
  'closed_periods',
  'ledger_entries',
  'ledger_postings',
] as const

/** Only migrations write these. */
const migrationTables = ['kysely_migration', 'kysely_migration_lock'] as const

/** The product's tables, and its queue's. */
const schemas = ['public', 'jobs'] as const

const firstWithMaintain = 170_000

/** Before the first migration there are none: the user that creates them will own them. */
export async function ownsTables(db: Db): Promise<boolean> {
  const { rows } = await sql<{ owns: boolean }>`
    select coalesce((
      select pg_has_role(relowner, 'usage') from pg_class where oid = to_regclass('public.kysely_migration')
    ), true) as owns`.execute(db)
  return rows[0]!.owns
}

/** Exactly what the product needs, also after a migration that adds tables. @throws what to do */
export async function grantRuntimeRole(db: Db, role: string): Promise<void> {
  await db.transaction().execute(async trx => {
    const problem = await runtimeRoleProblem(trx, role)
    if (problem) throw new Error(problem)
    const to = sql.id(role)
    for (const schema of schemas) {
      await sql`revoke all on schema ${sql.id(schema)} from ${to}`.execute(trx)
      await sql`grant usage on schema ${sql.id(schema)} to ${to}`.execute(trx)
    }
    await sql`grant execute on function lock_postings(), make_month(text, date), drop_month(text, date),
      waiting_months(text) to ${to}`.execute(trx)
    for (const relation of await readRelations(trx)) {
      const name = sql.id(relation.schema, relation.name)
      const kind = sql.raw(relation.isSequence ? 'sequence' : 'table')
      await sql`revoke all on ${kind} ${name} from ${to}`.execute(trx)
      await sql`grant ${rightsOn(relation)} on ${kind} ${name} to ${to}`.execute(trx)
    }
  })
}

interface Relation {
  readonly schema: string
  readonly name: string
  readonly isSequence: boolean
  /** Since PostgreSQL 17 there is a right to vacuum, which large imports do. */
  readonly hasMaintain: boolean
}

async function readRelations(db: Db): Promise<readonly Relation[]> {
  const { rows } = await sql<Relation>`
    select n.nspname as schema, c.relname as name, c.relkind = 'S' as "isSequence",
      current_setting('server_version_num')::int >= ${firstWithMaintain} as "hasMaintain"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any(${[...schemas]}) and c.relkind in ('r', 'p', 'S') and pg_has_role(c.relowner, 'usage')
    order by 1, 2`.execute(db)
  return rows
}

function rightsOn({ schema, name, isSequence, hasMaintain }: Relation): RawBuilder<unknown> {
  const isListed = (tables: readonly string[]) => schema === 'public' && tables.includes(name)
  if (isSequence) return sql`usage, select`
  if (isListed(migrationTables)) return sql`select`
  if (isListed(appendOnlyTables)) return sql`select, insert`
  return hasMaintain ? sql`select, insert, update, delete, maintain` : sql`select, insert, update, delete`
}

/** @returns what makes the rights of a role worthless as a limit, in words, or null. */
export async function runtimeRoleProblem(db: Db, role: string): Promise<string | null> {
  const { rows } = await sql<{ isSuperuser: boolean; ownsDatabase: boolean; ownsTables: boolean }>`
    select rolsuper as "isSuperuser",
      (select pg_has_role(r.oid, datdba, 'member') from pg_database where datname = current_database()) as "ownsDatabase",
      exists (
        select from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
          and pg_has_role(r.oid, c.relowner, 'member')
      ) as "ownsTables"
    from pg_roles r where rolname = ${role}`.execute(db)
  const [found] = rows
  if (!found)
    return `There is no role "${role}", the user in DATABASE_URL: create it (create role "${role}" login password '…').`
  const { isSuperuser, ownsDatabase, ownsTables } = found
  if (!isSuperuser && !ownsDatabase && !ownsTables) return null
  const what = isSuperuser ? 'is a superuser' : ownsDatabase ? 'owns the database' : 'owns tables'
  return `The role "${role}", the user in DATABASE_URL, ${what}, so it can change what is append-only: give the product a role of its own (docs/operating.md, Two database roles).`
}
