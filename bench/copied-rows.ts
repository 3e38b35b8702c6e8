import { sql } from 'kysely'
import { readTableShapes } from '../apps/server/src/backup/table-rows.ts'
import type { Db } from '../apps/server/src/db/open-database.ts'

type Row = Readonly<Record<string, string | null>>

/** All that the engine wrote about one member: rows of each table that name the member, or an id of theirs. */
export interface MemberRows {
  readonly memberId: string
  readonly tables: readonly {
    readonly name: string
    readonly columns: readonly Column[]
    readonly rows: readonly Row[]
  }[]
  /** Those of the member, the card, dines and whatever else is the member's alone. */
  readonly ids: ReadonlySet<string>
}

interface Column {
  readonly name: string
  readonly type: string
}

/** Columns with numbers of rows, and the table whose they are. The database gives all other numbers. */
const numbered: Readonly<Record<string, string>> = {
  'ledger_postings.id': 'ledger_postings',
  'ledger_entries.posting_id': 'ledger_postings',
  'card_events.id': 'card_events',
  'card_event_keys.event_id': 'card_events',
  'dine_amounts.card_event_id': 'card_events',
}
/** Random ids of the product, and of the card network. */
const randomId =
  /(?<![\w-])(?=[\w-]*[A-Z])(?=[\w-]*[a-z])[\w-]{22}(?![\w-])|[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g
/** They are read with the program, or summed over all members. */
const ofProgram = /^(merchant|reward_totals|reward_budgets|kysely|api_event)/

export async function rowsOfMember(
  db: Db,
  memberId: string,
  shared: ReadonlySet<string>,
): Promise<MemberRows> {
  const shapes = (await readTableShapes(db)).filter(({ name }) => !ofProgram.test(name))
  const ids = new Set([memberId])
  let tables: MemberRows['tables'][number][] = []
  // A card event names the card and a transaction, which the member's row does not know.
  for (let before = -1; ids.size > before; ) {
    before = ids.size
    tables = []
    for (const { name, columns } of shapes) {
      const rows = await rowsNaming(db, { name, columns }, [...ids])
      for (const [id] of JSON.stringify(rows).matchAll(randomId)) if (!shared.has(id)) ids.add(id)
      if (rows.length > 0) tables.push({ name, columns: await writable(db, name, columns), rows })
    }
  }
  return { memberId, ids, tables }
}

async function rowsNaming(
  db: Db,
  { name, columns }: { name: string; columns: readonly Column[] },
  ids: string[],
) {
  const texts = sql.join(columns.map(column => sql`${sql.id(column.name)}::text as ${sql.id(column.name)}`))
  const names = sql`${ids.map(id => `%${id}%`)}::text[]`
  const isTheirs =
    name === 'ledger_entries'
      ? sql`texts.posting_id in (select id::text from ledger_postings posting where posting::text like any(${names}))`
      : sql`texts::text like any(${names})`
  const { rows } = await sql<{ row: Row }>`
    select row_to_json(texts) as row from (select ${texts} from ${sql.table(name)}) texts where ${isTheirs}`.execute(
    db.withoutPlugins(),
  )
  return rows.map(({ row }) => row)
}

async function writable(db: Db, table: string, columns: readonly Column[]): Promise<Column[]> {
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${columns.map(({ name }) => name)}::text[]) name
    where pg_get_serial_sequence(${table}, name) is null`.execute(db)
  const free = new Set(rows.map(({ name }) => name))
  return columns.filter(({ name }) => free.has(name) || `${table}.${name}` in numbered)
}

/** The ids of copies: of each id the last eight digits are the number of the copy. */
export const copiedId = (id: string, copy: number): string =>
  id.slice(0, -8) + copy.toString(16).padStart(8, '0')

/** Names of sign-in are in lower case. */
const inText = ({ ids }: MemberRows): RegExp => new RegExp([...ids].join('|'), 'gi')

/** So many write at once, each into tables of its own. */
const lanes = 3

type ModelRow = {
  readonly model: MemberRows
  readonly at: number
  readonly columns: readonly Column[]
  readonly row: Row
}

/** Writes copies of members, and says where their numbers go on. */
export class Copier {
  readonly #models: readonly MemberRows[]
  /** The numbers of all models in a table, which the engine gave in the order of time. */
  readonly #numbers = new Map<string, readonly number[]>()
  readonly #last = new Map<string, number>()

  constructor(models: readonly MemberRows[]) {
    this.#models = models
    for (const table of new Set(Object.values(numbered)))
      this.#numbers.set(
        table,
        models.flatMap(model => rangeOf(model, table)).toSorted((a, b) => a - b),
      )
  }

  /**
   * Copies from one number to another, of each model in turn. Rows and their numbers are in the order of time, as the engine would
   * write them. Triggers and references are not asked: the rows agree.
   */
  async write(db: Db, from: number, to: number): Promise<void> {
    for (const table of this.#numbers.keys()) {
      const { rows } = await sql<{ last: number }>`
        select coalesce(max(id), 0) as last from ${sql.table(table)}`.execute(db)
      this.#last.set(table, rows[0]!.last)
    }
    const left = [...this.#rowsOfTables()]
    const lane = async () => {
      for (let next = left.pop(); next; next = left.pop()) {
        const [name, rows] = next
        await db.transaction().execute(async trx => {
          await sql`set local session_replication_role = replica`.execute(trx)
          for (const row of rows) await this.#copy(trx, name, row, { from, to })
        })
      }
    }
    await Promise.all(Array.from({ length: lanes }, lane))
    for (const table of this.#numbers.keys())
      await sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.table(table)}))`.execute(
        db,
      )
  }

  /** The smallest tables come first, so that the largest are taken first. */
  #rowsOfTables(): [string, ModelRow[]][] {
    const rows = this.#models.flatMap((model, at) =>
      model.tables.flatMap(({ name, columns, rows }) => rows.map(row => ({ name, model, at, columns, row }))),
    )
    const timeOf = ({ row }: ModelRow) =>
      row.received_at ?? row.posted_at ?? row.counts_at ?? row.created_at ?? row.joined_at ?? ''
    const inTime = rows.toSorted((a, b) => (timeOf(a) < timeOf(b) ? -1 : 1))
    const byTable = Map.groupBy(inTime, ({ name }) => name)
    return [...byTable].toSorted(([, a], [, b]) => a.length - b.length)
  }

  async #copy(
    db: Db,
    name: string,
    { model, at, columns, row }: ModelRow,
    { from, to }: { readonly from: number; readonly to: number },
  ): Promise<void> {
    const many = this.#models.length
    const first = from + ((((at - from) % many) + many) % many)
    const copies = Math.ceil((to - from + 1) / many)
    const names = columns.map(column => `"${column.name}"`).join()
    const values = columns.map(column => {
      const value = row[column.name] ?? null
      const numbers = numbered[`${name}.${column.name}`]
      if (!numbers || value === null) return textOf(model, column, value)
      const slot = this.#numbers.get(numbers)!.indexOf(Number(value))
      return `(${this.#last.get(numbers)! + 1 + slot * copies} + (copy.n - ${from}) / ${many})`
    })
    await sql
      .raw(
        `insert into ${name} (${names}) overriding system value select ${values.join()} from (
          select n, lpad(to_hex(n), 8, '0') as hex from generate_series(${first}, ${to}, ${many}) n) copy`,
      )
      .execute(db)
  }
}

function textOf(model: MemberRows, { type }: Column, value: string | null): string {
  if (value === null) return `null::${type}`
  const quoted = `'${value.replaceAll("'", "''")}'`
  const named = quoted.replace(inText(model), id => `${id.slice(0, -8)}' || copy.hex || '`)
  return `(${named})::${type}`
}

/** The numbers of a model's rows in a table. */
const rangeOf = ({ tables }: MemberRows, table: string): number[] =>
  (tables.find(({ name }) => name === table)?.rows ?? []).map(({ id }) => Number(id)).sort((a, b) => a - b)

/** Hashes of ids, and columns of real time, differ whatever the engine does. */
const ofTheRow = ['input_hash', 'changed_at', 'updated_at', 'row_version']

/** @returns what one has and the other has not, column by column, with the ids and numbers of both left out. */
export function differences(one: MemberRows, other: MemberRows): string[] {
  const [mine, theirs] = [one, other].map(member =>
    member.tables.flatMap(({ name, columns, rows }) =>
      rows.map(row => {
        const values = columns.flatMap(column => {
          if (ofTheRow.includes(column.name) || `${name}.${column.name}` in numbered) return []
          return [`${column.name}=${row[column.name]?.replace(inText(member), '#')}`]
        })
        return `${name}: ${values.join(' ')}`
      }),
    ),
  ) as [string[], string[]]
  return [
    ...without(mine, theirs).map(row => `only the first: ${row}`),
    ...without(theirs, mine).map(row => `only the second: ${row}`),
  ]
}

/** Equal rows are counted. */
function without(rows: readonly string[], others: readonly string[]): string[] {
  const left = [...others]
  return rows.filter(row => {
    const at = left.indexOf(row)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}
