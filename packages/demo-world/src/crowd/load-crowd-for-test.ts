import { writeSync } from 'node:fs'
import { openWorld, readEnv, type World } from '@dineward/server/seeding.ts'
import { type Crowd, readCrowd } from './crowd-file.ts'
import { loadCrowd } from './load-crowd.ts'

/* A process of its own, to be killed: `node load-crowd-for-test.ts FOLDER` loads a part of the crowd until the middle. */

const mostRows = 300

/** The embedded database, empty but for its tables. */
export const openEmpty = (dataDir: string, now: Date): Promise<World> =>
  openWorld(readEnv({ APP_ENV: 'demo', DATA_DIR: dataDir, DEMO_NOW: now.toISOString() }))

/** The first rows of each table, without what is played, and without claims, which are answered by whole rows. */
export async function readPart(now: Date): Promise<Crowd> {
  const crowd = await readCrowd(now)
  const postings = crowd.tables.find(({ name }) => name === 'ledger_postings')!.columns
  const firstPostings = new Set(postings.id!.slice(0, mostRows))
  const tables = crowd.tables.flatMap(({ name, columns }) => {
    if (name === 'claims') return []
    const isKept = (row: number) =>
      name === 'ledger_entries' ? firstPostings.has(columns.posting_id![row]!) : row < mostRows
    const parts = Object.entries(columns).map(([column, values]) => [
      column,
      values.filter((_, row) => isKept(row)),
    ])
    return { name, columns: Object.fromEntries(parts) as Crowd['tables'][number]['columns'] }
  })
  return { ...crowd, tables, joining: [], coming: [] }
}

/** After most tables it says so, and stands still. */
async function readUntilMiddle(now: Date): Promise<Crowd> {
  const crowd = await readPart(now)
  const middle = crowd.tables.findIndex(({ name }) => name === 'ledger_postings') + 1
  const tables = crowd.tables.map((table, index) => ({
    name: table.name,
    get columns() {
      if (index === middle) {
        writeSync(1, 'middle\n')
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
      }
      return table.columns
    },
  }))
  return { ...crowd, tables }
}

if (import.meta.main) {
  const [, , folder, now] = process.argv
  await loadCrowd(await openEmpty(folder!, new Date(now!)), { report: () => {}, read: readUntilMiddle })
}
