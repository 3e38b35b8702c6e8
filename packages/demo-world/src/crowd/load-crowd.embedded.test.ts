import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { World } from '@dineward/server/seeding.ts'
import { longTest } from '@dineward/server/testing/long-test.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { tablesInOrder } from './crowd-file.ts'
import { loadCrowd } from './load-crowd.ts'
import { openEmpty, readPart } from './load-crowd-for-test.ts'

/** The file's day, or one a week later, as it is for those who start the demo. */
const now = new Date('2027-02-03T18:00:00Z')
const report = () => {}
let folders: string[] = []
let worlds: World[] = []

beforeEach(() => {
  folders = []
  worlds = []
})

afterEach(async () => {
  for (const { database } of worlds) await database.close()
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dineward-crowd-test-'))
  folders.push(folder)
  return folder
}

async function open(folder: string): Promise<World> {
  const world = await openEmpty(folder, now)
  worlds.push(world)
  return world
}

test(
  'killed in the middle: leaves nothing, and the next start ends with the same rows',
  async () => {
    const folder = await newFolder()
    const program = fileURLToPath(new URL('./load-crowd-for-test.ts', import.meta.url))
    const child = spawn(process.execPath, [program, folder, now.toISOString()], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    expect(await firstLine(child)).toBe('middle')
    const ended = new Promise(resolve => child.once('exit', (_, signal) => resolve(signal)))
    child.kill('SIGKILL')
    expect(await ended).toBe('SIGKILL')

    const [again, whole] = [await open(folder), await open(await newFolder())]
    const empty = await digests(whole)
    expect(await digests(again)).toEqual(empty)
    const part = await readPart(now)
    for (const world of [again, whole]) await loadCrowd(world, { report, read: async () => part })
    const loaded = await digests(whole)
    expect(loaded.dines).not.toBe(empty.dines)
    expect(await digests(again)).toEqual(loaded)
  },
  longTest.timeout,
)

function firstLine({ stdout }: ChildProcess): Promise<string> {
  return new Promise(resolve => stdout!.once('data', (chunk: Buffer) => resolve(chunk.toString().trim())))
}

/** By table, without what each database says by itself: numbers of its transactions, and times of its clock. */
async function digests({ database: { db } }: World): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  const tables = await tablesInOrder(db)
  for (const { name } of tables.filter(table => !table.name.startsWith('kysely_'))) {
    const { rows } = await sql<{ digest: string }>`
      select count(*) || ' ' || md5(coalesce(string_agg((to_jsonb(one) - '{changed_in,changed_at,updated_at}'::text[])::text, ';' order by (to_jsonb(one) - '{changed_in,changed_at,updated_at}'::text[])::text), '')) as digest
      from ${sql.table(name)} as one`.execute(db)
    found[name] = rows[0]!.digest
  }
  return found
}
