import { randomBytes } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  constants,
  linkSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from './make-folder.ts'

/** Only the account that runs the product reads what it writes: mails, photos and rows hold personal data. */
export function protectDataDir(dataDir: string): void {
  process.umask(0o077)
  explainUnwritable(dataDir, () => {
    makeFolder(dataDir)
    try {
      chmodSync(dataDir, 0o700)
    } catch (error) {
      // A mounted volume may belong to another account.
      if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error
    }
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  })
}

/** One file of another account, such as after a start by root, ends the embedded database without a word. */
export function refuseFilesOfOthers(folder: string): void {
  explainUnwritable(folder, () => {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    for (const file of readdirSync(folder, { recursive: true, withFileTypes: true }))
      accessSync(join(file.parentPath, file.name), constants.R_OK | constants.W_OK)
  })
}

/** @throws what the system refused, with what to do. */
function explainUnwritable<Result>(dataDir: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (!code) throw error
    throw new Error(
      `The data folder ${dataDir} cannot be read and written (${message}). Give it, with all that is in it, to the account that runs the product, or set DATA_DIR.`,
      { cause: error },
    )
  }
}

export const minSecretLength = 16
/** A word again and again, or one letter, is no secret. */
export const minDistinctSigns = 8

/**
 * These are files of generated secrets; that of the card frame is written there. A backup holds them only when it is
 * asked to.
 */
export const secretFiles = ['card-frame.json', 'secrets.json', 'web-push.json'] as const

/**
 * Secrets are generated once. `secrets.json` is shared with the card frame: the first of them to start writes it.
 * @throws when the file is broken or a secret in it is missing or short.
 */
export function readOrCreateSecrets<Name extends string>(
  dataDir: string,
  names: readonly Name[],
  fileName: (typeof secretFiles)[number] = 'secrets.json',
): Record<Name, string> {
  const file = join(dataDir, fileName)
  const text = explainUnwritable(dataDir, () => {
    makeFolder(dataDir)
    return readIfExists(file) ?? createOnce(file, names)
  })
  const secrets = parseObject(text)
  for (const name of names) {
    const secret = secrets[name]
    if (typeof secret !== 'string' || secret.length < minSecretLength)
      throw new Error(
        `${file} has no complete secret "${name}". Restore the file from a backup, or delete it: new secrets are generated then.`,
      )
  }
  return secrets as Record<Name, string>
}

/**
 * The file is written beside and linked, so that it is never half written. @returns its text, or that of the other
 * process.
 */
function createOnce(file: string, names: readonly string[]): string {
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  const fresh = Object.fromEntries(names.map(name => [name, randomBytes(32).toString('base64url')]))
  try {
    writeFileSync(draft, JSON.stringify(fresh, null, 2), { flag: 'wx', mode: 0o600, flush: true })
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return readFileSync(file, 'utf8')
}

function readIfExists(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

function parseObject(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text)) as Record<string, unknown>
  } catch {
    return {}
  }
}
