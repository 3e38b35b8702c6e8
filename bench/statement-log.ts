import { appendFileSync } from 'node:fs'
import pg from 'pg'

/*
 * It is preloaded into the server (`--import`) and logs every SQL statement, one line each, to the file STATEMENT_LOG.
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
