import { isAbsolute, join } from 'node:path'
import { ExportRefused, type ExportStores, folderExportStore, stagingFolder } from './export-store.ts'
import { type S3Service, s3ExportStore } from './s3-export-store.ts'

export function exportStores({
  dataDir,
  s3,
}: {
  readonly dataDir: string
  readonly s3: S3Service | null
}): ExportStores {
  return {
    open(to) {
      if (to === 'folder') return folderExportStore(join(dataDir, 'exports'))
      if (isAbsolute(to)) return folderExportStore(to)
      const [, bucket, prefix = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(\/.*)?$/.exec(to) ?? []
      if (!bucket) throw new ExportRefused(`"${to}" is neither a folder nor a bucket such as s3://warehouse.`)
      if (!s3)
        throw new ExportRefused(
          'There is no service for buckets: set EXPORT_STORE_URL, EXPORT_STORE_KEY_ID and EXPORT_STORE_SECRET.',
        )
      const staging = join(dataDir, 'export-drafts')
      return s3ExportStore(s3, {
        bucket,
        prefix: prefix.replace(/\/+$/, ''),
        staging: stagingFolder(staging),
      })
    },
  }
}
