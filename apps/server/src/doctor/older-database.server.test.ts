import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { readMigrationNames } from '../db/migration-files.ts'
import { openDatabase } from '../db/open-database.ts'
import { migrateAsRecorded } from '../db/recorded-migrations.ts'
import { asOwner } from '../testing/owner-database.ts'
import { createTestApp } from '../testing/test-app.ts'
import { root } from '../world.ts'
import { examine } from './doctor.ts'

const app = await createTestApp({}, { ownDatabase: true })
const db = await asOwner(app.database)

test.each([5, 40])(
  'a database with the first %i migrations, before an upgrade -> no problem, and what to do',
  async applied => {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
    const name = `${rows[0]!.name}older${applied}`
    await sql`create database ${sql.id(name)}`.execute(db)
    const databaseUrl = `${inject('postgresUrl')}/${name}`
    const older = await openDatabase({ databaseUrl, dataDir: '', socketDir: '' })
    await migrateAsRecorded(older.db, (await readMigrationNames()).slice(0, applied))
    await older.close()
    const source = { DATABASE_URL: databaseUrl, DATA_DIR: mkdtempSync(join(tmpdir(), 'dw-doctor-')) }
    const found = await examine(source, { root, timeoutMs: 60_000 })
    await sql`drop database ${sql.id(name)}`.execute(db)
    expect(found.filter(({ ok }) => !ok)).toEqual([])
    expect(found.map(({ says }) => says)).toContainEqual(
      expect.stringMatching(/^older than the program.*: start the product once/),
    )
  },
)
