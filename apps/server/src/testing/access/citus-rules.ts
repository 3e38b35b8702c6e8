import { loadModule, parseSync } from 'libpg-query'
import type { Reach } from './partner-bindings.ts'

/*
 * What Citus refuses of statements (docs/decisions/103 says where the rules are from). One that names its program by
 * equality runs whole on that program's machine; of several programs at once:
 * S1 no row is locked;
 * S2 tables are joined by program, if at all: also in outer joins and correlated subqueries;
 * S3 nothing is recursive, sampled, or grouped by grouping sets;
 * S8 no row is found by its place (`ctid`);
 * S12 no subquery depends on a row of a list, which is on no machine.
 * And of all that read or change a table that is not of the coordinator alone:
 * S4 an insert has no subqueries, but for those of a select that says what to insert;
 * S5 an update or delete calls no volatile function;
 * S6 what it sets and compares calls no stable function with a column, nor in `case` or `coalesce`; `returning` calls none;
 * S7 nor does `on conflict`;
 * S9 tables of the coordinator take no part in changing others, nor those of programs in changing tables with copies;
 * S10 the program of a row stays;
 * S11 a part of a `with` reads nothing that an earlier part changes: they run one after the other.
 */

export interface Placement {
  readonly distributed: ReadonlySet<string>
  /** They have a copy on each machine. */
  readonly copied: ReadonlySet<string>
}

/** Functions by name: `s` where an answer of theirs is of a time or a setting, `v` where it may differ at each call. */
export type Volatilities = ReadonlyMap<string, 's' | 'v'>

type Tree = Readonly<Record<string, unknown>>
interface Found {
  readonly type: string
  readonly node: Tree
}

await loadModule()

export interface Refusal {
  readonly rule: string
  /** They are those of its tables that Citus knows. */
  readonly tables: readonly string[]
}

/** @returns the rules that it breaks */
export function brokenCitusRules(
  text: string,
  { placement, volatilities, reach }: { placement: Placement; volatilities: Volatilities; reach: Reach },
): Refusal[] {
  const nodes = [...within(parseSync(text))]
  const withNames = new Set(
    nodes.flatMap(({ type, node }) => (type === 'CommonTableExpr' ? [node.ctename] : [])),
  )
  const tables = tablesIn(nodes).filter(name => !withNames.has(name))
  const isSpread = (name: string) => placement.distributed.has(name) || placement.copied.has(name)
  if (!tables.some(isSpread)) return []
  const isLocal = (name: string) => !isSpread(name)
  const changes = nodes.filter(({ type }) => isChange(type))
  const broken = changes.flatMap(change =>
    isSpread(tableOf(change.node.relation as Tree)) ? brokenByChange(change, { volatilities, nodes }) : [],
  )
  const changed = changes.map(({ node }) => tableOf(node.relation as Tree))
  const isCopied = (name: string) => placement.copied.has(name)
  if (changed.some(isSpread) && tables.some(isLocal)) broken.push('S9')
  if (changed.some(isCopied) && !tables.every(isCopied)) broken.push('S9')
  if (readsWhatIsChanged(nodes, tables)) broken.push('S11')
  if (reach === 'joined' || reach === 'apart') broken.push(...brokenAcross(nodes, reach, withNames))
  const names = [...new Set(tables.filter(isSpread))].sort()
  return [...new Set(broken)].sort().map(rule => ({ rule, tables: names }))
}

const isChange = (type: string) => /^(Insert|Update|Delete)Stmt$/.test(type)
const tablesIn = (nodes: readonly Found[]) =>
  nodes.flatMap(({ type, node }) =>
    type === 'RangeVar' || isChange(type)
      ? [tableOf(type === 'RangeVar' ? node : (node.relation as Tree))]
      : [],
  )
const tableOf = (relation: Tree) => String(relation.relname)

/** On several machines the parts of a `with` run one after the other, so that later ones see what earlier ones changed. */
function readsWhatIsChanged(nodes: readonly Found[], tables: readonly string[]): boolean {
  const parts = nodes
    .filter(({ type }) => type === 'CommonTableExpr')
    .map(({ node }) => [...within(node.ctequery)])
  const main = [...tables]
  for (const name of parts.flatMap(tablesIn)) if (main.includes(name)) main.splice(main.indexOf(name), 1)
  return parts.some((part, index) => {
    const later = [...parts.slice(index + 1).flatMap(tablesIn), ...main]
    return part.some(({ type, node }) => isChange(type) && later.includes(tableOf(node.relation as Tree)))
  })
}

/** Of a statement that reaches several programs. */
function brokenAcross(nodes: readonly Found[], reach: Reach, withNames: ReadonlySet<unknown>): string[] {
  const has = (found: RegExp) => nodes.some(({ type }) => found.test(type))
  return [
    ...(has(/^LockingClause$/) ? ['S1'] : []),
    ...(reach === 'apart' ? ['S2'] : []),
    ...(has(/^(GroupingSet|RangeTableSample)$/) ||
    nodes.some(({ node }) => (node.withClause as Tree | undefined)?.recursive === true)
      ? ['S3']
      : []),
    ...(nodes.some(({ node }) => isCtid(node)) ? ['S8'] : []),
    ...(nodes.some(one => asksForEachOfList(one, withNames)) ? ['S12'] : []),
  ]
}

/** It has a subquery for each row of a list that it was given or has made: lists are on no machine. */
function asksForEachOfList({ type, node }: Found, withNames: ReadonlySet<unknown>): boolean {
  if (!/^(Select|Update|Delete)Stmt$/.test(type)) return false
  const from = [...ofLevel([node.fromClause, node.usingClause])]
  const lists = from.filter(one => isList(one, withNames)).map(aliasOf)
  const nested = [
    ...from.filter(one => one.node.lateral === true && one.type === 'RangeSubselect'),
    ...[...ofLevel([node.targetList, node.whereClause])].filter(one => one.type === 'SubLink'),
  ]
  return nested.some(one => {
    const inner = [...within(one.node)]
    return (
      inner.some(found => found.type === 'RangeVar' && !withNames.has(found.node.relname)) &&
      inner.some(found => found.type === 'ColumnRef' && lists.includes(firstField(found)))
    )
  })
}

function isList({ type, node }: Found, withNames: ReadonlySet<unknown>): boolean {
  if (type === 'RangeVar') return withNames.has(node.relname)
  if (type !== 'RangeSubselect') return type === 'RangeFunction'
  return node.lateral !== true && ![...within(node)].some(found => found.type === 'RangeVar')
}

const aliasOf = ({ node }: Found) =>
  (node.alias as { aliasname: string } | undefined)?.aliasname ?? node.relname
const firstField = ({ node }: Found) =>
  (node.fields as readonly { String?: { sval: string } }[] | undefined)?.[0]?.String?.sval

const isCtid = ({ fields }: Tree) => JSON.stringify(fields ?? '').includes('"sval":"ctid"')

interface Judged {
  readonly volatilities: Volatilities
  readonly nodes: readonly Found[]
}

function brokenByChange({ type, node }: Found, { volatilities, nodes }: Judged): string[] {
  const mutable = (found: Found) => volatilityOf(found, volatilities)
  const conflict = node.onConflictClause as Tree | undefined
  const set = (type === 'UpdateStmt' ? node.targetList : undefined) as unknown
  const fixed = [set, type === 'InsertStmt' ? undefined : node.whereClause].flatMap(part => [
    ...ofLevel(part),
  ])
  const isFixed = type !== 'InsertStmt'
  return [
    ...(type === 'InsertStmt' && hasOwnSubquery(node) ? ['S4'] : []),
    ...(isFixed && nodes.some(found => mutable(found) === 'v') ? ['S5'] : []),
    ...(fixed.some(found => mutable(found) === 's' && readsColumn(found)) ? ['S6'] : []),
    ...(fixed.some(found => /^(CaseExpr|CoalesceExpr)$/.test(found.type) && anyMutable(found.node, mutable))
      ? ['S6']
      : []),
    ...(anyMutable(node.returningClause, mutable) ? ['S6'] : []),
    ...(conflict && anyMutable([conflict.targetList, conflict.whereClause], mutable) ? ['S7'] : []),
    ...(setsPartner(set) || setsPartner(conflict?.targetList) ? ['S10'] : []),
  ]
}

const anyMutable = (part: unknown, mutable: (found: Found) => unknown) => [...within(part)].some(mutable)
const readsColumn = ({ node }: Found) => [...within(node)].some(({ type }) => type === 'ColumnRef')
const setsPartner = (list: unknown) =>
  Array.isArray(list) && list.some(one => (one as { ResTarget?: Tree }).ResTarget?.name === 'partner_id')

/** Those of a select to insert are its own. */
function hasOwnSubquery({ selectStmt, onConflictClause, returningClause }: Tree): boolean {
  const values = (selectStmt as { SelectStmt?: Tree } | undefined)?.SelectStmt?.valuesLists
  return [...within([values, onConflictClause, returningClause])].some(({ type }) => type === 'SubLink')
}

function volatilityOf({ type, node }: Found, volatilities: Volatilities): 's' | 'v' | undefined {
  if (type === 'SQLValueFunction' || (type === 'A_Expr' && addsInterval(node))) return 's'
  if (type !== 'FuncCall') return undefined
  const names = node.funcname as readonly { String: { sval: string } }[]
  return volatilities.get(names.at(-1)!.String.sval)
}

/** What a day or a month adds to a time depends on the time zone that is set. */
function addsInterval({ lexpr, rexpr }: Tree): boolean {
  const isInterval = (part: unknown) => /"make_interval"|"interval"/.test(JSON.stringify(part ?? ''))
  const isColumn = (part: unknown) => typeof part === 'object' && part !== null && 'ColumnRef' in part
  return (isColumn(lexpr) && isInterval(rexpr)) || (isColumn(rexpr) && isInterval(lexpr))
}

function* within(part: unknown): Iterable<Found> {
  if (typeof part !== 'object' || part === null) return
  for (const [type, node] of Object.entries(part)) {
    if (/^[A-Z]/.test(type)) yield { type, node: node as Tree }
    // It names aliases as if they were tables.
    if (type !== 'LockingClause') yield* within(node)
  }
}

/** It leaves out what subqueries have: Citus runs them first, and puts in what they answer. */
function* ofLevel(part: unknown): Iterable<Found> {
  if (typeof part !== 'object' || part === null) return
  for (const [type, node] of Object.entries(part)) {
    if (type === 'SelectStmt') continue
    if (/^[A-Z]/.test(type)) yield { type, node: node as Tree }
    yield* ofLevel(node)
  }
}
