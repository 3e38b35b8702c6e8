import { appendFileSync } from 'node:fs'
import pg from 'pg'

/*
 * Loaded into the server before anything else (`--import`): writes what every connection of its pools is asked, a line
 * each, to the file that STATEMENT_LOG names.
 */
const file = process.env.STATEMENT_LOG
if (file) {
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [first] = args
    const text = typeof first === 'string' ? first : (first as { text?: string }).text
    appendFileSync(file, `${(text ?? '').replace(/\s+/g, ' ')}\n`)
    return query.apply(this, args)
  } as typeof pg.Client.prototype.query
}
