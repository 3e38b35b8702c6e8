import { open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { DownloadError, downloadPicture } from '../../gateways/files/photo-download.ts'
import { publicReach, type Reach } from '../../gateways/outgoing-calls.ts'
import { limitConcurrency } from './concurrency.service.ts'
import { maxPhotoBytes, PhotoError } from './photo-file.service.ts'
import { importPhotos, type PhotoServices } from './photos.service.ts'

const maxConcurrent = 4
const timeoutMs = 30_000

export interface PhotoImporter {
  readonly added: number
  readonly failed: number
  import(
    rows: readonly {
      readonly line: number
      readonly merchantId: string
      readonly sources: readonly string[]
    }[],
  ): Promise<void>
}

/**
 * Photos come from the web, or from files below the folder of the import file. @param folder null: from the web only
 */
export function photoImporter(
  services: PhotoServices,
  { folder, report }: { folder: string | null; report: (sentence: string, line: number) => void },
  reach: Reach = publicReach,
): PhotoImporter {
  const inTurn = limitConcurrency(maxConcurrent)
  const count = { added: 0, failed: 0 }
  const load = (source: string) => loadPhoto(source, folder, reach)
  return {
    get added() {
      return count.added
    },
    get failed() {
      return count.failed
    },
    async import(rows) {
      const one = async ({ line, merchantId, sources }: (typeof rows)[number]) => {
        const say = (sentence: string) => report(sentence, line)
        const { added, failed } = await importPhotos(services, { merchantId, sources, load, report: say })
        count.added += added
        count.failed += failed
      }
      await Promise.all(rows.map(row => inTurn(() => one(row))))
    },
  }
}

/** The others are files beside the import file. */
export const isWebPhoto = (source: string): boolean => /^https?:/i.test(source)

async function loadPhoto(source: string, folder: string | null, reach: Reach): Promise<Buffer> {
  if (!isWebPhoto(source)) {
    if (folder === null) throw new PhotoError('Only photos with an address on the web are read here.')
    return readPhotoFile(resolve(folder, source))
  }
  try {
    return await downloadPicture(source, { maxBytes: maxPhotoBytes, timeoutMs, reach })
  } catch (error) {
    if (error instanceof DownloadError) throw new PhotoError(error.message)
    throw error
  }
}

/** @throws PhotoError. */
export async function readPhotoFile(path: string): Promise<Buffer> {
  try {
    await using file = await open(path)
    if ((await file.stat()).size > maxPhotoBytes) throw new PhotoError('The file is larger than 20 MB.')
    return await file.readFile()
  } catch (error) {
    if (error instanceof PhotoError) throw error
    const { code, message } = error as NodeJS.ErrnoException
    throw new PhotoError(
      code === 'ENOENT' ? `There is no file ${path}.` : `${path} cannot be read: ${message}`,
    )
  }
}
