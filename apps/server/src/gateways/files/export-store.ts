import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { lookUp } from '@dineward/core/shared/look-up.ts'
import { makeFolder } from '../../data-folder/make-folder.ts'

/** The message is a sentence that says what to do. */
export class ExportRefused extends Error {
  override readonly name = 'ExportRefused'
}

export const manifestName = 'manifest.json'

export interface StagedFile {
  readonly name: string
  readonly sha256: string
}

/** Where runs of exports are published; each is a folder that appears whole, or whose manifest appears last. */
export interface ExportStore {
  /** Make an empty folder for a run's files, and remove what killed runs of the same program have left. */
  stage(program: string): Promise<string>
  /**
   * Show the staged files to receivers. The manifest is the last of them.
   * @param mayShow is asked at the last moment: it throws where another run has taken over
   */
  publish(
    run: string,
    staged: string,
    { files, mayShow }: { readonly files: readonly StagedFile[]; readonly mayShow: () => Promise<void> },
  ): Promise<void>
  /** @returns null where there is none */
  readManifest(run: string): Promise<string | null>
  discard(staged: string): Promise<void>
  /** @returns a sentence for what the store or its disk has refused, else the error itself */
  explain(error: unknown): unknown
}

export interface ExportStores {
  /**
   * @param to `folder` for that of the data folder, an absolute path, or `s3://bucket/prefix`
   * @throws ExportRefused
   */
  open(to: string): ExportStore
}

const draftPrefix = '.draft-'

/** Drafts are beside the runs, so that moving one is a rename. */
export const stagingFolder = (root: string) => ({
  async stage(program: string): Promise<string> {
    const folder = join(root, program)
    makeFolder(folder)
    for (const name of await readdir(folder))
      if (name.startsWith(draftPrefix)) await rm(join(folder, name), { recursive: true, force: true })
    return mkdtemp(join(folder, draftPrefix))
  },
  discard: (staged: string) => rm(staged, { recursive: true, force: true }),
})

export function folderExportStore(root: string): ExportStore {
  return {
    ...stagingFolder(root),
    async publish(run, staged, { mayShow }) {
      await mkdir(dirname(join(root, run)), { recursive: true })
      await syncFolder(staged)
      await mayShow()
      await rename(staged, join(root, run))
      await syncFolder(dirname(join(root, run)))
    },
    readManifest: run =>
      readFile(join(root, run, manifestName), 'utf8').catch(error => {
        if (error.code === 'ENOENT') return null
        throw error
      }),
    explain: error => explainDisk(error, root),
  }
}

/** Until then a power cut may undo what happened in it, and the position has moved. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const diskProblems = {
  EACCES: (folder: string) =>
    `${folder} cannot be written: let the account that runs Dineward write it, or name another.`,
  EEXIST: (folder: string) => `A run is in ${folder} already: start the export again.`,
  ENOSPC: (folder: string) => `The disk of ${folder} is full: make room, then start the export again.`,
  ENOTDIR: (folder: string) => `${folder} is not a folder: name one.`,
  ENOENT: (folder: string) => `${folder} cannot be made: name a folder that exists.`,
} satisfies Record<string, (folder: string) => string>
const sameAs = {
  EDQUOT: 'ENOSPC',
  EPERM: 'EACCES',
  EROFS: 'EACCES',
  ENOTEMPTY: 'EEXIST',
} satisfies Record<string, keyof typeof diskProblems>

export function explainDisk(error: unknown, folder: string): unknown {
  const { code = '' } = error as NodeJS.ErrnoException
  const sentence = lookUp(diskProblems, lookUp(sameAs, code) ?? code)
  return sentence ? new ExportRefused(sentence(folder), { cause: error }) : error
}

/** Write a file beside its place, then move it there: a reader never sees half of it. */
export async function replaceFile(path: string, write: (draft: string) => Promise<void>): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString('hex')}.draft`
  try {
    await write(draft)
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {})
    throw explainDisk(error, dirname(path))
  }
}
