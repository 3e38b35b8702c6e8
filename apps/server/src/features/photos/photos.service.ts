import type { Crop } from '@dineward/core/photos/crop.rules.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { Gateways } from '../../gateways/gateways.ts'
import { newId } from '../../new-id.ts'
import { type AuditContext, recordAudit } from '../staff/audit.service.ts'
import { codeOf, normalizePhoto, PhotoError } from './photo-file.service.ts'
import { merchantExists } from './photos.read.ts'
import {
  deletePhotos,
  insertPhotos,
  orderPhotos,
  type PhotoKind,
  type PhotoRow,
  selectPhotos,
  unusedContent,
} from './photos.repository.ts'

export interface PhotoServices extends AuditContext {
  readonly gateways: Pick<Gateways, 'photos' | 'malwareScanner'>
}

export interface NewPhoto extends Partial<Crop> {
  readonly merchantId: string
  readonly kind: PhotoKind
  readonly file: Buffer
  /** `upload:NAME`, or `import:` and the import file's text. */
  readonly source: string
  readonly rights: string
  readonly alt: string
  readonly focalX: number
  readonly focalY: number
}

/** All partners share photos. @throws PhotoError, `file_infected`. */
export async function addPhoto(services: PhotoServices, photo: NewPhoto): Promise<PhotoRow> {
  const { db, clock, gateways } = services
  const { file, ...row } = photo
  if (!(await merchantExists(db, row.merchantId)))
    throw new PhotoError(`There is no restaurant ${row.merchantId}.`)
  const { content, contentHash, width, height, edge, middle } = await normalizePhoto(
    services,
    file,
    senderOf(services),
  )
  await gateways.photos.write(contentHash, content)
  const id = newId(12)
  const code = codeOf({ edge, middle, contentHash }, photo)
  await db.transaction().execute(async trx => {
    await insertPhotos(trx, [{ ...row, id, code, contentHash, width, height, addedAt: clock.now() }])
    await recordAudit(
      { ...services, db: trx },
      { action: 'photo.add', subject: id, partnerId: null, after: { ...row, contentHash } },
    )
  })
  return (await selectPhotos(db, row.merchantId)).find(one => one.id === id)!
}

/** Commands and jobs have no sender: they send as the operator. */
const senderOf = ({ actor }: PhotoServices): string | null =>
  actor.kind === 'staff' ? `staff ${actor.id}` : null

/** A file goes with the last photo that uses it. @returns what was removed. */
export async function removePhotos(services: PhotoServices, ids: readonly string[]): Promise<PhotoRow[]> {
  const { db, gateways } = services
  const removed = await db.transaction().execute(async trx => {
    const photos = await deletePhotos(trx, ids)
    for (const { id, merchantId, kind, source, rights, alt, contentHash } of photos)
      await recordAudit(
        { ...services, db: trx },
        {
          action: 'photo.remove',
          subject: id,
          partnerId: null,
          before: { merchantId, kind, source, rights, alt, contentHash },
        },
      )
    return photos
  })
  const hashes = await unusedContent(
    db,
    removed.map(({ contentHash }) => contentHash),
  )
  for (const hash of hashes) await gateways.photos.delete(hash)
  return removed
}

export interface ImportedPhotos {
  readonly merchantId: string
  readonly sources: readonly string[]
  readonly load: (source: string) => Promise<Buffer>
  readonly report: (sentence: string) => void
}

/** Make the list's photos the first ones, in its order. Existing ones are not loaded again; failures are reported. */
export async function importPhotos(
  services: PhotoServices,
  { merchantId, sources, load, report }: ImportedPhotos,
): Promise<{ added: number; failed: number }> {
  const before = await selectPhotos(services.db, merchantId)
  const count = { added: 0, failed: 0 }
  for (const source of sources) {
    if (before.some(photo => photo.source === `import:${source}`)) continue
    try {
      const file = await load(source)
      await addPhoto(services, { ...imported, merchantId, file, source: `import:${source}` })
      count.added++
    } catch (error) {
      if (!isOfTheFile(error)) throw error
      count.failed++
      report(`photo ${source}: ${error.message}`)
    }
  }
  const listed = new Set(sources.map(source => `import:${source}`))
  const dropped = before.filter(({ source }) => source.startsWith('import:') && !listed.has(source))
  if (count.failed === 0)
    await removePhotos(
      services,
      dropped.map(({ id }) => id),
    )
  await orderPhotos(services.db, inOrder(await selectPhotos(services.db, merchantId), [...listed]))
  return count
}

const isOfTheFile = (error: unknown): error is Error =>
  error instanceof PhotoError || (error instanceof AppError && error.code === 'file_infected')

const imported = { kind: 'place', rights: '', alt: '', focalX: 0.5, focalY: 0.5 } as const

/** The listed ids come first, then the others. */
function inOrder(photos: readonly PhotoRow[], listed: readonly string[]): string[] {
  const rank = ({ source }: PhotoRow) => {
    const index = listed.indexOf(source)
    return index < 0 ? listed.length : index
  }
  return photos
    .filter(({ kind }) => kind === 'place')
    .toSorted((a, b) => rank(a) - rank(b))
    .map(({ id }) => id)
}
