import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createTestApp } from '../testing/test-app.ts'
import { byKey, inOneStatement, unnested } from './one-statement.ts'
import type { Db } from './open-database.ts'

const app = await createTestApp()
const { db } = app.database

function counting() {
  const calls: string[][] = []
  const load = async (on: Db, keys: readonly string[]) => {
    calls.push([...keys])
    const { source } = unnested(
      keys.map(name => ({ name })),
      { name: 'text' },
    )
    const { rows } = await sql<{ n: number; name: string }>`
      select n::int, upper(name) as name from ${source} with ordinality as one (name, n)
      where name <> 'missing' order by 1 / length(name)`.execute(on)
    return byKey(keys, rows)
  }
  return { calls, load }
}

describe('tasks that share a transaction', () => {
  test('call at the same time -> one statement, and each gets its own rows', async () => {
    const { calls, load } = counting()
    const found = await db
      .transaction()
      .execute(trx => Promise.all(['a', 'missing', 'b', 'a'].map(name => inOneStatement(trx, load, name))))
    expect(found).toEqual([[{ name: 'A' }], [], [{ name: 'B' }], [{ name: 'A' }]])
    expect(calls).toEqual([['a', 'missing', 'b', 'a']])
  })

  test('call one after the other -> each reads what is there by then', async () => {
    const { calls, load } = counting()
    await db.transaction().execute(async trx => {
      await inOneStatement(trx, load, 'a')
      await inOneStatement(trx, load, 'a')
    })
    expect(calls).toEqual([['a'], ['a']])
  })

  test('one of them breaks the statement -> all of them fail', async () => {
    const { load } = counting()
    const ended: string[] = []
    const run = db.transaction().execute(async trx => {
      const tasks = ['a', ''].map(name => inOneStatement(trx, load, name))
      for (const { status } of await Promise.allSettled(tasks)) ended.push(status)
      throw new Error('rolled back')
    })
    await expect(run).rejects.toThrow('rolled back')
    expect(ended).toEqual(['rejected', 'rejected'])
  })

  test('of two transactions -> a statement each', async () => {
    const { calls, load } = counting()
    const inTransaction = (name: string) => db.transaction().execute(trx => inOneStatement(trx, load, name))
    await Promise.all([inTransaction('a'), inTransaction('b')])
    expect(calls.toSorted()).toEqual([['a'], ['b']])
  })
})
