import { hash, randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { inject } from 'vitest'
import { offlineCommands } from '../cli/commands/backup-command.ts'
import { type Env, readEnv } from '../env/env.ts'
import type { Source } from '../env/env-values.ts'
import { closeAfterFile } from '../testing/databases/close-after-file.ts'
import { asRuntime } from '../testing/databases/native-postgres.ts'
import { asOwner } from '../testing/databases/owner-database.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import type { Manifest } from './manifest.ts'

export interface BackupStage {
  readonly app: TestApp
  /** It holds everything of the test. */
  readonly folder: string
  /** It has a photo and a cached picture. */
  readonly dataDir: string
  /** It is that of the app's database. */
  readonly sourceUrl: string
  env(databaseUrl: string | null, path?: string, more?: Source): Env
  run(
    name: 'backup write' | 'restore run' | 'move run',
    env: Env,
    ...args: string[]
  ): Promise<{ code: number; text: string }>
  emptyDatabase(): Promise<string>
  makeReadOnly(databaseUrl: string): Promise<void>
}

/** The stage is on a server of PostgreSQL, with its own database and data folder. */
export async function newBackupStage(): Promise<BackupStage> {
  const app = await createTestApp({}, { ownDatabase: true })
  const postgresUrl = inject('postgresUrl')!
  const folder = mkdtempSync(join(tmpdir(), 'dw-backup-'))
  closeAfterFile(() => rmSync(folder, { recursive: true, force: true }))
  const dataDir = join(folder, 'data')
  mkdirSync(join(dataDir, 'photos/a'), { recursive: true })
  mkdirSync(join(dataDir, 'images'), { recursive: true })
  writeFileSync(join(dataDir, 'photos/a/b.webp'), randomBytes(100_000))
  writeFileSync(join(dataDir, 'images/cached.avif'), 'made again')
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(app.database.db)
  return {
    app,
    folder,
    dataDir,
    sourceUrl: asRuntime(`${postgresUrl}/${rows[0]!.name}`),
    env: (databaseUrl, path = dataDir, more = {}) =>
      readEnv({ DATA_DIR: path, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}), ...more }),
    async run(name, env, ...args) {
      const lines: string[] = []
      const print = (line: string) => void lines.push(line)
      const actor = { kind: 'system', name: 'ada' } as const
      const code = await offlineCommands[name]!(env, args, { cwd: folder, print, actor })
      return { code, text: lines.join('\n') }
    },
    async emptyDatabase() {
      const name = `restore${randomBytes(6).toString('hex')}`
      const client = new pg.Client({ connectionString: `${postgresUrl}/postgres` })
      await client.connect()
      await client.query(`create database ${name} template template0`)
      await client.end()
      return `${postgresUrl}/${name}`
    },
    async makeReadOnly(databaseUrl) {
      const name = sql.id(databaseUrl.split('/').at(-1)!)
      await sql`alter database ${name} set default_transaction_read_only = on`.execute(
        await asOwner(app.database),
      )
    },
  }
}

export const manifestOf = (backup: string): Manifest =>
  JSON.parse(readFileSync(join(backup, 'manifest.json'), 'utf8')).manifest

/** It changes the manifest as an expert would: with a checksum that fits. */
export function changeManifest(backup: string, change: (manifest: Record<string, unknown>) => void): void {
  const manifest = manifestOf(backup) as unknown as Record<string, unknown>
  change(manifest)
  const sha256 = hash('sha256', JSON.stringify(manifest, null, 1))
  writeFileSync(join(backup, 'manifest.json'), JSON.stringify({ sha256, manifest }))
}
