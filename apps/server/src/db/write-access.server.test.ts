import { type RawBuilder, sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { newServerDatabase } from '../testing/databases/server-database.ts'
import { openDatabase } from './open-database.ts'

const { databaseUrl, open } = await newServerDatabase()
const { db, longDb } = await open()
const server = await openDatabase({ databaseUrl: inject('postgresUrl')!, dataDir: '', socketDir: '' })
const name = new URL(databaseUrl).pathname.slice(1)
const onServer = (statement: RawBuilder<unknown>) => statement.execute(server.db)

async function count(query: RawBuilder<{ count: number }>, of = server.db): Promise<number> {
  const { rows } = await query.execute(of)
  return rows[0]!.count
}
const connections = () => count(sql`select count(*) from pg_stat_activity where datname = ${name}`)
const writes = () => count(sql`select count(*) from used_card_tokens`, db)

const write = (of: typeof db) =>
  of
    .transaction()
    .execute(trx =>
      sql`insert into used_card_tokens values ('harbor', ${crypto.randomUUID()}, now())`.execute(trx),
    )
    .then(
      () => 'written',
      error => error.code,
    )

test('a database turns read-only and back while a process runs -> refused, then written, without a restart', async () => {
  const before = await writes()
  expect(await write(db)).toBe('written')
  await onServer(sql`alter database ${sql.id(name)} set default_transaction_read_only = on`)
  await onServer(sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`)
  await expect.poll(connections).toBe(0)
  for (const one of [db, longDb]) await expect.poll(() => write(one)).toBe('25006')
  await onServer(sql`alter database ${sql.id(name)} reset default_transaction_read_only`)
  // The connection that was refused is not used again.
  for (const one of [db, longDb]) expect(await write(one)).toBe('written')
  expect(await writes()).toBe(before + 3)
  await server.close()
})
