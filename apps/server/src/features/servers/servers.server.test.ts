import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../../db/open-database.ts'
import { closeAfterFile } from '../../testing/databases/close-after-file.ts'
import { newServerDatabase } from '../../testing/databases/server-database.ts'
import { type JoinOptions, joinServers } from './servers.service.ts'

let db: Db
let warned: string[]

beforeEach(async () => {
  db = (await (await newServerDatabase()).open()).db
  warned = []
})

async function join(options: Partial<JoinOptions> = {}) {
  const joined = await joinServers({
    db,
    role: 'web',
    port: 3000,
    secrets: { APP_SECRET: ['the-secret-of-all'] },
    isStrict: true,
    warn: sentence => warned.push(sentence),
    ...options,
  })
  closeAfterFile(() => joined.leave())
  return joined
}

const other = { APP_SECRET: ['another-secret'] }

describe('processes on one database', () => {
  test('the same secrets and the right time -> all join, and what is stored contains no secret', async () => {
    await Promise.all([join(), join({ port: 3001 }), join({ port: 3002, role: 'worker' })])
    const rows = await db.selectFrom('servers').selectAll().execute()
    expect(rows.map(({ role }) => role).sort()).toEqual(['web', 'web', 'worker'])
    expect(JSON.stringify(rows)).not.toContain('the-secret-of-all')
    expect(warned).toEqual([])
  })

  test('another secret -> refused with its name, and joins once the others have left', async () => {
    const first = await join()
    await expect(join({ port: 3001, secrets: other })).rejects.toThrow(
      /^APP_SECRET differs from that of .*:3000/,
    )
    await first.leave()
    await join({ port: 3001, secrets: other })
  })

  test('another secret where the others were killed half a minute ago -> joins', async () => {
    await join()
    await sql`update servers set seen_at = now() - interval '31 seconds'`.execute(db)
    await join({ secrets: other })
    expect(await db.selectFrom('servers').select('id').execute()).toHaveLength(1)
  })

  test('another secret in the demo -> warned of only', async () => {
    await join()
    await join({ secrets: other, isStrict: false })
    expect(warned).toEqual([expect.stringMatching(/^APP_SECRET differs/)])
  })

  test('a clock five minutes off -> refused at the start, warned of once while it runs', async () => {
    const fiveMinutesAhead = () => Date.now() + 300_000
    await expect(join({ now: fiveMinutesAhead })).rejects.toThrow(/5 min 0 s ahead of the database's/)
    let now = Date.now
    await join({ now: () => now(), reportEveryMs: 20 })
    now = fiveMinutesAhead
    await expect.poll(() => warned.length).toBe(1)
    expect(warned[0]).toMatch(/ahead of the database's/)
  })
})
