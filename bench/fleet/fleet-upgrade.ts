import { execFileSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import type { Outcome } from '../faults/fault-repair.ts'
import type { Fleet } from './fleet.ts'
import { type Scene, until } from './fleet-scene.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Upgrade one process after the other under load, then back, with a migration in between. */
export async function upgradeAndBack(scene: Scene): Promise<Outcome> {
  const { fleet, load, visitors } = scene
  const next = nextBuild(
    'create table of_the_next_build (id text primary key); alter table merchants add column of_the_next_build text',
  )
  try {
    await sleep(4_000)
    const ours = visitors.visits.files.size
    for (const member of fleet.members) await replace(fleet, member, next)
    await sleep(4_000)
    const both = visitors.visits.files.size
    for (const member of fleet.members) await replace(fleet, member)
    await sleep(4_000)
    const refused = [...load.acknowledged.statuses].filter(([status]) => status !== 200)
    const { rows } = await sql`select 1 from kysely_migration where name = '900-of-the-next-build'`.execute(
      fleet.database.db,
    )
    return {
      notes: `${fleet.members.length} processes replaced and replaced back; ${ours} files of the first build, ${both - ours} of the next one`,
      problems: [
        ...(rows.length === 1 ? [] : ['the next build did not migrate']),
        ...(both > ours ? [] : ['no page of the next build was read']),
        ...refused.map(([status, count]) => `${count} events were answered ${status}`),
      ],
    }
  } finally {
    rmSync(next, { recursive: true, force: true })
  }
}

async function replace(fleet: Fleet, member: Fleet['members'][number], build?: string): Promise<void> {
  await member.process.kill('SIGTERM')
  await fleet.start(member, build)
  // The proxy looks twice a second.
  await sleep(1_000)
}

/** Fault 13 kills one in the middle of a migration; then two start at the same time. */
export async function migrateKilled(fleet: Fleet): Promise<Outcome> {
  const { db } = fleet.database
  const next = nextBuild('create table of_the_next_build (id text primary key); select pg_sleep(3)')
  const tables = async () => {
    const { rows } = await sql`select 1 from pg_tables where tablename = 'of_the_next_build'`.execute(db)
    return rows.length
  }
  try {
    const [killed, ...others] = fleet.members
    for (const member of fleet.members.slice(0, 3)) await member.process.kill('SIGTERM')
    const starting = fleet.start(killed!, next).then(
      () => 'started',
      () => 'killed',
    )
    const migrating = `select pid from pg_stat_activity where query like '%pg_sleep(3)%' and pid <> pg_backend_pid()`
    const isMigrating = await until(
      async () => (await sql.raw(migrating).execute(db)).rows.length > 0,
      20_000,
    )
    process.kill(pidOf(next), 'SIGKILL')
    const ended = await starting
    const left = await until(async () => (await tables()) === 0, 10_000)
    await Promise.all(others.slice(0, 2).map(member => fleet.start(member, next)))
    const { rows } = await sql`select 1 from kysely_migration where name = '900-of-the-next-build'`.execute(
      db,
    )
    return {
      notes: 'killed while it migrated, then two started at once',
      problems: [
        ...(isMigrating === null || ended !== 'killed' ? ['it was not killed while it migrated'] : []),
        ...(left === null ? ['the half migration was left behind'] : []),
        ...(rows.length === 1 && (await tables()) === 1 ? [] : ['the next start did not complete it']),
        ...fleet.members
          .slice(3)
          .filter(({ process }) => !process.isAlive())
          .map(({ port }) => `${port} of the build before ended`),
      ],
    }
  } finally {
    rmSync(next, { recursive: true, force: true })
  }
}

/** It is that of the process that runs this build. */
function pidOf(folder: string): number {
  return Number(execFileSync('pgrep', ['-f', join(folder, 'apps/server/src/main.ts')], { encoding: 'utf8' }))
}

/** This build with other names for all of its files, and a migration. @returns its folder. */
function nextBuild(migration: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'dw-next-build-'))
  for (const name of ['apps/server', 'apps/web/dist', 'apps/console/dist', 'partners']) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    cpSync(join(root, name), join(folder, name), { recursive: true, verbatimSymlinks: true })
  }
  for (const name of ['node_modules', 'packages', 'package.json'])
    symlinkSync(join(root, name), join(folder, name))
  writeFileSync(join(folder, 'apps/server/src/db/migrations/900-of-the-next-build.sql'), migration)
  renameAssets(join(folder, 'apps/web/dist'))
  return folder
}

const textFiles = new Set(['.js', '.mjs', '.css', '.json', '.html'])

/** Names are what pages and scripts have in common. */
function renameAssets(dist: string): void {
  const assets = join(dist, 'client/assets')
  for (const file of readdirSync(assets)) if (/\.(br|gz)$/.test(file)) rmSync(join(assets, file))
  const names = new Map(
    readdirSync(assets).flatMap(file => {
      const [, hash, end] = /^([\w-]{8})(\.\w+)$/.exec(file) ?? []
      return hash ? [[file, `${[...hash].reverse().join('')}${end}`] as const] : []
    }),
  )
  const pattern = new RegExp([...names.keys()].map(name => name.replace(/[.]/g, '\\.')).join('|'), 'g')
  for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !textFiles.has(extname(entry.name))) continue
    const file = join(entry.parentPath, entry.name)
    const text = readFileSync(file, 'utf8').replace(pattern, name => names.get(name) ?? name)
    const renamed = names.get(entry.name)
    writeFileSync(renamed ? join(entry.parentPath, renamed) : file, text)
    if (renamed) rmSync(file)
  }
}
