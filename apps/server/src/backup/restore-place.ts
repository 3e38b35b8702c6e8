import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { secretFiles } from '../data-folder/data-folder.ts'
import { takeFile } from './backup-files.ts'
import { sealedSuffix } from './encryption.ts'
import type { OpenBackup } from './restore-database.ts'

/** In the data folder while it is restored; the last to leave it. */
const stagingName = 'restoring'

/** A server on half of the files, or with a database that is still empty, would look like one that works. */
export function refuseUnfinishedRestore(dataDir: string): void {
  if (existsSync(join(dataDir, stagingName)))
    throw new Error(
      `A restore into ${dataDir} was not finished. Run npm run restore again, or delete ${join(dataDir, stagingName)} to start without it.`,
    )
}

/** @returns a new folder in the data folder. @throws a sentence unless that is empty. */
export async function openStaging(dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const staging = join(dataDir, stagingName)
  await rm(staging, { recursive: true, force: true })
  // Any command may have generated secrets; a volume has lost+found.
  const mayBeThere: string[] = [...secretFiles, 'lock', 'run', 'lost+found']
  const found = (await readdir(dataDir)).filter(name => !mayBeThere.includes(name))
  if (found.length > 0)
    throw new Error(
      `${dataDir} is not empty: it has ${found.slice(0, 3).join(', ')}. Set DATA_DIR to a new folder, so that nothing is overwritten.`,
    )
  await mkdir(staging, { mode: 0o700 })
  return staging
}

export async function stageFiles(
  { folder, manifest, identities }: OpenBackup,
  staging: string,
): Promise<void> {
  for (const { path, sha256 } of manifest.files) {
    const kept = identities === null ? path : path.slice(0, -sealedSuffix.length)
    const below = kept.replace(/^files\//, '')
    const taken = await takeFile(join(folder, path), join(staging, below), identities)
    if (taken.sha256 !== sha256) throw new Error(`${path} changed while it was restored. Run it again.`)
  }
}

/** After this the data folder is in use. */
export async function takeOver(dataDir: string): Promise<void> {
  const staging = join(dataDir, stagingName)
  for (const name of await readdir(staging)) {
    await rm(join(dataDir, name), { recursive: true, force: true })
    await rename(join(staging, name), join(dataDir, name))
  }
  await rm(staging, { recursive: true })
}

export async function dropStaging(staging: string): Promise<void> {
  await rm(staging, { recursive: true, force: true })
}
