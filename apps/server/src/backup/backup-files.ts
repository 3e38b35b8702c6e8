import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Duplex, PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { secretFiles } from '../data-folder/data-folder.ts'
import { makeFolder } from '../data-folder/make-folder.ts'
import { type Identities, opening, type Recipients, sealing } from './encryption.ts'
import type { StoredFile } from './manifest.ts'

/** The embedded database (its rows are backed up), what only a running process needs, and what is made again. */
const notKept = ['postgres', 'run', 'lock', 'images', 'restoring', 'moving', 'lost+found']

const isSecret = (name: string) => secretFiles.some(file => file === name)

/** @returns relative paths, of plain files only. */
export async function filesToKeep(dataDir: string, withSecrets: boolean): Promise<string[]> {
  const entries = await readdir(dataDir, { withFileTypes: true }).catch(() => [])
  const kept = entries.filter(
    ({ name }) => !notKept.includes(name) && !/^lock\.\d+$/.test(name) && (withSecrets || !isSecret(name)),
  )
  const paths: string[] = []
  for (const entry of kept) {
    if (entry.isFile()) paths.push(entry.name)
    else if (entry.isDirectory()) paths.push(...(await filesBelow(dataDir, entry.name)))
  }
  return paths.sort()
}

async function filesBelow(dataDir: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(dataDir, folder), { recursive: true, withFileTypes: true })
  return entries
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(dataDir.length + 1))
}

/** It copies a file into a backup. @returns null where it was deleted meanwhile. */
export async function copyFile(
  from: string,
  to: string,
  recipients: Recipients,
): Promise<Omit<StoredFile, 'path'> | null> {
  try {
    return await store([createReadStream(from), ...sealing(recipients)], to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** It takes a file out of a backup. @returns what the manifest notes of the file there. */
export async function takeFile(from: string, to: string, identities: Identities) {
  const meter = newMeter()
  await writeStream([createReadStream(from), meter.stream, ...opening(identities)], to)
  return meter.read()
}

/** Write a new file to the disk. @returns what the manifest notes. */
export async function store(
  content: readonly [Readable, ...Duplex[]],
  file: string,
): Promise<Omit<StoredFile, 'path'>> {
  const meter = newMeter()
  await writeStream([...content, meter.stream], file)
  return meter.read()
}

async function writeStream(content: readonly [Readable, ...Duplex[]], file: string): Promise<void> {
  makeFolder(dirname(file))
  await pipeline([...content, createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true })])
}

function newMeter() {
  const sha256 = createHash('sha256')
  let bytes = 0
  const stream = new PassThrough()
  stream.on('data', (chunk: Buffer) => {
    sha256.update(chunk)
    bytes += chunk.length
  })
  return { stream, read: () => ({ bytes, sha256: sha256.digest('hex') }) }
}

/** @throws a sentence when one is missing, cut short or changed. */
export async function verifyFiles(folder: string, files: readonly StoredFile[]): Promise<void> {
  for (const { path, sha256, bytes } of files) {
    const found = await hashOf(join(folder, path))
    if (found === null) throw new Error(`The backup is not complete: ${path} is missing. Use another backup.`)
    if (found.bytes < bytes)
      throw new Error(`The backup is damaged: ${path} was cut short. Use another backup.`)
    if (found.sha256 !== sha256)
      throw new Error(`The backup is damaged: ${path} was changed after it was taken. Use another backup.`)
  }
}

async function hashOf(file: string): Promise<{ bytes: number; sha256: string } | null> {
  const sha256 = createHash('sha256')
  let bytes = 0
  try {
    for await (const chunk of createReadStream(file)) {
      sha256.update(chunk as Buffer)
      bytes += (chunk as Buffer).length
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  return { bytes, sha256: sha256.digest('hex') }
}

export async function productVersion(root: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  return version
}
