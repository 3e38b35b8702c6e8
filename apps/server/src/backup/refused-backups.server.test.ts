import { hash, randomBytes } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../db/open-database.ts'
import { newMember } from '../testing/factories.ts'
import { changeManifest, manifestOf, newBackupStage } from './backup-stage-for-test.ts'
import type { Manifest } from './manifest.ts'
import { refuseUnfinishedRestore } from './restore-place.ts'
import { readTableShapes } from './table-rows.ts'

const stage = await newBackupStage()
const { app, folder, sourceUrl } = stage
const good = join(folder, 'good')

beforeAll(async () => {
  await newMember(app, app.newPartner())
  await stage.run('backup write', stage.env(sourceUrl), '--to', good)
})

function copyOfGood(): string {
  const copy = join(folder, randomBytes(6).toString('hex'))
  cpSync(good, copy, { recursive: true })
  return copy
}

async function tablesOf(databaseUrl: string): Promise<number> {
  const database = await openDatabase({ databaseUrl, dataDir: '', socketDir: '' })
  const shapes = await readTableShapes(database.db)
  await database.close()
  return shapes.length
}

describe('a backup that is refused', () => {
  const firstTable = (backup: string) =>
    join(backup, manifestOf(backup).tables.find(({ name }) => name === 'members')!.path)
  const cases: Record<string, { damage(backup: string): void; says: RegExp }> = {
    'cut short': {
      damage: backup => truncateSync(firstTable(backup), 40),
      says: /damaged: tables\/members.ndjson.gz was cut short/,
    },
    'with an edited row': {
      damage(backup) {
        const text = gunzipSync(readFileSync(firstTable(backup)))
          .toString()
          .replace('Ada', 'Eve')
        writeFileSync(
          firstTable(backup),
          gzipSync(`${text}${' '.repeat(200)}${randomBytes(200).toString('hex')}`),
        )
      },
      says: /damaged: tables\/members.ndjson.gz was changed/,
    },
    'without one of its files': {
      damage: backup => rmSync(join(backup, 'files/photos/a/b.webp')),
      says: /not complete: files\/photos\/a\/b.webp is missing/,
    },
    'stopped before its end': {
      damage: backup => truncateSync(join(backup, 'manifest.json'), 500),
      says: /manifest.json cannot be read: it was cut short or changed/,
    },
    'with a manifest that this account cannot read': {
      damage(backup) {
        const file = join(backup, 'manifest.json')
        rmSync(file)
        mkdirSync(file)
      },
      says: /manifest.json cannot be read \(EISDIR\)/,
    },
    'with an edited manifest': {
      damage(backup) {
        const file = join(backup, 'manifest.json')
        writeFileSync(file, readFileSync(file, 'utf8').replace(/"rows": \d+/, '"rows": 7'))
      },
      says: /manifest.json was changed after the backup was taken/,
    },
    'of another product': {
      damage: backup => changeManifest(backup, manifest => Object.assign(manifest, { product: 'gazette' })),
      says: /is a backup of gazette, not of dineward/,
    },
    'of a newer build': {
      damage: backup =>
        changeManifest(backup, manifest =>
          Object.assign(manifest, {
            migrations: [...(manifest.migrations as string[]), '999-future'],
            version: '9.0.0',
          }),
        ),
      says: /newer build \(version 9.0.0\): this one does not know 999-future/,
    },
    'of another build from before 1.0': {
      damage: backup =>
        changeManifest(backup, manifest => Object.assign(manifest, { migrations: ['001-first-tables'] })),
      says: /was written by another build from before version 1.0.*restore it with that build, or use a backup that this build has written/,
    },
    'of a newer format': {
      damage: backup => changeManifest(backup, manifest => Object.assign(manifest, { format: 2 })),
      says: /made by a newer build/,
    },
    'that would write outside of its place': {
      damage: backup =>
        changeManifest(backup, manifest =>
          Object.assign(manifest, { files: [{ path: 'files/../../x', bytes: 0, sha256: '0'.repeat(64) }] }),
        ),
      says: /manifest.json was changed/,
    },
  }

  test.each(Object.entries(cases))('%s', async (_name, { damage, says }) => {
    const backup = copyOfGood()
    damage(backup)
    const place = join(folder, 'refused')
    await expect(stage.run('restore run', stage.env(null, place), '--from', backup)).rejects.toThrow(says)
    expect(existsSync(join(place, 'postgres'))).toBe(false)
    expect(() => refuseUnfinishedRestore(place)).not.toThrow()
  })

  test('whose rows are not those that were hashed: nothing is kept', async () => {
    const backup = copyOfGood()
    const file = join(backup, 'tables/members.ndjson.gz')
    const bytes = gzipSync(gunzipSync(readFileSync(file)).toString().replace('Ada', 'Eve'))
    writeFileSync(file, bytes)
    changeManifest(backup, manifest => {
      const table = (manifest.tables as Manifest['tables']).find(({ name }) => name === 'members')!
      Object.assign(table, { bytes: bytes.length, sha256: hash('sha256', bytes) })
    })
    const [database, place] = [await stage.emptyDatabase(), join(folder, 'not-kept')]
    await expect(stage.run('restore run', stage.env(database, place), '--from', backup)).rejects.toThrow(
      'What was restored is not what was backed up: members. Nothing was kept.',
    )
    expect(await tablesOf(database)).toBe(0)
    expect(existsSync(join(place, 'photos'))).toBe(false)
  })
})

describe('a place that is refused', () => {
  test('a database with tables, a data folder with files, a read-only database', async () => {
    await expect(
      stage.run('restore run', stage.env(sourceUrl, join(folder, 'p1')), '--from', good),
    ).rejects.toThrow(/The database is not empty: it has .*Restore into a new one/)
    await expect(
      stage.run('restore run', stage.env(await stage.emptyDatabase()), '--from', good),
    ).rejects.toThrow(/data is not empty: it has .*images/)
    const database = await stage.emptyDatabase()
    await stage.makeReadOnly(database)
    await expect(
      stage.run('restore run', stage.env(database, join(folder, 'p2')), '--from', good),
    ).rejects.toThrow('The database is read-only')
  })

  test('a folder that holds something is not backed up into; one that cannot be written says so', async () => {
    await expect(stage.run('backup write', stage.env(sourceUrl), '--to', good)).rejects.toThrow(
      'is not empty',
    )
    const empty = stage.env(await stage.emptyDatabase())
    await expect(stage.run('backup write', empty, '--to', join(folder, 'nothing'))).rejects.toThrow(
      'nothing to back up',
    )
    for (const place of [
      join(good, 'manifest.json'),
      join(good, 'manifest.json/below'),
      '/proc/dineward/backup',
    ])
      await expect(stage.run('backup write', stage.env(sourceUrl), '--to', place)).rejects.toThrow(
        `${place} cannot be written`,
      )
  })

  test('a database of another build from before 1.0 is not backed up: this build could not restore it', async () => {
    const databaseUrl = await stage.emptyDatabase()
    await stage.run('restore run', stage.env(databaseUrl, join(folder, 'other-build')), '--from', good)
    const { db, close } = await openDatabase({ databaseUrl, dataDir: '', socketDir: '' })
    await sql`update kysely_migration set name = '001-first-tables'`.execute(db)
    await close()
    await expect(
      stage.run('backup write', stage.env(databaseUrl), '--to', join(folder, 'of-other-build')),
    ).rejects.toThrow('another build from before version 1.0')
  })

  test('a restore that was killed: no server starts there, and the next restore begins again', async () => {
    const place = join(folder, 'killed')
    mkdirSync(join(place, 'restoring/photos'), { recursive: true })
    expect(() => refuseUnfinishedRestore(place)).toThrow(/was not finished. Run npm run restore again/)
    await stage.run('restore run', stage.env(await stage.emptyDatabase(), place), '--from', good)
    expect(() => refuseUnfinishedRestore(place)).not.toThrow()
  })
})

test('a read-only database: backed up, and the command says that it is not noted', async () => {
  await stage.makeReadOnly(sourceUrl)
  const standby = join(folder, 'standby')
  const outcome = await stage.run('backup write', stage.env(sourceUrl), '--to', standby)
  expect(outcome).toMatchObject({ code: 0, text: expect.stringContaining('is not noted there') })
})
