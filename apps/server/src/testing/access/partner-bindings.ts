import type { Database } from '../../db/open-database.ts'

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly Schema?: string
  readonly 'Subplan Name'?: string
  readonly Alias?: string
  readonly Output?: readonly string[]
  readonly Plans?: readonly PlanNode[]
  readonly [property: string]: unknown
}

type Condition = readonly [alias: string, other: string]

/**
 * What cannot be planned here: `on conflict` on a partial index, which takes the values to recognize, and schemas and
 * tables that only another database of the tests has, such as the queue's.
 */
const unplanned: readonly unknown[] = ['42P10', '3F000', '42P01', '42703', '42883']

/**
 * The given tables that a statement reads without their partner: neither `partner_id = …` nor an equality with the
 * `partner_id` of a table that has one. Asked of the planner, which also finds what follows from other conditions.
 */
export async function tablesWithoutPartner(
  database: Pick<Database, 'executeSql'>,
  text: string,
  tables: ReadonlySet<string>,
): Promise<string[]> {
  const nodes = withoutMonths([...nodesOf(await planOf(database, text))])
  const read = new Map(
    nodes.flatMap(node =>
      / Scan$/.test(node['Node Type']) && tables.has(node['Relation Name'] ?? '')
        ? [[node.Alias!, node['Relation Name']!]]
        : [],
    ),
  )
  const conditions = conditionsOf(nodes)
  const bound = new Set<string>()
  for (let before = -1; bound.size > before; ) {
    before = bound.size
    for (const [alias, other] of conditions) if (!read.has(other) || bound.has(other)) bound.add(alias)
  }
  return [...new Set([...read].filter(([alias]) => !bound.has(alias)).map(([, table]) => table))].sort()
}

async function planOf({ executeSql }: Pick<Database, 'executeSql'>, text: string): Promise<PlanNode> {
  try {
    const { rows } = await executeSql(`explain (generic_plan, verbose, costs off, format json) ${text}`)
    const [row] = rows as readonly unknown[]
    return (row as { 'QUERY PLAN': [{ Plan: PlanNode }] })['QUERY PLAN'][0].Plan
  } catch (error) {
    if (unplanned.includes((error as { code?: unknown }).code)) return { 'Node Type': 'Result' }
    throw error
  }
}

function* nodesOf(node: PlanNode): Iterable<PlanNode> {
  yield node
  for (const child of node.Plans ?? []) yield* nodesOf(child)
}

/** The scans of a table's months, and their conditions, become those of the table. */
function withoutMonths(nodes: readonly PlanNode[]): PlanNode[] {
  const aliases = nodes.filter(({ Schema }) => Schema === 'months').map(({ Alias }) => Alias)
  if (aliases.length === 0) return [...nodes]
  const ofMonth = new RegExp(`\\b(?:${aliases.join('|')})\\b`, 'g')
  const text = JSON.stringify(nodes).replace(ofMonth, alias => alias.replace(/_\d+$/, ''))
  return JSON.parse(text.replace(/("Relation Name":"\w+?)_(?:\d{4}_\d{2}|rest)"/g, '$1"')) as PlanNode[]
}

const partnerColumn = /"?(\w+)"?\.partner_id\b\)*(?:::\w+)?(?: COLLATE "\w+")?\)*/.source
const partnerFirst = new RegExp(`${partnerColumn} = (?=\\(*(?:"?(\\w+)"?\\.)?)`, 'g')
const partnerLast = new RegExp(`(?:"?(\\w+)"?\\.)?[^\\s.]+ = \\(*${partnerColumn}`, 'g')
const hashed = /\(hashed SubPlan (\d+)\)\.col(\d+)/g

/** They are the equalities of a `partner_id`; the other side is a column of an alias, or anything else. */
function conditionsOf(nodes: readonly PlanNode[]): Condition[] {
  const subplans = new Map(nodes.map(node => [node['Subplan Name'], node.Output]))
  const texts = nodes.flatMap(node => [
    ...Object.entries(node).flatMap(([name, value]) =>
      /(Cond|Filter)$/.test(name) && typeof value === 'string' ? [value] : [],
    ),
    ...(node.Output ?? []).filter(column => column.includes('hashed SubPlan')),
  ])
  return texts
    .map(text =>
      text.replace(hashed, (whole, plan, place) => subplans.get(`SubPlan ${plan}`)?.[place - 1] ?? whole),
    )
    .flatMap(text => [
      ...[...text.matchAll(partnerFirst)].map(([, alias, other = '']) => [alias!, other] as const),
      ...[...text.matchAll(partnerLast)].map(([, other = '', alias]) => [alias!, other] as const),
    ])
}
