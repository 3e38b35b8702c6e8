import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { checkBackup, restoreBackup } from '../../backup/restore-backup.ts'
import { restoreDatabase } from '../../backup/restore-database.ts'
import { writeBackup } from '../../backup/write-backup.ts'
import { createClock } from '../../clock.ts'
import { DataDirInUse, lockOwner } from '../../db/embedded/data-lock.ts'
import { openDatabase } from '../../db/open-database.ts'
import { withTls } from '../../env/env-database.ts'
import { recordAudit } from '../../features/staff/audit.service.ts'
import { databaseOptions, root, type World } from '../../world.ts'
import type { Caller, Command, OfflineCommand } from '../control.ts'
import { counted } from '../counted.ts'

export const usage = `npm run backup  -- --to FOLDER [--with-secrets] [--plain]
npm run restore -- --from FOLDER
npm run restore -- --check --from FOLDER [--database postgres://…/EMPTY]
npm run move    -- --to postgres://…/EMPTY`

const options = {
  to: { type: 'string' },
  from: { type: 'string' },
  database: { type: 'string' },
  check: { type: 'boolean', default: false },
  plain: { type: 'boolean', default: false },
  'with-secrets': { type: 'boolean', default: false },
} as const

/** It runs in the server where that has the embedded database, else in a process of its own. */
export const writeBackupCommand: Command = (world, args, caller) => backUp(world, args, caller)

async function backUp(
  { env, database, clock }: Pick<World, 'env' | 'database' | 'clock'>,
  args: readonly string[],
  { cwd, print, actor }: Caller,
): Promise<number> {
  const { to, plain, 'with-secrets': withSecrets } = valuesOf(args)
  if (!to) throw new Error(usage)
  if (env.production && !plain && env.backupKeys.recipients.length === 0)
    throw new Error(
      'A backup holds everything about members: set BACKUP_RECIPIENT, or say --plain to take one that anybody can read.',
    )
  const folder = resolve(cwd, to)
  const { dataDir } = env
  const manifest = await writeBackup({
    database,
    folder,
    dataDir,
    withSecrets,
    keys: plain ? null : env.backupKeys,
    root,
    now: clock.now(),
    print,
  })
  const after = {
    rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
    files: manifest.files.length,
  }
  await recordAudit(
    { db: database.db, clock, actor },
    { action: 'backup.write', subject: 'backup', partnerId: null, after },
  ).catch(() => print('The database takes no writes, so that a backup was taken is not noted there.'))
  if (env.photoStore) print('Photos are in the bucket, which keeps its own copies.')
  print(`${folder} is a complete backup. Prove it: npm run restore -- --check --from ${folder}`)
  return 0
}

const backUpOffline: OfflineCommand = async (env, args, caller) => {
  const database = await openDatabase(databaseOptions(env))
  try {
    return await backUp({ env, database, clock: createClock(env.demoNow) }, args, caller)
  } finally {
    await database.close()
  }
}

const restoreOffline: OfflineCommand = async (env, args, { cwd, print }) => {
  const { from, check, database } = valuesOf(args)
  if (!from || (database && !check)) throw new Error(usage)
  const folder = resolve(cwd, from)
  // Only who owns the tables makes them.
  const place = databaseOptions({ ...env, databaseUrl: env.databaseOwnerUrl ?? env.databaseUrl })
  if (!check) {
    await restoreBackup({ folder, place, keys: env.backupKeys, print })
    print(`${env.dataDir} and the database are restored.`)
    if (env.databaseOwnerUrl)
      print('Run npm run migrate before the product starts: its user has no rights there yet.')
    return 0
  }
  const problems = await checkBackup({
    folder,
    place: { ...place, databaseUrl: database ? withTls(database, env.databaseTls) : null },
    keys: env.backupKeys,
    print,
  })
  for (const problem of problems) print(problem)
  print(
    problems.length === 0
      ? 'The backup is good.'
      : `The ledger in the backup has ${counted(problems.length, 'problem')}.`,
  )
  return problems.length === 0 ? 0 : 1
}

/** It moves from the embedded database to a server. The files stay where they are. */
const moveOffline: OfflineCommand = async (env, args, { print }) => {
  const { to } = valuesOf(args)
  if (!to || !/^postgres(ql)?:\/\//.test(to)) throw new Error(usage)
  if (env.databaseUrl) throw new Error('DATABASE_URL is set: the data is on a server already.')
  const owner = lockOwner(env.dataDir)
  if (owner !== null) throw new DataDirInUse(env.dataDir, owner)
  const folder = join(env.dataDir, 'moving')
  await rm(folder, { recursive: true, force: true })
  const source = await openDatabase(databaseOptions(env))
  try {
    const now = new Date()
    const manifest = await writeBackup({
      database: source,
      folder,
      dataDir: null,
      withSecrets: false,
      keys: null,
      root,
      now,
      print,
    })
    const target = await openDatabase({ ...databaseOptions(env), databaseUrl: withTls(to, env.databaseTls) })
    await restoreDatabase({ db: target.db, folder, manifest, identities: null, print }).finally(() =>
      target.close(),
    )
  } finally {
    await source.close()
    await rm(folder, { recursive: true, force: true })
  }
  print('Moved. Set DATABASE_URL to that address from now on; what was in the data folder stays there.')
  return 0
}

export const offlineCommands = {
  'backup write': backUpOffline,
  'restore run': restoreOffline,
  'move run': moveOffline,
} satisfies Record<string, OfflineCommand>

function valuesOf(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options }).values
  } catch (cause) {
    throw new Error(usage, { cause })
  }
}
