import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { newMerchant } from '../testing/factories.ts'
import { longTest } from '../testing/long-test.ts'
import { createTestApp } from '../testing/test-app.ts'
import { startEmbeddedDatabase } from './embedded/embedded-database.ts'
import { openDatabase } from './open-database.ts'

const folder = mkdtempSync(join(tmpdir(), 'dw-faults-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function open(name: string, onFatal: (error: Error) => void) {
  return openDatabase({
    databaseUrl: null,
    dataDir: join(folder, name),
    socketDir: join(folder, name),
    dumpFile: inject('dumpFile')!,
    onFatal,
  })
}

describe('a full disk', () => {
  const fails = (code: string) => `do $$ begin raise exception 'no room' using errcode = '${code}'; end $$`

  test('several product queries fail -> reported once', longTest, async () => {
    const fatal: Error[] = []
    const database = await open('d', error => fatal.push(error))
    for (let query = 0; query < 3; query++)
      await expect(sql.raw(fails('53100')).execute(database.db)).rejects.toThrow('no room')
    expect(fatal).toHaveLength(1)
    await database.close()
  })

  test('query of the job queue fails -> reported; other errors -> not', async () => {
    const fatal: Error[] = []
    const database = await open('j', error => fatal.push(error))
    await expect(database.executeSql(fails('23505'))).rejects.toThrow('no room')
    expect(fatal).toHaveLength(0)
    await expect(database.executeSql(fails('53100'))).rejects.toThrow('no room')
    expect(fatal).toMatchObject([{ code: '53100' }])
    await database.close()
  })
})

describe('a first start that a full disk ended', () => {
  const startOf = (name: string) => ({
    databaseUrl: null,
    dataDir: join(folder, name),
    socketDir: join(folder, `s-${name}`),
    emptyDump: inject('dumpFile')!,
  })

  test('file system of the database says ENOSPC -> an error that says so', async () => {
    const program = new URL("data:text/javascript,throw { name: 'ErrnoError', errno: 51 }")
    const starting = startEmbeddedDatabase({
      folder: null,
      dumpFile: null,
      socketDir: join(folder, 'e'),
      program,
    })
    await expect(starting).rejects.toMatchObject({ code: 'ENOSPC', message: 'no space left on device' })
  })

  test('half-made folder -> made anew; a complete one -> kept', async () => {
    const half = join(folder, 'half/postgres')
    mkdirSync(join(half, 'base'), { recursive: true })
    writeFileSync(join(half, 'PG_VERSION'), '18')
    writeFileSync(`${half}.unfinished`, '')
    const made = await openDatabase(startOf('half'))
    await sql`create table kept_rows ()`.execute(made.db)
    await made.close()
    const again = await openDatabase(startOf('half'))
    await sql`select from kept_rows`.execute(again.db)
    await again.close()
  })

  test('database that cannot be made -> the next start begins anew', longTest, async () => {
    const noDump = join(folder, 'torn.tar')
    writeFileSync(noDump, readFileSync(inject('dumpFile')!).subarray(0, 200_000))
    await expect(openDatabase({ ...startOf('torn'), emptyDump: noDump })).rejects.toThrow()
    const made = await openDatabase(startOf('torn'))
    await made.close()
  })
})

describe('the thread of the database', () => {
  test('restart keeps failing -> reported once, and closing still ends', async () => {
    const [restarts, fatal] = [[] as string[], [] as Error[]]
    const flag = new URL(`file://${join(folder, 'started')}`)
    // Starts the first time, and never again.
    const program = new URL(
      `data:text/javascript,${encodeURIComponent(`
        import { existsSync, writeFileSync } from 'node:fs'
        import { parentPort } from 'node:worker_threads'
        if (existsSync(new URL('${flag}'))) throw new Error('it is broken')
        writeFileSync(new URL('${flag}'), '')
        parentPort.on('message', () => {})
        parentPort.postMessage('ready')
      `)}`,
    )
    const database = await startEmbeddedDatabase({
      folder: null,
      dumpFile: null,
      socketDir: join(folder, 'b'),
      program,
      onRestart: reason => restarts.push(reason),
      onFatal: error => fatal.push(error),
    })
    database.restart('a test said so')
    await expect.poll(() => fatal.length).toBe(1)
    expect(fatal[0]).toMatchObject({
      message: 'The embedded database could not be started again.',
      cause: { message: 'it is broken' },
    })
    expect(restarts).toHaveLength(2)
    await database.close()
  })

  test('that dies under a request: 503 with Retry-After within five seconds, and the next one is served', async () => {
    const database = await openDatabase({
      databaseUrl: null,
      dataDir: join(folder, 'app'),
      socketDir: join(folder, 'a'),
      emptyDump: inject('dumpFile')!,
    })
    const app = await createTestApp({ db: database.db })
    const { id } = await newMerchant({ ...app, database }, app.partners.bySlug('skyward')!)
    const read = () =>
      app.app.inject({
        url: `/api/v2/Merchants/${id}`,
        headers: { host: 'localhost' },
      })
    const run = (statement: string) => sql.raw(statement).execute(database.db)
    expect((await read()).statusCode).toBe(200)
    await run('alter table merchants rename to merchants_original')
    await run('create view merchants as select original.* from merchants_original original, pg_sleep(30)')
    const [answer, waited] = [read(), read()]
    await sleep(300)
    database.restart!('a test said so')
    expect((await answer).statusCode).toBe(503)
    expect((await answer).headers['retry-after']).toBe('2')
    expect((await answer).json().code).toBe('unavailable')
    expect((await waited).statusCode).toBe(503)
    await expect.poll(() => run('drop view merchants').then(() => 'dropped', String)).toBe('dropped')
    await run('alter table merchants_original rename to merchants')
    expect((await read()).json().id).toBe(id)
    await database.close()
  })
})
