import { partsOf, type Report } from '@dineward/core/console-insight/report.rules.ts'
import type {
  Dimension,
  FilterDimension,
  MeasureName,
} from '@dineward/core/console-insight/report-measures.ts'
import { isTime } from '@dineward/core/console-insight/report-measures.ts'
import { type RawBuilder, sql } from 'kysely'
import { ofPrograms } from '../../db/of-programs.ts'
import type { Db } from '../../db/open-database.ts'
import { type Period, programsOf } from './insight.read.ts'
import { columnOf, counts, joins, type Source } from './report-sources.read.ts'

/* A report is one statement: each source is counted by itself, then rows of equal keys become one. */

type Sql = RawBuilder<unknown>

export interface CountedRow {
  readonly keys: readonly (string | null)[]
  readonly values: readonly number[]
}

interface Asked extends Pick<Report, 'measures' | 'by' | 'filters' | 'from' | 'to'> {
  readonly period: Period
}

/** By time first, then by the first measure. */
export async function selectReport(db: Db, asked: Asked, limit: number): Promise<CountedRow[]> {
  const sources = [...new Set(asked.measures.map(name => counts[name].of))]
  const keys = asked.by.map((_, index) => sql.ref(`k${index}`))
  const values = asked.measures.map((_, index) => sql.ref(`v${index}`))
  const order = [
    ...asked.by.flatMap((one, index) => (isTime(one) ? [keys[index]!] : [])),
    sql`${values[0]!} desc`,
    ...keys,
  ]
  const { rows } = await sql<Readonly<Record<string, string | number | null>>>`
    with ${programsOf(asked.period)}
    select ${list([...keys, ...values.map(value => sql`coalesce(sum(${value}), 0) as ${value}`)])}
    from (${sql.join(
      sources.map(source => countedIn(source, asked)),
      sql` union all `,
    )}) part
    ${keys.length > 0 ? sql`group by ${list(keys)}` : sql``}
    order by ${list(order.map(one => sql`${one} nulls last`))}
    limit ${limit}`.execute(db)
  return rows.map(row => ({
    keys: asked.by.map((_, index) => row[`k${index}`] as string | null),
    values: asked.measures.map((_, index) => Number(row[`v${index}`])),
  }))
}

const list = (parts: readonly Sql[]): Sql => sql.join([...parts])

/** Keys, and a value for each measure of the report: null where another source counts it. */
function countedIn(source: Source, asked: Asked): Sql {
  const { measures, by, filters, period } = asked
  const keys = by.map((one, index) => sql`${columnOf(source, one)} as ${sql.ref(`k${index}`)}`)
  const values = measures.map((name, index) => sql`${valueIn(source, name)} as ${sql.ref(`v${index}`)}`)
  const { from, until } = source.isLocal
    ? { from: sql`${period.from}::date`, until: sql`${period.until}::date` }
    : { from: sql`program.from_at`, until: sql`program.until_at` }
  const conditions = [
    sql`one.at < ${until}`,
    ...(source.isState ? [] : [sql`one.at >= ${from}`]),
    ...Object.entries(filters).map(
      ([name, value]) => sql`${columnOf(source, name as FilterDimension)} = ${value}`,
    ),
  ]
  const counted = sql`
    select ${list([...keys, ...values])}
    from program join (${source.rows(period.programs.map(({ slug }) => slug))}) one using (partner_id)
    ${sql.join(
      source.joins.map(join => joins[join]),
      sql` `,
    )}
    where ${sql.join(conditions, sql` and `)}
    ${by.length > 0 ? sql`group by ${list(by.map((_, index) => sql.raw(String(index + 1))))}` : sql``}`
  return source.isState && by.some(isTime) ? runningSums(counted, asked) : counted
}

const valueIn = (source: Source, name: MeasureName): Sql =>
  counts[name].of === source ? counts[name].as : sql`null::bigint`

/** Of a state: changes before the period are in its first part, and each part has the sum of all until its end. */
function runningSums(counted: Sql, { measures, by, from, to }: Asked): Sql {
  const time = by.findIndex(isTime)
  const parts = partsOf({ from, to }, by[time] as Extract<Dimension, 'month' | 'week' | 'day'>)
  const [key, other] = [sql.ref(`k${time}`), by.length > 1 ? sql.ref(`k${1 - time}`) : sql`null::text`]
  const keys = by.map(
    (_, index) => sql`${index === time ? sql`part.key` : sql`own.other`} as ${sql.ref(`k${index}`)}`,
  )
  const values = measures.map((_, index) => {
    const value = sql.ref(`change.v${index}`)
    return sql`sum(${value}) over (partition by own.other order by part.key) as ${sql.ref(`v${index}`)}`
  })
  return sql`
    select * from (
      with change as materialized (
        select greatest(${key}, ${parts[0]}) as key, ${other} as other,
          ${list(measures.map((_, index) => sql`sum(${sql.ref(`v${index}`)}) as ${sql.ref(`v${index}`)}`))}
        from (${counted}) counted group by 1, 2
      )
      select ${list([...keys, ...values])}
      from unnest(${parts}::text[]) part (key)
      cross join (select distinct other from change) own
      left join change on change.key = part.key and change.other is not distinct from own.other
    ) state`
}

/** What rows with these keys are called. */
export async function selectMerchantNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string; city: string }>`
    select id, name, city from merchants where id = any(${[...ids]}::text[])`.execute(db)
  return new Map(rows.map(({ id, name, city }) => [id, `${name}, ${city}`]))
}

export async function selectBonusNames(
  db: Db,
  slugs: readonly string[],
  codes: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ code: string; name: string }>`
    select id as code, name from offers where ${ofPrograms('partner_id', slugs)} and id = any(${[...codes]}::text[])
    `.execute(db)
  return new Map(rows.map(({ code, name }) => [code, name]))
}

export interface ValuesOf {
  readonly slugs: readonly string[]
  readonly dimension: 'restaurant' | 'cuisine' | 'city' | 'area' | 'source' | 'code'
  readonly search: string
  readonly chosen: string | null
  readonly limit: number
}

/** What a report can be narrowed to, of what the programs have. */
export async function selectValues(
  db: Db,
  { slugs, dimension, search, chosen, limit }: ValuesOf,
): Promise<{ readonly key: string; readonly label: string }[]> {
  const { rows } = await sql<{ key: string; label: string }>`
    select distinct key, label from (${valuesOf(slugs, dimension)}) value
    where key <> '' and (position(lower(${search}) in lower(label)) > 0 or key = ${chosen}::text)
    order by label, key
    limit ${limit}`.execute(db)
  return rows
}

function valuesOf(slugs: readonly string[], dimension: ValuesOf['dimension']): Sql {
  const merchants = sql`from merchant_participations participation
    join merchants merchant on merchant.id = participation.merchant_id
    where ${ofPrograms('participation.partner_id', slugs)}`
  const same = (column: Sql, rest: Sql) => sql`select ${column} as key, ${column} as label ${rest}`
  switch (dimension) {
    case 'restaurant':
      return sql`select merchant.id as key, merchant.name || ', ' || merchant.city as label ${merchants}`
    case 'cuisine':
      return same(sql`merchant.cuisines[1]`, merchants)
    case 'city':
      return same(sql`merchant.city || ', ' || merchant.state`, merchants)
    case 'area':
      return same(sql`merchant.neighborhood`, merchants)
    case 'source':
      return same(sql`enrollment_source`, sql`from members where ${ofPrograms('partner_id', slugs)}`)
    case 'code':
      return sql`
        select id as key, name as label from offers where ${ofPrograms('partner_id', slugs)}
        union all
        select code, code from dine_components where ${ofPrograms('partner_id', slugs)} and kind <> 'offer'`
  }
}
