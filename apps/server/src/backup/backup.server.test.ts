import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { migrateCommand } from '../cli/commands/migrate-command.ts'
import { openDatabase } from '../db/open-database.ts'
import { readEnv } from '../env/env.ts'
import { asRuntime } from '../testing/databases/native-postgres.ts'
import { asOwner } from '../testing/databases/owner-database.ts'
import { newLinkedCard, newMember, newMerchant } from '../testing/factories.ts'
import { longTest } from '../testing/long-test.ts'
import { manifestOf, newBackupStage } from './backup-stage-for-test.ts'

const stage = await newBackupStage()
const { app, folder, dataDir, sourceUrl } = stage
const good = join(folder, 'good')

const oddName = 'Zo\u00eb "Z" \u2028 O\'Brien\\n{,}\t\u{1f35c}'

beforeAll(async () => {
  const partner = app.newPartner()
  const member = await newMember(app, partner, { lastName: oddName })
  await newLinkedCard(app, member)
  await newMerchant(app, partner)
  await app.database.db
    .insertInto('passkeys')
    .values({
      id: 'key',
      partnerId: partner.slug,
      memberId: member.id,
      publicKey: Buffer.from([0, 255, 10, 92]),
      counter: 2 ** 40,
      name: 'Phone',
      transports: ['usb', 'a,"b"'],
      createdAt: new Date('2026-03-10T18:00:00.123Z'),
    })
    .execute()
  const outcome = await stage.run('backup write', stage.env(sourceUrl), '--to', good)
  expect(outcome).toMatchObject({ code: 0, text: expect.stringContaining('is a complete backup') })
})

describe('a backup of a server', () => {
  test(
    'is restored into an empty data folder, moved to a server, and backed up there: the same hashes, the same files',
    longTest,
    async () => {
      const place = join(folder, 'place')
      const restored = await stage.run('restore run', stage.env(null, place), '--from', good)
      expect(restored.text).toContain('the hashes of all')
      expect(readFileSync(join(place, 'photos/a/b.webp'))).toEqual(
        readFileSync(join(dataDir, 'photos/a/b.webp')),
      )
      expect(readdirSync(place)).toEqual(expect.arrayContaining(['photos', 'postgres']))
      expect(readdirSync(place)).not.toContain('images')

      const target = await stage.emptyDatabase()
      expect((await stage.run('move run', stage.env(null, place), '--to', target)).code).toBe(0)
      const again = join(folder, 'again')
      await stage.run('backup write', stage.env(target, place), '--to', again)
      const hashes = (backup: string) =>
        manifestOf(backup).tables.map(({ name, rows, hash: rowHash }) => [name, rows, rowHash])
      expect(hashes(again)).toEqual(hashes(good))
      expect(manifestOf(again).sequences).toEqual(manifestOf(good).sequences)
      expect(manifestOf(again).files).toEqual(manifestOf(good).files)

      const moved = await openDatabase({ databaseUrl: target, dataDir: '', socketDir: '' })
      const { lastName } = await moved.db.selectFrom('members').select('lastName').executeTakeFirstOrThrow()
      // Triggers and keys are back.
      await expect(sql`delete from audit_log`.execute(moved.db)).rejects.toThrow('append-only')
      await expect(sql`update passkeys set member_id = 'unknown'`.execute(moved.db)).rejects.toThrow(
        'foreign key',
      )
      await moved.close()
      expect(lastName).toBe(oddName)
    },
  )

  test('with a user that owns the tables -> restored as that one, and npm run migrate gives the product its rights', async () => {
    const target = await stage.emptyDatabase()
    const source = { DATABASE_URL: asRuntime(target), DATABASE_OWNER_URL: target }
    const env = readEnv({ ...source, DATA_DIR: join(folder, 'owned') })
    const outcome = await stage.run('restore run', env, '--from', good)
    expect(outcome).toMatchObject({ code: 0, text: expect.stringContaining('Run npm run migrate before') })
    expect(await migrateCommand(source, () => {})).toBe(0)
    const product = await openDatabase({ databaseUrl: source.DATABASE_URL, dataDir: '', socketDir: '' })
    const { lastName } = await product.db.selectFrom('members').select('lastName').executeTakeFirstOrThrow()
    await product.close()
    expect(lastName).toBe(oddName)
  })

  test(
    'is proved by --check, holds no secrets and no caches, and is noted in the audit log',
    longTest,
    async () => {
      const outcome = await stage.run('restore run', stage.env(null), '--check', '--from', good)
      expect(outcome).toMatchObject({ code: 0, text: expect.stringContaining('The backup is good.') })
      expect(manifestOf(good).files.map(({ path }) => path)).toEqual(['files/photos/a/b.webp'])
      const noted = await app.database.db
        .selectFrom('auditLog')
        .select(['actor', 'after'])
        .where('action', '=', 'backup.write')
        .executeTakeFirstOrThrow()
      expect(noted).toMatchObject({ actor: 'ada', after: { files: 1 } })
    },
  )

  test('with --with-secrets holds them', async () => {
    const withSecrets = join(folder, 'with-secrets')
    await stage.run('backup write', stage.env(sourceUrl), '--to', withSecrets, '--with-secrets')
    expect(manifestOf(withSecrets).files.map(({ path }) => path)).toContain('files/secrets.json')
  })

  test('--check finds a ledger that is out of order', async () => {
    const db = await asOwner(app.database)
    await sql`alter table ledger_entries disable trigger user`.execute(db)
    await sql`
      with posting as (
        insert into ledger_postings
          (partner_id, idempotency_key, input_hash, kind, correlation_id, reason_code, posted_at)
        values ('skyward', 'k', 'h', 'dine', 'd', 'r', now()) returning id, counts_at
      )
      insert into ledger_entries (posting_id, partner_id, account, units, counts_at)
      select id, 'skyward', 'program_rewards', 5, counts_at from posting`.execute(db)
    const backup = join(folder, 'broken-backup')
    await stage.run('backup write', stage.env(sourceUrl), '--to', backup)
    const place = ['--database', await stage.emptyDatabase()]
    expect(
      await stage.run('restore run', stage.env(null), '--check', '--from', backup, ...place),
    ).toMatchObject({
      code: 1,
      text: expect.stringMatching(/The ledger in the backup has 1 problem\./),
    })
  })
})
