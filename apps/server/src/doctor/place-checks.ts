import { access, constants, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { refuseUnfinishedRestore } from '../backup/restore-place.ts'
import { secretFiles } from '../data-folder/data-folder.ts'
import { reasonOf } from '../db/connection-error.ts'
import type { Env } from '../env/env.ts'
import { type Finding, ok, problem } from './finding.ts'

const gigabyte = 1024 ** 3
const leastFree = { bytes: gigabyte / 2, share: 0.05 }

export interface Space {
  readonly freeBytes: number
  readonly totalBytes: number
}

export async function checkDisk({ dataDir }: Pick<Env, 'dataDir'>): Promise<Finding> {
  try {
    await access(dataDir, constants.R_OK | constants.W_OK)
    const { bavail, blocks, bsize } = await statfs(dataDir)
    return diskFinding(dataDir, { freeBytes: bavail * bsize, totalBytes: blocks * bsize })
  } catch (error) {
    return problem(
      'disk',
      `${dataDir} cannot be read and written (${reasonOf(error)}). Give it to the account that runs the product, or set DATA_DIR.`,
    )
  }
}

export function diskFinding(dataDir: string, { freeBytes, totalBytes }: Space): Finding {
  const share = totalBytes === 0 ? 0 : freeBytes / totalBytes
  const free = `${(freeBytes / gigabyte).toFixed(1)} GB (${Math.floor(share * 100)} %) free`
  return freeBytes < leastFree.bytes || share < leastFree.share
    ? problem(
        'disk',
        `Only ${free} at ${dataDir}. Make room before it is full: a larger disk, older backups, DATA_DIR/images (made again).`,
      )
    : ok('disk', `${free} at ${dataDir}`)
}

export function checkRestore({ dataDir }: Pick<Env, 'dataDir'>): Finding {
  try {
    refuseUnfinishedRestore(dataDir)
    return ok('data folder', dataDir)
  } catch (error) {
    return problem('data folder', reasonOf(error))
  }
}

export async function checkBuild(root: string): Promise<Finding> {
  const file = join(root, 'apps/web/dist/client')
  return stat(file).then(
    () => ok('build', 'the web is built'),
    () => problem('build', `${file} is missing: the server cannot start. Run npm run build.`),
  )
}

const guessable = /secret|change|password|example|default|dineward|1234|qwerty/i

export async function checkSecrets({ secrets, metricsTokens, dataDir }: Env): Promise<Finding[]> {
  const named = Object.entries({ ...secrets, metrics: metricsTokens })
  const weak = named.flatMap(([name, values]) => (values.some(isWeak) ? [name] : []))
  const open: string[] = []
  for (const name of secretFiles) {
    const mode = await stat(join(dataDir, name)).then(
      found => found.mode,
      () => 0,
    )
    if (mode & 0o077) open.push(join(dataDir, name))
  }
  const findings = [
    ...weak.map(name =>
      problem('secrets', `The secret "${name}" can be guessed. Make one with: openssl rand -base64 32`),
    ),
    ...open.map(file => problem('secrets', `Other accounts can read ${file}. Run: chmod 600 ${file}`)),
  ]
  return findings.length > 0 ? findings : [ok('secrets', 'strong, and readable by this account only')]
}

/** Random text of 16 characters has more than eight different ones. */
const isWeak = (secret: string): boolean => guessable.test(secret) || new Set(secret).size < 8
