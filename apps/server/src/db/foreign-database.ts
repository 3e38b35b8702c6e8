import type pg from 'pg'

interface Place {
  readonly user: string
  readonly database: string
  readonly encoding: string
  readonly schema: string | null
  /** It lists the tables of the schema, without those of extensions and of the migrator. */
  readonly tables: readonly string[]
  /** The build may be another one. */
  readonly isOurs: boolean
}

const placeQuery = `
  select current_user as "user", current_database() as "database", current_schema() as "schema",
    current_setting('server_encoding') as "encoding",
    to_regclass('public.kysely_migration') is not null and to_regclass('public.ledger_postings') is not null as "isOurs",
    array(
      select relname::text from pg_class
      where relnamespace = to_regnamespace('public') and relkind in ('r', 'p', 'v', 'm', 'f')
        and relname not like 'kysely%'
        and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
      order by 1 limit 4
    ) as "tables"`

/**
 * It runs before the first migration, which would fail half-way with a message that names one of our tables. @throws
 * what to do
 */
export async function refuseForeignDatabase(client: Pick<pg.Client, 'query'>): Promise<void> {
  const { rows } = await client.query<Place>(placeQuery)
  const { user, database, encoding, schema, tables, isOurs } = rows[0]!
  if (encoding !== 'UTF8')
    throw new Error(
      `The database "${database}" has the encoding ${encoding}, which lacks letters of many names: create one with UTF8 (createdb --encoding=UTF8 --template=template0 dineward), and set DATABASE_URL to it.`,
    )
  if (schema !== 'public')
    throw new Error(
      `In the database "${database}" the user "${user}" works in ${schema ? `the schema "${schema}"` : 'no schema'}, but Dineward needs "public": run: alter role "${user}" in database "${database}" set search_path = public`,
    )
  if (tables.length > 0 && !isOurs)
    throw new Error(
      `The database "${database}" has tables of another program (${tables.slice(0, 3).join(', ')}${tables.length > 3 ? ', …' : ''}): create an empty one (createdb dineward), and set DATABASE_URL to it.`,
    )
}
