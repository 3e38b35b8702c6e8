import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { longTest } from '../testing/long-test.ts'
import { openDatabase } from './open-database.ts'

const folder = mkdtempSync(join(tmpdir(), 'dw-db-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the embedded database', () => {
  test('answers after it was started again, and what was in flight has failed, not hung', async () => {
    const restarts: string[] = []
    const dataDir = join(folder, 'restart')
    const database = await openDatabase({
      databaseUrl: null,
      dataDir,
      socketDir: join(folder, 'r'),
      emptyDump: inject('dumpFile')!,
      onRestart: reason => restarts.push(reason),
    })
    await sql`create table saved (value integer)`.execute(database.db)
    await sql`insert into saved values (1)`.execute(database.db)
    const endless = sql`select pg_sleep(60)`.execute(database.db).catch(error => error)
    await new Promise(resolve => setTimeout(resolve, 200))
    database.restart!('a test said so')
    expect(await endless).toBeInstanceOf(Error)
    const { rows } = await eventually(() =>
      sql<{ value: number }>`select value from saved`.execute(database.db),
    )
    expect(rows).toEqual([{ value: 1 }])
    expect(restarts[0]).toBe('a test said so')
    await database.close()
  })

  test(
    'the connection is busy -> a request fails within its time, and the start and the queue wait',
    longTest,
    async () => {
      const database = await openDatabase({
        databaseUrl: null,
        dataDir: folder,
        socketDir: join(folder, 'o'),
        dumpFile: inject('dumpFile')!,
      })
      const waiting: Promise<{ rows: unknown[] }>[] = []
      await database.db.transaction().execute(async () => {
        waiting.push(
          sql`select 1 as one`.execute(database.backgroundDb),
          database.executeSql('select 1 as one'),
        )
        await expect(sql`select 1`.execute(database.db)).rejects.toThrow(/timeout/)
      })
      for (const { rows } of await Promise.all(waiting)) expect(rows).toEqual([{ one: 1 }])
      await database.close()
    },
  )

  test('variables of another database in the environment -> is found all the same', async () => {
    const others = { PGHOST: 'db', PGPORT: '5433', PGUSER: 'me', PGDATABASE: 'mine', PGPASSWORD: 'x' }
    const more = { PGSSLMODE: 'require', PGSSLNEGOTIATION: 'direct', PGOPTIONS: '-c search_path=mine' }
    for (const [name, value] of Object.entries({ ...others, ...more })) vi.stubEnv(name, value)
    onTestFinished(() => void vi.unstubAllEnvs())
    const database = await openDatabase({
      databaseUrl: null,
      dataDir: folder,
      socketDir: join(folder, 'v'),
      dumpFile: inject('dumpFile')!,
    })
    const { rows } = await sql`select count(*) as members from members`.execute(database.db)
    expect(rows).toEqual([{ members: 0 }])
    await database.close()
  })

  test('numbers and days arrive as they are meant', async () => {
    const database = await openDatabase({
      databaseUrl: null,
      dataDir: folder,
      socketDir: join(folder, 'n'),
      dumpFile: inject('dumpFile')!,
    })
    const { rows } =
      await sql`select 9007199254740991::bigint as big, 4.5::numeric as half, date '2026-03-10' as day`.execute(
        database.db,
      )
    expect(rows).toEqual([{ big: 9_007_199_254_740_991, half: 4.5, day: '2026-03-10' }])
    await database.close()
  })
})

async function eventually<T>(attempt: () => Promise<T>): Promise<T> {
  for (let left = 50; ; left--) {
    try {
      return await attempt()
    } catch (error) {
      if (left === 0) throw error
      await new Promise(resolve => setTimeout(resolve, 100))
    }
  }
}
