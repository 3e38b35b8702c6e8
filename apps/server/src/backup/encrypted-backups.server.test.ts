import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Source } from '../env/env-values.ts'
import { newMember } from '../testing/factories.ts'
import { longTest } from '../testing/long-test.ts'
import { startProgram } from '../testing/processes/child-process.ts'
import { newBackupStage } from './backup-stage-for-test.ts'

const stage = await newBackupStage()
const { app, folder, dataDir, sourceUrl } = stage
const identity = await generateX25519Identity()
const BACKUP_RECIPIENT = await identityToRecipient(identity)
/** As age-keygen writes its file. */
const BACKUP_IDENTITY = `# created: 2026-03-10\n# public key: ${BACKUP_RECIPIENT}\n${identity}\n`
const another = { BACKUP_IDENTITY: await generateX25519Identity() }
const backup = join(folder, 'backup')

const restore = (place: string, keys: Source, from = backup) =>
  stage.run('restore run', stage.env(null, place, keys), '--from', from)

const filesOf = (path: string) =>
  readdirSync(path, { recursive: true, withFileTypes: true }).filter(file => file.isFile())

beforeAll(async () => {
  await newMember(app, app.newPartner())
  const written = await stage.run(
    'backup write',
    stage.env(sourceUrl, dataDir, { BACKUP_RECIPIENT }),
    '--to',
    backup,
  )
  expect(written.code).toBe(0)
})

describe('an encrypted backup', () => {
  test('holds nothing that can be read', () => {
    const starts = filesOf(backup).map(file =>
      readFileSync(join(file.parentPath, file.name)).subarray(0, 19).toString(),
    )
    expect(starts.length).toBeGreaterThan(50)
    expect(new Set(starts)).toEqual(new Set(['age-encryption.org/']))
  })

  test('is restored with its key: the same rows and files', longTest, async () => {
    const place = join(folder, 'restored')
    expect((await restore(place, { BACKUP_IDENTITY })).text).toContain('the hashes of all')
    expect(readFileSync(join(place, 'photos/a/b.webp'))).toEqual(
      readFileSync(join(dataDir, 'photos/a/b.webp')),
    )
  })

  test.each([
    ['another key', another, 'BACKUP_IDENTITY does not open'],
    ['no key', {}, 'is encrypted: set BACKUP_IDENTITY_FILE'],
    ['half a key', { BACKUP_IDENTITY: identity.slice(0, -2) }, 'is not an age key. Copy all of it.'],
  ])('with %s -> a sentence, nothing is restored, and the backup is as it was', async (name, keys, says) => {
    const place = join(folder, name)
    const before = filesOf(backup).length
    await expect(restore(place, keys)).rejects.toThrow(says)
    expect(existsSync(place) && filesOf(place).some(file => !file.name.endsWith('.json'))).toBe(false)
    expect(filesOf(backup)).toHaveLength(before)
  })

  const table = 'tables/members.ndjson.gz.age'
  const flip = (file: string) => {
    const content = readFileSync(file)
    content.writeUInt8(content.readUInt8(content.length - 5) ^ 1, content.length - 5)
    writeFileSync(file, content)
  }
  test.each<[string, string, (file: string) => void, string]>([
    ['whose manifest was changed', 'manifest.json.age', flip, 'manifest.json.age was damaged'],
    ['whose manifest was cut short', 'manifest.json.age', file => truncateSync(file, 300), 'was damaged'],
    ['whose rows were changed', table, flip, `${table} was changed`],
    ['whose rows were cut short', table, file => truncateSync(file, 300), `${table} was cut short`],
    ['with something behind its rows', table, file => appendFileSync(file, 'x'), `${table} was changed`],
  ])('%s -> a sentence, and nothing is restored', async (name, path, damage, says) => {
    const copy = join(folder, `${name} copy`)
    cpSync(backup, copy, { recursive: true })
    damage(join(copy, path))
    const place = join(folder, name)
    await expect(restore(place, { BACKUP_IDENTITY }, copy)).rejects.toThrow(says)
    expect(existsSync(join(place, 'postgres'))).toBe(false)
  })

  test('a check that is interrupted -> leaves no rows behind', async () => {
    const temporary = join(folder, 'temporary')
    mkdirSync(temporary)
    const program = fileURLToPath(new URL('../cli/main.ts', import.meta.url))
    const env = { DATA_DIR: join(temporary, 'data'), TMPDIR: temporary, BACKUP_IDENTITY }
    const args = [program, 'restore', 'run', '--check', '--from', backup]
    const check = startProgram(process.execPath, args, { folder: temporary, env })
    const left = () => readdirSync(temporary).filter(name => name.startsWith('dineward-check-'))
    await expect.poll(() => left().flatMap(name => readdirSync(join(temporary, name)))).toContain('postgres')
    check.process.kill('SIGINT')
    expect(await check.ended).toEqual([null, 'SIGINT'])
    expect(left()).toEqual([])
  })
})

test('a public key that is not whole -> a sentence, and no backup', async () => {
  const env = stage.env(sourceUrl, dataDir, { BACKUP_RECIPIENT: BACKUP_RECIPIENT.slice(0, -1) })
  const to = join(folder, 'half')
  await expect(stage.run('backup write', env, '--to', to)).rejects.toThrow('BACKUP_RECIPIENT is not')
  expect(existsSync(to)).toBe(false)
})

test('production without a key -> refused unless it says --plain', async () => {
  const env = { ...stage.env(sourceUrl), production: true }
  const to = join(folder, 'plain')
  await expect(stage.run('backup write', env, '--to', to)).rejects.toThrow('set BACKUP_RECIPIENT')
  expect(existsSync(to)).toBe(false)
  expect((await stage.run('backup write', env, '--plain', '--to', to)).code).toBe(0)
  expect(existsSync(join(to, 'manifest.json'))).toBe(true)
})
