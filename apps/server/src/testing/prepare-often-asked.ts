import pg from 'pg'

/** Each stays in the memory of every connection that asked it. */
const maxStatements = 1_000
/** Most texts are asked once or twice only. */
const asksBefore = 3

const asked = new Map<string, number>()
const names = new Map<string, string>()
const databases = new Set<string>()

/**
 * Statements that tests ask often are parsed and planned once a connection, which takes PostgreSQL a third of its time
 * otherwise. For databases whose columns stay as they are.
 */
export function prepareOftenAsked(databaseUrl: string): void {
  if (databases.size === 0) replaceQuery()
  databases.add(new URL(databaseUrl).pathname.slice(1))
}

function replaceQuery(): void {
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [text, values, callback] = args
    // Without a callback, as the product asks; what has no values may be several statements.
    if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0 || callback)
      return query.apply(this, args)
    const name = databases.has(this.database ?? '') ? nameOf(text) : undefined
    return query.call(this, name ? { name, text, values } : text, name ? undefined : values)
  } as typeof pg.Client.prototype.query
}

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known || names.size === maxStatements) return known
  const times = (asked.get(text) ?? 0) + 1
  asked.set(text, times)
  if (times <= asksBefore) return undefined
  const name = `often_${names.size}`
  names.set(text, name)
  return name
}
