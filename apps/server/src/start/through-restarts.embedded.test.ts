import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, inject, test } from 'vitest'
import { openDatabase } from '../db/open-database.ts'
import { longTest } from '../testing/long-test.ts'
import { throughRestarts } from './through-restarts.ts'

const folder = mkdtempSync(join(tmpdir(), 'dw-restarts-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const refused = () => Object.assign(new Error('connect ENOENT'), { code: 'ENOENT', syscall: 'connect' })

test(
  'the database is started again under a step, and while the step is repeated -> it is done',
  longTest,
  async () => {
    const database = await openDatabase({
      databaseUrl: null,
      dataDir: join(folder, 'd'),
      socketDir: join(folder, 's'),
      emptyDump: inject('dumpFile')!,
    })
    await sql`create table steps (name text primary key)`.execute(database.db)
    let restarts = 0
    await throughRestarts(database, async () => {
      await sql`insert into steps values ('first') on conflict do nothing`.execute(database.db)
      const second = sql`insert into steps select 'second' from pg_sleep(${restarts < 2 ? 60 : 0})`.execute(
        database.db,
      )
      if (restarts < 2) {
        restarts++
        database.restart!('a test said so')
      }
      await second
    })
    const { rows } = await sql<{ name: string }>`select name from steps order by 1`.execute(database.db)
    expect(rows).toEqual([{ name: 'first' }, { name: 'second' }])
    await database.close()
  },
)

test('never reachable again -> what failed, once its time is over', async () => {
  let count = 0
  const step = async () => {
    count++
    throw refused()
  }
  await expect(throughRestarts({ embedded: true }, step, 1_000)).rejects.toThrow('connect ENOENT')
  expect(count).toBeGreaterThan(1)
})

test.each([
  ['on a server', false, refused()],
  ['for another reason', true, new Error('a migration is wrong')],
])('a step fails %s -> not repeated', async (_, embedded, error) => {
  let count = 0
  const step = async () => {
    count++
    throw error
  }
  await expect(throughRestarts({ embedded }, step)).rejects.toThrow(error)
  expect(count).toBe(1)
})
