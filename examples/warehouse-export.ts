/*
 * Writes the dines that changed since the last run as lines of JSON, one file a run, for a warehouse to load:
 *   API=http://api.localhost:3000 KEY=dw_test_… node examples/warehouse-export.ts
 * The key needs dines:read. A dine that changed comes again: load by `id`, the newest `updatedAt` wins.
 */

import { once } from 'node:events'
import { createWriteStream, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { allOf, createClient } from '@dineward/api-client'

const { API = 'http://api.localhost:3000', KEY = '', FOLDER = 'warehouse' } = process.env
const client = createClient({ baseUrl: API, key: KEY })
mkdirSync(FOLDER, { recursive: true })
const mark = join(FOLDER, 'since.txt')
const since = existsSync(mark) ? readFileSync(mark, 'utf8') : '2000-01-01T00:00:00Z'
const startedAt = new Date()

const name = join(FOLDER, `dines-${startedAt.toISOString().replaceAll(':', '-')}.ndjson`)
const file = createWriteStream(`${name}.part`)
let rows = 0
const dines = allOf(cursor =>
  client.GET('/v1/dines', {
    params: { query: { updatedSince: since, limit: 200, ...(cursor ? { cursor } : {}) } },
  }),
)
for await (const dine of dines) {
  rows += 1
  if (!file.write(`${JSON.stringify(dine)}\n`)) await once(file, 'drain')
}
file.end()
await once(file, 'finish')
renameSync(`${name}.part`, name)
// What is being written now may show a moment later: the next run begins two minutes earlier.
writeFileSync(mark, new Date(startedAt.getTime() - 120_000).toISOString())
console.log(`${rows} dines written to ${name}.`)
