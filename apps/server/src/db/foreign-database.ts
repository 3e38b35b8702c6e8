import type pg from 'pg'
import { readMigrationNames } from './migration-files.ts'

interface Place {
  readonly user: string
  readonly database: string
  readonly encoding: string
  readonly schema: string | null
  /** Lists the tables of the schema, without those of extensions and of the migrator. */
  readonly tables: readonly string[]
  readonly hasMigrations: boolean
  readonly mayReadMigrations: boolean
}

const placeQuery = `
  select current_user as "user", current_database() as "database", current_schema() as "schema",
    current_setting('server_encoding') as "encoding",
    to_regclass('public.kysely_migration') is not null as "hasMigrations",
    has_table_privilege(to_regclass('public.kysely_migration'), 'select') as "mayReadMigrations",
    array(
      select relname::text from pg_class
      where relnamespace = to_regnamespace('public') and relkind in ('r', 'p', 'v', 'm', 'f')
        and relname not like 'kysely%'
        and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
      order by 1 limit 4
    ) as "tables"`

/** Before the first migration, which would fail half-way with a message that names one of our tables. @throws what to do */
export async function refuseForeignDatabase(client: Pick<pg.Client, 'query'>): Promise<void> {
  const { rows } = await client.query<Place>(placeQuery)
  const { user, database, encoding, schema, tables, hasMigrations, mayReadMigrations } = rows[0]!
  if (encoding !== 'UTF8')
    throw new Error(
      `The database "${database}" has the encoding ${encoding}, which lacks letters of many names: create one with UTF8 (createdb --encoding=UTF8 --template=template0 dineward), and set DATABASE_URL to it.`,
    )
  if (schema !== 'public')
    throw new Error(
      `In the database "${database}" the user "${user}" works in ${schema ? `the schema "${schema}"` : 'no schema'}, but Dineward needs "public": run: alter role "${user}" in database "${database}" set search_path = public`,
    )
  // Rights have a sentence of their own.
  if (hasMigrations && !mayReadMigrations) return
  // The tables first: another process may migrate at this moment, and commits both at once.
  if (tables.length > 0 && !(hasMigrations && (await hasOurs(client))))
    throw new Error(
      `The database "${database}" has tables of another program (${tables.slice(0, 3).join(', ')}${tables.length > 3 ? ', …' : ''}): create an empty one (createdb dineward), and set DATABASE_URL to it.`,
    )
}

async function hasOurs(client: Pick<pg.Client, 'query'>): Promise<boolean> {
  const text = 'select exists (select from public.kysely_migration where name = any($1)) as "found"'
  const { rows } = await client.query<{ found: boolean }>(text, [await readMigrationNames()])
  return rows[0]!.found
}
