import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { openDatabase } from './open-database.ts'

test.each([
  ['a request', { mayTakeLong: false }, '15s'],
  ['a command', { mayTakeLong: true }, '0'],
])('%s, %o -> statements end after %s', async (_who, options, expected) => {
  const database = await openDatabase({
    databaseUrl: inject('postgresUrl')!,
    ...options,
    dataDir: '/tmp',
    socketDir: '/tmp',
  })
  const { rows } = await sql`show statement_timeout`.execute(database.db)
  expect(rows).toEqual([{ statementTimeout: expected }])
  await database.close()
})
