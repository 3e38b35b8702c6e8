import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { asOwner } from '../testing/databases/owner-database.ts'
import { createTestApp } from '../testing/test-app.ts'

const app = await createTestApp({}, { ownDatabase: true })
const { db, preparedDb } = app.database

test('a statement twice -> prepared once, and a transaction sees its own changes', async () => {
  const select = (name: string) => sql<{ name: string }>`select ${name}::text as name`.execute(preparedDb)
  expect((await select('first')).rows).toEqual([{ name: 'first' }])
  expect((await select('second')).rows).toEqual([{ name: 'second' }])
  await preparedDb.transaction().execute(async trx => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from pg_prepared_statements where statement like ${'%as name'}`.execute(trx)
    expect(rows[0]?.count).toBe(1)
  })
})

test('a migration adds a column -> the next attempt returns it', async () => {
  const owner = await asOwner(app.database)
  await sql`create table plates (id int)`.execute(owner)
  await sql`grant all on plates to public`.execute(owner)
  await sql`insert into plates values (1)`.execute(db)
  const select = () => sql`select * from plates where id = ${1}`.execute(preparedDb)
  await select()
  await sql`alter table plates add column size int default 5`.execute(owner)
  await expect(select()).rejects.toThrow('cached plan must not change result type')
  expect((await select()).rows).toEqual([{ id: 1, size: 5 }])
})

test('in a transaction -> planned once, however often its values differ', async () => {
  const count = (least: number) =>
    preparedDb.transaction().execute(async trx => {
      await sql`select count(*) as planned_once from plates where id > ${least}`.execute(trx)
      const { rows } = await sql<{ generic: number; custom: number }>`
        select generic_plans as generic, custom_plans as custom from pg_prepared_statements
        where statement like ${'%planned_once%'} and statement not like ${'%pg_prepared%'}`.execute(trx)
      return rows[0]!
    })
  const before = await count(1)
  expect(before.custom).toBe(0)
  expect(await count(2)).toEqual({ generic: before.generic + 1, custom: 0 })
})
