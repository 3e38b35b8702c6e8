/*
 * Builds run side by side while one replaces another, so a migration may only add to what the build before uses; or it
 * says, with a row in `contract_migrations`, that builds without it have to be stopped first.
 */

const created = /\bcreate\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?([\w.]+)/gi

const aConstraint = 'adds a constraint'

/** Of a statement; the table it names, if any, is new in the same file. */
const narrowing: readonly [pattern: RegExp, what: string][] = [
  [/\bdrop\s+(table|column|view|function|sequence|type|schema)\b/i, 'removes something'],
  [/\brename\b/i, 'renames something'],
  [/\balter\s+column\s+\w+\s+(set\s+data\s+)?type\b/i, 'changes the type of a column'],
  [/\balter\s+column\s+\w+\s+set\s+not\s+null\b/i, 'requires a column that may be empty'],
  [/\balter\s+column\s+\w+\s+drop\s+default\b/i, 'removes a default'],
  [/\badd\s+(constraint|check|unique|primary\s+key|foreign\s+key)\b/i, aConstraint],
  [/\bcreate\s+unique\s+index\b/i, aConstraint],
  [/\badd\s+column\s+(?![^,;]*\bdefault\b)[^,;]*\bnot\s+null\b/i, 'adds a column that must be given'],
]

/** @returns sentences about statements that the build before may not survive. */
export function notAdditive(text: string): string[] {
  const code = text.replace(/--.*$/gm, '').replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
  if (/\binsert\s+into\s+contract_migrations\b/i.test(code)) return []
  const newColumns = [...code.matchAll(/\badd\s+column\s+(?:if\s+not\s+exists\s+)?(\w+)/gi)].map(
    ([, name]) => name!,
  )
  const replaced = [...code.matchAll(/\bdrop\s+constraint\s+(\w+)/gi)].map(([, name]) => name!)
  const ownTables = [...code.matchAll(created)].map(([, name]) => name!.toLowerCase())
  return code
    .split(';')
    .map(statement => statement.trim())
    .filter(
      statement => !ownTables.some(name => new RegExp(`\\b(table|on)\\s+${name}\\b`, 'i').test(statement)),
    )
    .flatMap(statement => {
      const found = narrowing.find(([pattern]) => pattern.test(statement))
      if (found?.[1] === aConstraint && keepsOldRows(statement, { newColumns, replaced })) return []
      return found ? [`${found[1]}: ${statement.replace(/\s+/g, ' ').slice(0, 120)}`] : []
    })
}

/**
 * The build before leaves a new column at its default, which the constraint has to allow; one that replaces another of
 * its name lets a value more in.
 */
function keepsOldRows(
  statement: string,
  { newColumns, replaced }: { readonly newColumns: readonly string[]; readonly replaced: readonly string[] },
): boolean {
  const [constraint = ''] =
    /\badd\s+(constraint|check|unique|primary|foreign)\b[\s\S]*/i.exec(statement) ?? []
  const name = /^add\s+constraint\s+(\w+)/i.exec(constraint)?.[1]
  const isAbout = (column: string) => new RegExp(`\\b${column}\\b`).test(constraint)
  return (name !== undefined && replaced.includes(name)) || newColumns.some(isAbout)
}
