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

/** `isOne`: the other side is one value. */
type Condition = readonly [alias: string, other: string | undefined, isOne?: boolean]

/**
 * What cannot be planned here: `on conflict` on a partial index, which takes the values to recognize, and schemas and
 * tables that only another database of the tests has, such as the queue's.
 */
const unplanned: readonly unknown[] = ['42P10', '3F000', '42P01', '42703', '42883']

/**
 * How a statement finds the rows of programs: of `one` that it names; of several, `joined` by program; of several whose
 * tables are `apart`; or of `none`, since it reads no such table.
 */
export type Reach = 'none' | 'one' | 'joined' | 'apart'

export interface Bindings {
  /** The given tables that it reads without their partner: neither `partner_id = …` nor that of a table that has one. */
  readonly unbound: readonly string[]
  readonly reach: Reach
}

/** Asked of the planner, which also finds what follows from other conditions. */
export async function bindingsOf(
  database: Pick<Database, 'executeSql'>,
  text: string,
  tables: ReadonlySet<string>,
): Promise<Bindings> {
  const nodes = withoutMonths([...nodesOf(await planOf(database, text))])
  const read = new Map(
    nodes.flatMap(node =>
      / Scan$/.test(node['Node Type']) && tables.has(node['Relation Name'] ?? '')
        ? [[node.Alias!, node['Relation Name']!]]
        : [],
    ),
  )
  const conditions = conditionsOf(nodes)
  const bound = reachedFrom(
    conditions.filter(([, other]) => !read.has(other ?? '')).map(([alias]) => alias),
    conditions.filter(([, other]) => read.has(other ?? '')),
    alias => read.has(alias),
  )
  const unbound = [...read].filter(([alias]) => !bound.has(alias)).map(([, table]) => table)
  const parts = partsOf(nodes[0]!).map(aliases => [...new Set(aliases)].filter(alias => read.has(alias)))
  return { unbound: [...new Set(unbound)].sort(), reach: reachOf(parts, nodes, conditions) }
}

/** @returns the aliases of each part that can run alone: others are joined, or are subqueries that name an outer row. */
function partsOf(node: PlanNode): string[][] {
  const own = / Scan$/.test(node['Node Type']) ? [node.Alias ?? ''] : []
  const plans = node.Plans ?? []
  const isAlone = (plan: PlanNode) => /^(InitPlan|CTE) /.test(plan['Subplan Name'] ?? '')
  const alone = plans.filter(isAlone).flatMap(partsOf)
  const within = plans.filter(plan => !isAlone(plan)).map(partsOf)
  if (own.length === 0 && (within.length < 2 || /Append$|^SetOp$/.test(node['Node Type'])))
    return [...within.flat(), ...alone]
  return [[...own, ...within.flat(2)], ...alone]
}

/** Both sides of an equality have the same partner. A list of partners, which has no alias here, is not one partner. */
function reachOf(
  parts: readonly (readonly string[])[],
  nodes: readonly PlanNode[],
  conditions: readonly Condition[],
): Reach {
  if (parts.flat().length === 0) return 'none'
  const links: Condition[] = [...conditions.filter(([, other]) => other), ...passedOn(nodes)]
  const both = [...links, ...links.map(([alias, other]) => [other!, alias] as const)]
  const named = conditions.filter(([, , isOne]) => isOne).map(([alias]) => alias)
  const reaches = (from: readonly string[], aliases: readonly string[]) => {
    const found = reachedFrom(from, both, () => true)
    return aliases.every(alias => found.has(alias))
  }
  if (reaches(named, parts.flat())) return 'one'
  return parts.every(aliases => reaches(aliases.slice(0, 1), aliases)) ? 'joined' : 'apart'
}

/** What `with`, subqueries and sides of a union answer has the partner of the table that they read it from. */
function passedOn(nodes: readonly PlanNode[]): Condition[] {
  const queries = new Map(nodes.map(node => [node['Subplan Name'], node]))
  return nodes.flatMap(node => {
    const [first, ...others] = /Append$/.test(node['Node Type']) ? partnersIn(node) : []
    if (first) return others.map(other => [first, other] as const)
    const source =
      node['Node Type'] === 'CTE Scan'
        ? queries.get(`CTE ${String(node['CTE Name'])}`)
        : node['Node Type'] === 'Subquery Scan'
          ? node.Plans?.[0]
          : undefined
    return source ? partnersIn(source).map(alias => [node.Alias!, alias] as const) : []
  })
}

/** @returns the tables of the partners that a part answers with, of each side of a union */
function partnersIn({ 'Node Type': type, Output = [], Plans = [] }: PlanNode): string[] {
  const own = Output.flatMap(column => /^\(*"?(\w+)"?\.partner_id\)*$/.exec(column)?.[1] ?? [])
  return /Append$|Aggregate$|^(Subquery Scan|Sort|Incremental Sort|Unique|Limit)$/.test(type)
    ? [...own, ...Plans.flatMap(partnersIn)]
    : own
}

function reachedFrom(
  from: readonly string[],
  conditions: readonly Condition[],
  counts: (alias: string) => boolean,
): Set<string> {
  const found = new Set(from)
  for (let before = -1; found.size > before; ) {
    before = found.size
    for (const [alias, other] of conditions) if (other && found.has(other) && counts(other)) found.add(alias)
  }
  return found
}

async function planOf({ executeSql }: Pick<Database, 'executeSql'>, text: string): Promise<PlanNode> {
  try {
    const { rows } = await executeSql(`explain (generic_plan, verbose, costs off, format json) ${text}`)
    const [row] = rows as readonly unknown[]
    const { Plan } = (row as { 'QUERY PLAN': [{ Plan: PlanNode }] })['QUERY PLAN'][0]
    // The planner names the sides of a union so.
    return JSON.parse(
      JSON.stringify(Plan).replace(/(?:\\")?\*SELECT\* ([\d_]+)(?:\\")?/g, 'side_$1'),
    ) as PlanNode
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
const partnerFirst = new RegExp(`${partnerColumn} = (?=\\(*(?:"?(\\w+)"?\\.|(\\$\\d|'))?)`, 'g')
const partnerLast = new RegExp(`(?:"?(\\w+)"?\\.)?(?:(\\$\\d+)|[^\\s.]+) = \\(*${partnerColumn}`, 'g')
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
      ...[...text.matchAll(partnerFirst)].map(
        ([, alias, other, one]) => [alias!, other, Boolean(one)] as const,
      ),
      ...[...text.matchAll(partnerLast)].map(
        ([, other, one, alias]) => [alias!, other, Boolean(one)] as const,
      ),
    ])
}
