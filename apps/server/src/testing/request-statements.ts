import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { sql } from 'kysely'
import pg from 'pg'
import type { Db } from '../db/open-database.ts'

/**
 * Tables with a `partner_id` that are not a partner's: restaurants have one book of tables and one number in the index
 * of search whatever the partner, and staff run several programs.
 */
export const networkTables: readonly string[] = [
  'table_holds',
  'table_slots',
  'merchant_search_offsets',
  'staff_roles',
]

/** Statements of requests that read or change rows of a partner's table without naming the partner. */
export const unscopedStatements = new Set<string>()

const requests = new AsyncLocalStorage<string>()
/** Card networks do not know partners; health, jobs and events are of all of them. */
const unscopedPaths =
  /^\/((hooks|metrics|readyz)\b|api\/Console\/System\/(Health|Jobs\/[^/]+\/Run|Inbox\/\d+\/Retry)$)/
let partnerTables: Promise<RegExp> | null = null

/** Notes what the requests that tests inject do in the database. */
export async function watchStatements(app: FastifyInstance, db: Db): Promise<void> {
  partnerTables ??= readPartnerTables(db)
  const tables = await partnerTables
  const inject = app.inject.bind(app)
  app.inject = ((options: InjectOptions | string) => {
    const url = typeof options === 'string' ? options : String(options.url)
    // It begins when it is awaited.
    return requests.run(url, async () => await inject(options))
  }) as typeof app.inject
  watchQueries(tables)
}

let watching = false
function watchQueries(tables: RegExp): void {
  if (watching) return
  watching = true
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const request = requests.getStore()
    if (request) note(request, args[0], tables)
    return query.apply(this, args)
  } as typeof pg.Client.prototype.query
}

function note(request: string, first: unknown, tables: RegExp): void {
  const text = typeof first === 'string' ? first : ((first as { text?: string }).text ?? '')
  const [path = ''] = request.split('?')
  if (unscopedPaths.test(path) || /^\s*insert/i.test(text) || !tables.test(text)) return
  if (!/partner_?id"?\)?\s*(=|in\b|, )/i.test(text))
    unscopedStatements.add(`${path}: ${text.replace(/\s+/g, ' ')}`)
}

/** Tables whose rows belong to a partner each. */
export async function partnerTablesOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'partner_id' and is_nullable = 'NO'
    order by 1`.execute(db)
  return rows.map(({ name }) => name).filter(name => !networkTables.includes(name))
}

async function readPartnerTables(db: Db): Promise<RegExp> {
  const names = await partnerTablesOf(db)
  return new RegExp(`\\b(from|join|update|using)\\s+"?(${names.join('|')})\\b`, 'i')
}
